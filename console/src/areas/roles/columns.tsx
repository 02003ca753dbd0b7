/** The columns of the roles list. */
import type { RoleRow } from '@signet/contract/areas/roles';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

/** `accounts`: whether the viewer sees more than one account. */
export function useRoleColumns({ accounts }: { accounts: boolean }): Column<RoleRow>[] {
  const t = useText();
  const words = useRoleWords();
  const plain = (text: string) => (
    <span className="t2" data-long title={text}>
      {text}
    </span>
  );
  return [
    {
      key: 'name',
      head: t('roles.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <span className={css.named} data-beside>
          <PageLink to={paths.role(row.id)} title={row.name}>
            {row.name}
          </PageLink>
          {row.archived_at !== null && <StatusBadge tone="off">{t('roles.archived')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'application',
      head: t('roles.application'),
      sort: 'app_code',
      small: 'id',
      width: 210,
      narrow: 180,
      cell: (row) => plain(t(`product.${row.app_code}`)),
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('roles.account_name'),
            width: 210,
            narrow: 170,
            cell: (row: RoleRow) => plain(words.account(row)),
          },
        ]
      : []),
    {
      key: 'kind',
      head: t('roles.kind'),
      width: 120,
      cell: (row) => plain(t(row.predefined ? 'roles.predefined' : 'roles.custom')),
    },
    {
      key: 'permissions',
      head: t('roles.permissions'),
      num: true,
      width: 120,
      cell: (row) => t('list.total', { total: row.permissions.length }),
    },
    {
      key: 'users',
      head: t('roles.users'),
      num: true,
      small: 'end',
      width: 100,
      cell: (row) => words.users(row),
    },
  ];
}
