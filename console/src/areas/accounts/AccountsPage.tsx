/** The accounts that the person may see. */
import { IconBuildingBank } from '@tabler/icons-react';
import { useApi, useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useFeatures } from '../../session/profile.ts';
import { useScope } from '../../session/permissions.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import { useToday } from '../../shell/today.ts';
import { useAccountColumns } from './columns.tsx';
import { ExpiryBanners } from './ExpiryBanners.tsx';
import { ACCEPTS, accountFilters, accountQuery, useAccountFilters } from './filters.ts';

const SORTS = ['name', 'active', 'friendly_identifier', 'service_period.from', 'service_period.to', 'type', 'partner_account_name'];

export default function AccountsPage() {
  const t = useText();
  const scope = useScope();
  const features = useFeatures();
  const partners = features['AM_enable_partner_scope'] === true && (scope === 'system' || scope === 'partner');
  const federated = features['AM_show_federated_info_columns'] === true;
  const today = useToday();
  const list = useList({ filters: accountFilters(partners), sorts: SORTS, defaultSort: ['name:asc'], defaultFilters: { active: 'true' }, accepts: ACCEPTS, remember: 'accounts' });
  const query = useApiList('GET /account/ui-api/v1/account', { query: { ...list.paging, ...accountQuery(list.filters, today) } });
  // "128 of 312": how many there are without any filter.
  const all = useApi('GET /account/ui-api/v1/account', { query: { limit: 1 } }).data;
  const columns = useAccountColumns({ partners, federated, today });
  const filters = useAccountFilters(partners);
  const count = (total: number): string => {
    if (!all || total >= all.total) return t('accounts.count', { total });
    return all.total_exact ? t('accounts.countOf', { total, all: all.total }) : t('list.ofMore', { total, count: t('accounts.count', { total: all.total }) });
  };
  return (
    <ListPage
      title={t('accounts.title')}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={columns}
      search={{ name: 'name', label: t('accounts.filterByName') }}
      filters={filters}
      count={count}
      banners={<ExpiryBanners />}
      empty={{ icon: IconBuildingBank, title: t('accounts.none'), body: t('accounts.noneBody') }}
    />
  );
}
