/** Who has a role, as a section of its page (S-237, S-286). */
import { ACCESS } from '@signet/contract/access';
import type { Role, RoleUser } from '@signet/contract/areas/roles';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { GrowingTable, useGrowing } from '../../shell/detail/GrowingTable.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';

const USERS = 'GET /account/ui-api/v1/role/{id}/users';

export default function RoleUsersSection({ record: { id } }: { record: Role }) {
  const t = useText();
  const columns = useColumns();
  const { limit, onMore } = useGrowing();
  const query = useApiList(USERS, { params: { id }, query: { limit } });
  return (
    <Section count={query.data?.total}>
      {() => (
        <GrowingTable
          caption={t('roles.users')}
          columns={columns}
          query={query}
          onMore={onMore}
          none={t('roles.usersNone')}
        />
      )}
    </Section>
  );
}

function useColumns(): Column<RoleUser>[] {
  const t = useText();
  const seesPeople = useAllows(ACCESS.administrators.view);
  const seesServiceUsers = useAllows(ACCESS.serviceUsers.view);
  return [
    {
      key: 'name',
      head: t('roles.name'),
      small: 'name',
      cell: (row) =>
        (row.service_user ? seesServiceUsers : seesPeople) ? (
          <PageLink to={paths.person(row)} title={row.name}>
            {row.name}
          </PageLink>
        ) : (
          <span title={row.name}>{row.name}</span>
        ),
    },
    {
      key: 'user_name',
      head: t('person.userName'),
      small: 'id',
      width: 180,
      narrow: 120,
      // That of a service user is an id that nobody chose.
      cell: (row) =>
        row.service_user ? (
          <span className="t3">{t('common.none')}</span>
        ) : (
          <span className="t2" title={row.user_name}>
            {row.user_name}
          </span>
        ),
    },
    {
      key: 'scope',
      head: t('person.scope'),
      small: 'end',
      width: 150,
      narrow: 130,
      cell: (row) => (
        <span className="t2">{row.service_user ? t('roles.serviceUser') : t(`scope.${row.access_scope}`)}</span>
      ),
    },
    {
      key: 'account',
      head: t('roles.account_name'),
      width: 220,
      narrow: 160,
      cell: (row) => (
        <span className="t2" data-long title={row.account_name ?? ''}>
          {row.account_name ?? t('common.none')}
        </span>
      ),
    },
  ];
}
