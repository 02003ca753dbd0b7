/** The accounts that the person may see. */
import { ACCESS } from '@signet/contract/access';
import { ACCOUNT_FILTERS, ACCOUNT_SORT } from '@signet/contract/areas/account-record';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useApi, useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { csvOf } from '../../shell/list/csv-export.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { useToday } from '../../session/today.ts';
import { accountRowMenu } from './AccountRowMenu.tsx';
import { useAccountBulk } from './bulk.tsx';
import { useAccountColumns, useLinkedNames } from './columns.tsx';
import { ExpiryBanners } from './ExpiryBanners.tsx';
import { ACCEPTS, accountFilters, accountQuery, useAccountFilters } from './filters.ts';

export default function AccountsPage() {
  const t = useText();
  const partners = useAllows(ACCESS.accounts.viewPartners);
  const federated = useAllows(ACCESS.accounts.viewFederation);
  const today = useToday();
  const list = useList({
    filters: accountFilters(partners),
    sorts: ACCOUNT_SORT,
    defaultSort: ['name:asc'],
    defaultFilters: { active: 'true' },
    accepts: ACCEPTS,
    remember: 'accounts',
  });
  const query = useApiList('GET /account/ui-api/v1/account', {
    query: { ...list.paging, ...accountQuery(list.filters, today) },
  });
  // "128 of 312": how many there are without any filter.
  const all = useApi('GET /account/ui-api/v1/account', { query: { limit: 1 } }).data;
  const columns = useAccountColumns({ partners, federated, today });
  const filters = useAccountFilters(partners, list.filters.partner_account_name);
  const count = (total: number): string => {
    if (!all || total >= all.total) return t('accounts.count', { total });
    return all.total_exact
      ? t('accounts.countOf', { total, all: all.total })
      : t('list.ofMore', { total, count: t('accounts.count', { total: all.total }) });
  };
  const creates = useAllows(ACCESS.accounts.create);
  const edits = useAllows(ACCESS.accounts.edit);
  const isLinked = useLinkedNames();
  // Who may only look needs a menu where a name does not lead to its account.
  const opens = edits || query.data?.items.some((row) => !isLinked(row)) === true;
  const create = creates && (
    <ButtonLink
      to={paths.accountCreateChoice()}
      variant="filled"
      pageKey="C"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('accounts.create')}
    </ButtonLink>
  );
  return (
    <ListPage
      title={t('accounts.title')}
      actions={create}
      {...(opens ? { rowMenu: accountRowMenu } : {})}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={columns}
      search={{ name: 'name', label: t('accounts.filterByName'), max: ACCOUNT_FILTERS.name.max }}
      filters={filters}
      bulk={useAccountBulk(accountQuery(list.filters, today), today)}
      csv={csvOf('GET /account/ui-api/v1/account/export', accountQuery(list.filters, today))}
      plainName={t('accounts.activeOnes')}
      totalOf={(view) => totalOf(accountQuery(view, today))}
      count={count}
      banners={
        <Allowed access={ACCESS.accounts.viewExpiring}>
          <ExpiryBanners />
        </Allowed>
      }
      empty={{ icon: IconBuildingBank, title: t('accounts.none'), body: t('accounts.noneBody'), action: create }}
    />
  );
}

function totalOf(filters: ReturnType<typeof accountQuery>): ReturnType<TotalOf> {
  const query = { limit: 1, ...filters };
  return {
    queryKey: ['GET /account/ui-api/v1/account', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/account', { query, signal }),
  };
}
