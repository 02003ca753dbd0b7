/** The columns of the list of administrators. */
import type { AdministratorRow } from '@signet/contract/areas/administrators';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { useRoleNames } from '../../shell/person/role-names.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { StatusDot } from '../../ui/State.tsx';

/** `accounts`: whether the viewer sees those of more accounts than the own. */
export function useAdministratorColumns({ accounts }: { accounts: boolean }): Column<AdministratorRow>[] {
  const t = useText();
  const roleNames = useRoleNames();
  return [
    {
      key: 'name',
      head: t('administrators.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.administrator(row.id)} title={row.name}>
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'status',
      head: t('administrators.status'),
      small: 'status',
      width: 100,
      narrow: 92,
      cell: (row) => <StatusDot on={row.status === 'active'}>{t(`administrators.status.${row.status}`)}</StatusDot>,
    },
    {
      key: 'user_name',
      head: t('person.userName'),
      sort: 'user_name',
      width: 180,
      narrow: 140,
      cell: (row) => <LongCell>{row.user_name}</LongCell>,
    },
    {
      key: 'email',
      head: t('person.email'),
      sort: 'email',
      small: 'end',
      width: 230,
      narrow: 200,
      cell: (row) => <LongCell>{row.email}</LongCell>,
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('administrators.account'),
            small: 'id' as const,
            width: 170,
            narrow: 150,
            cell: (row: AdministratorRow) => <LongCell>{row.primary_account_name ?? ''}</LongCell>,
          },
        ]
      : []),
    {
      key: 'roles',
      head: t('administrators.roles'),
      width: 190,
      narrow: 150,
      cell: (row) => <LongCell>{roleNames(row.roles)}</LongCell>,
    },
  ];
}
