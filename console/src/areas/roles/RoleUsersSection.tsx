/** Who has a role, as a section of its page (S-237, S-286). */
import { Button } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import type { Role, RoleUser } from '@signet/contract/areas/roles';
import { useRef, useState } from 'react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Section } from '../../shell/detail/Section.tsx';
import type { Column } from '../../shell/list/column.ts';
import { useReturnToRow } from '../../shell/list/row-focus.ts';
import { Table } from '../../shell/list/Table.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import css from './roles.module.css';

const USERS = 'GET /account/ui-api/v1/role/{id}/users';
/** How many show at first, and how many more with each click. */
const STEP = 20;

export default function RoleUsersSection({ record: { id } }: { record: Role }) {
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(USERS, { params: { id }, query: { limit } });
  return (
    <Section count={query.data?.total}>{() => <Users query={query} onMore={() => setLimit(limit + STEP)} />}</Section>
  );
}

type Props = { query: ReturnType<typeof useApiList<typeof USERS>>; onMore: () => void };

function Users({ query, onMore }: Props) {
  const t = useText();
  const columns = useColumns();
  const { data, error } = query;
  const box = useRef<HTMLDivElement>(null);
  const onRowClick = useReturnToRow(box, data ? data.items.map(({ id }) => id) : null);
  if (error && !data) return <Unread error={error} retry={query.refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('roles.usersNone')}</p>;
  return (
    <>
      <div ref={box} className={`card ${css.table}`}>
        <Table
          caption={t('roles.users')}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={undefined}
          busy={query.isPlaceholderData}
          limit={STEP}
          onRowClick={onRowClick}
        />
      </div>
      {data.total > data.items.length && (
        <Button mt={10} loading={query.isPlaceholderData} onClick={onMore}>
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

function useColumns(): Column<RoleUser>[] {
  const t = useText();
  const seesPeople = useAllows(ACCESS.administrators.view);
  return [
    {
      key: 'name',
      head: t('roles.name'),
      small: 'name',
      cell: (row) =>
        seesPeople && !row.service_user ? <PageLink to={paths.administrator(row.id)}>{row.name}</PageLink> : row.name,
    },
    {
      key: 'user_name',
      head: t('person.userName'),
      small: 'id',
      width: 180,
      narrow: 120,
      cell: (row) => (
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
