/** The people of an account, with the ways to their table and to a new one; who was invited, and whether they came. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconPlus } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useAccountsOfList } from '../../shell/account/account-name.ts';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { useRoleNames } from '../../shell/person/role-names.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { StatusDot } from '../../ui/State.tsx';

const LIST = 'GET /account/ui-api/v1/user';
/** How many show here; the others are in the table. */
const SHOWN = 5;

export default function AccountAdministratorsSection({ record }: { record: Account }) {
  const t = useText();
  const { data, error, refetch } = useApi(LIST, { query: { account_id: record.id, limit: SHOWN } });
  const manages = useAllows(ACCESS.administrators.manage);
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  // People of one account have no filter by account: their whole table is of it.
  const roleNames = useRoleNames();
  const isOneOfSeveral = useAccountsOfList().shown;
  const query = isOneOfSeveral ? { account: record.id } : {};
  const actions = (
    <>
      <ButtonLink to={paths.administrators(isOneOfSeveral ? { account_id: record.id } : {})}>
        {t('accounts.allAdministrators')}
      </ButtonLink>
      {manages && (
        <ButtonLink
          to={givesRoles ? paths.administratorWithRolesCreate(query) : paths.administratorCreate(query)}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        >
          {t('administrators.create')}
        </ButtonLink>
      )}
    </>
  );
  const lines = data?.items.map((one) => ({
    id: one.id,
    name: one.name,
    to: paths.administrator(one.id),
    badge: <StatusDot on={one.status === 'active'}>{t(`administrators.status.${one.status}`)}</StatusDot>,
    more: roleNames(one.roles) || t('people.noRoles'),
  }));
  return (
    <Section count={data?.total} actions={actions}>
      {() => (
        <RecordLines
          read={{ error, refetch, total: data?.total }}
          lines={lines}
          none={t('accounts.noAdministrators')}
        />
      )}
    </Section>
  );
}
