/** Leads from the page of a record to its events in the audit log, for those who may see it. */
import { ACCESS } from '@signet/contract/access';
import { IconListSearch } from '@tabler/icons-react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';

/** `of`: an account with all that concerns it, a person with what that person did, or any other record by its id. */
export function EventsLink({
  of,
  label = 'audit.events',
}: {
  of: { account: string } | { person: string } | { resource: string };
  label?: TextKey;
}) {
  const t = useText();
  if (!useAllows(ACCESS.auditLog.view)) return null;
  const query: { [name: string]: string } =
    'account' in of
      ? { account_id: of.account }
      : 'person' in of
        ? { actor_id: of.person }
        : { resource_id: of.resource };
  return (
    <ButtonLink to={paths.logging(query)} leftSection={<IconListSearch size={16} stroke={1.75} aria-hidden />}>
      {t(label)}
    </ButtonLink>
  );
}
