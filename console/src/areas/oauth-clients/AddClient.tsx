import { ACCESS } from '@signet/contract/access';
import { IconPlus } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

/** Leads to the page that makes an OAuth client, of an account or of the platform. */
export function AddClient({ accountId }: { accountId?: string }) {
  const t = useText();
  return (
    <Allowed access={ACCESS.oauthClients.manage}>
      <ButtonLink
        to={paths.oauthClientCreate(accountId)}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      >
        {t('oauthClients.create')}
      </ButtonLink>
    </Allowed>
  );
}
