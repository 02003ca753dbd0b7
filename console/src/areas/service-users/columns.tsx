/** The columns of the list of service users. */
import type { ServiceUserRow } from '@signet/contract/areas/service-users';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { useRoleNames } from '../../shell/person/role-names.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { EmailAddress } from '../../ui/EmailAddress.tsx';
import { StatusDot } from '../../ui/State.tsx';

/** `accounts`: whether the viewer sees those of more accounts than the own. */
export function useServiceUserColumns({ accounts }: { accounts: boolean }): Column<ServiceUserRow>[] {
  const t = useText();
  const roleNames = useRoleNames();
  return [
    {
      key: 'name',
      head: t('serviceUsers.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.serviceUser(row.id)} title={row.name}>
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'status',
      head: t('serviceUsers.status'),
      small: 'status',
      width: 110,
      cell: (row) => <StatusDot on={row.active}>{t(row.active ? 'serviceUsers.on' : 'serviceUsers.off')}</StatusDot>,
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('serviceUsers.account'),
            small: 'id' as const,
            width: 200,
            cell: (row: ServiceUserRow) => <LongCell>{row.primary_account_name ?? ''}</LongCell>,
          },
        ]
      : []),
    {
      key: 'roles',
      head: t('people.roles'),
      width: 230,
      cell: (row) => <LongCell>{roleNames(row.roles)}</LongCell>,
    },
    {
      key: 'email',
      head: t('serviceUsers.email'),
      sort: 'email',
      small: 'end',
      width: 270,
      narrow: 240,
      cell: (row) => (
        <span className="t2" data-long title={row.email}>
          <EmailAddress>{row.email}</EmailAddress>
        </span>
      ),
    },
  ];
}
