/** Leads to the page that makes a signing client; where there is nothing to choose, it says so and leads nowhere. */
import { IconPlus } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { FieldReason } from '../../shell/form/ReasonText.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

const plus = <IconPlus size={16} stroke={1.75} aria-hidden />;

export function AddSigningClient({ accountId, whyNot }: { accountId: string; whyNot: FieldReason | null }) {
  const t = useText();
  if (whyNot)
    return (
      <RefusedButton whyNot={whyNot} leftSection={plus}>
        {t('signingClients.create')}
      </RefusedButton>
    );
  return (
    <ButtonLink to={paths.signingClientCreate(accountId)} leftSection={plus}>
      {t('signingClients.create')}
    </ButtonLink>
  );
}
