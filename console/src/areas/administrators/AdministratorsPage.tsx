/** The people whom the person may see (S-044). */
import { ACCESS } from '@signet/contract/access';
import {
  ADMINISTRATOR_FILTERS,
  ADMINISTRATOR_SORT,
  PERSON_STATUSES,
} from '@signet/contract/areas/administrator-record';
import { SCOPES } from '@signet/contract/viewer';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { csvOf } from '../../shell/list/csv-export.ts';
import { filterSpecs, soundFilters, type FilterEditors, type FilterName } from '../../shell/list/declared-filters.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { usePeopleList } from '../../shell/person/people-list.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { administratorRowMenu } from './AdministratorRowMenu.tsx';
import { useAdministratorBulk } from './bulk.tsx';
import { useAdministratorColumns } from './columns.tsx';

const LIST = 'GET /account/ui-api/v1/user';

export default function AdministratorsPage() {
  const t = useText();
  const manages = useAllows(ACCESS.administrators.manage);
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const {
    list,
    filters,
    editors: byPlace,
    showsAccounts,
  } = usePeopleList(ADMINISTRATOR_FILTERS, {
    sorts: ADMINISTRATOR_SORT,
    remember: 'administrators',
  });
  const query = useApiList(LIST, { query: { ...list.paging, ...filters } });
  const editors: FilterEditors<FilterName<typeof ADMINISTRATOR_FILTERS>> = {
    name: null,
    access_scope: {
      label: t('person.scope'),
      choices: SCOPES.map((value) => ({ value, label: t(`scope.${value}`) })),
    },
    status: {
      label: t('administrators.status'),
      choices: PERSON_STATUSES.map((value) => ({ value, label: t(`administrators.status.${value}`) })),
    },
    ...byPlace,
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={givesRoles ? paths.administratorWithRolesCreate() : paths.administratorCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('administrators.create')}
    </ButtonLink>
  );
  return (
    <ListPage
      title={t('nav.administrators')}
      actions={
        manages && (
          <>
            <ButtonLink to={givesRoles ? paths.administratorsWithRolesCreate() : paths.administratorsCreate()}>
              {t('administrators.many.title')}
            </ButtonLink>
            {create}
          </>
        )
      }
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useAdministratorColumns({ accounts: showsAccounts })}
      {...(manages ? { rowMenu: administratorRowMenu } : {})}
      bulk={useAdministratorBulk(filters)}
      csv={csvOf('GET /account/ui-api/v1/user/export', filters)}
      search={{ name: 'name', label: t('administrators.filterByName'), max: ADMINISTRATOR_FILTERS.name.max }}
      filters={filterSpecs(editors, ADMINISTRATOR_FILTERS, list.filters)}
      plainName={t('administrators.all')}
      totalOf={totalOf}
      count={(total) => t('administrators.count', { total })}
      empty={{
        icon: IconUsers,
        title: t('administrators.none'),
        body: t('administrators.noneBody'),
        action: manages && create,
      }}
    />
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(ADMINISTRATOR_FILTERS, kept) };
  return { queryKey: [LIST, { query }], queryFn: ({ signal }) => call(LIST, { query, signal }) };
}
