/** The service users that the person may see (S-059). */
import { ACCESS } from '@signet/contract/access';
import {
  SERVICE_USER_FILTERS,
  SERVICE_USER_SCOPES,
  SERVICE_USER_SORT,
} from '@signet/contract/areas/service-user-record';
import { IconPlus, IconRobot } from '@tabler/icons-react';
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
import { useServiceUserColumns } from './columns.tsx';
import { serviceUserRowMenu } from './ServiceUserMenu.tsx';

const LIST = 'GET /account/ui-api/v1/service-user';

export default function ServiceUsersPage() {
  const t = useText();
  const manages = useAllows(ACCESS.serviceUsers.manage);
  const {
    list,
    filters,
    editors: byPlace,
    showsAccounts,
  } = usePeopleList(SERVICE_USER_FILTERS, {
    sorts: SERVICE_USER_SORT,
    remember: 'service-users',
  });
  const query = useApiList(LIST, { query: { ...list.paging, ...filters } });
  const editors: FilterEditors<FilterName<typeof SERVICE_USER_FILTERS>> = {
    name: null,
    active: {
      label: t('serviceUsers.status'),
      choices: [
        { value: 'true', label: t('serviceUsers.on') },
        { value: 'false', label: t('serviceUsers.off') },
      ],
    },
    access_scope: {
      label: t('person.scope'),
      choices: SERVICE_USER_SCOPES.map((value) => ({ value, label: t(`scope.${value}`) })),
    },
    ...byPlace,
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.serviceUserCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('serviceUsers.create')}
    </ButtonLink>
  );
  return (
    <ListPage
      title={t('serviceUsers.title')}
      actions={manages && create}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useServiceUserColumns({ accounts: showsAccounts })}
      {...(manages ? { rowMenu: serviceUserRowMenu } : {})}
      csv={csvOf('GET /account/ui-api/v1/service-user/export', filters)}
      search={{ name: 'name', label: t('serviceUsers.filterByName'), max: SERVICE_USER_FILTERS.name.max }}
      filters={filterSpecs(editors, SERVICE_USER_FILTERS, list.filters)}
      plainName={t('serviceUsers.all')}
      totalOf={totalOf}
      count={(total) => t('serviceUsers.count', { total })}
      empty={{
        icon: IconRobot,
        title: t('serviceUsers.none'),
        body: t('serviceUsers.noneBody'),
        action: manages && create,
      }}
    />
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(SERVICE_USER_FILTERS, kept) };
  return { queryKey: [LIST, { query }], queryFn: ({ signal }) => call(LIST, { query, signal }) };
}
