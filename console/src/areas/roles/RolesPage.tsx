/** The roles that the person may see (S-064). */
import { ACCESS } from '@signet/contract/access';
import { ROLE_FILTERS, ROLE_SORT } from '@signet/contract/areas/role-record';
import type { RoleRow } from '@signet/contract/areas/roles';
import { APP_CODES } from '@signet/contract/viewer';
import { IconArrowsDiff, IconPlus, IconUserShield } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useAccountFilter } from '../../shell/account/account-filter.ts';
import { useAccountsOfList } from '../../shell/account/account-name.ts';
import { csvOf } from '../../shell/list/csv-export.ts';
import {
  acceptsOf,
  filterNames,
  filterSpecs,
  soundFilters,
  type FilterEditors,
  type FilterName,
} from '../../shell/list/declared-filters.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useRoleColumns } from './columns.tsx';
import { useRoleActs } from './role-acts.tsx';

const ALL = filterNames(ROLE_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function RolesPage() {
  const t = useText();
  const manages = useAllows(ACCESS.roles.manage);
  const byAccount = useAccountsOfList();
  const { actionsOf, dialogs } = useRoleActs();
  const list = useList({
    filters: byAccount.offered ? ALL : OF_ONE_ACCOUNT,
    defaultFilters: { archived: 'false' },
    sorts: ROLE_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(ROLE_FILTERS),
    remember: 'roles',
  });
  const filters = soundFilters(ROLE_FILTERS, list.filters);
  const query = useApiList('GET /account/ui-api/v1/role', { query: { ...list.paging, ...filters } });
  const editors: FilterEditors<FilterName<typeof ROLE_FILTERS>> = {
    name: null,
    application_id: {
      label: t('roles.application'),
      choices: APP_CODES.map((value) => ({ value, label: t(`product.${value}`) })),
    },
    account_id: useAccountFilter(t('roles.account_name'), list.filters.account_id),
    archived: {
      label: t('roles.state'),
      choices: [
        { value: 'false', label: t('roles.current') },
        { value: 'true', label: t('roles.archived') },
      ],
    },
    predefined: {
      label: t('roles.kind'),
      choices: [
        { value: 'true', label: t('roles.predefined') },
        { value: 'false', label: t('roles.custom') },
      ],
    },
    assignable_in: null,
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.roleCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('roles.create')}
    </ButtonLink>
  );
  const rowMenu = (row: RoleRow) => (
    <RowActions label={t('list.actionsFor', { name: row.name })} actions={actionsOf(row)} />
  );
  return (
    <>
      <ListPage
        title={t('nav.userRoles')}
        actions={
          <>
            <ButtonLink to={paths.roleCompare()} leftSection={<IconArrowsDiff size={16} stroke={1.75} aria-hidden />}>
              {t('roles.compare')}
            </ButtonLink>
            {manages && create}
          </>
        }
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useRoleColumns({ accounts: byAccount.shown })}
        {...(manages ? { rowMenu } : {})}
        csv={csvOf('GET /account/ui-api/v1/role/export', filters)}
        search={{ name: 'name', label: t('roles.filterByName'), max: ROLE_FILTERS.name.max }}
        filters={filterSpecs(editors, ROLE_FILTERS, list.filters)}
        plainName={t('roles.all')}
        totalOf={totalOf}
        count={(total) => t('roles.count', { total })}
        empty={{
          icon: IconUserShield,
          title: t('roles.none'),
          body: t('roles.noneBody'),
          action: manages && create,
        }}
      />
      {dialogs}
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(ROLE_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/role', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/role', { query, signal }),
  };
}
