/** The organizations that the person may see. */
import { ACCESS } from '@signet/contract/access';
import { ORGANIZATION_FILTERS, ORGANIZATION_SORT } from '@signet/contract/areas/organization-record';
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { IconBuildingSkyscraper, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { AccountEditor } from '../../shell/account/AccountEditor.tsx';
import { useAccountOf } from '../../shell/account/named-account.ts';
import { useCurrentAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
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
import { useOrganizationBulk } from './bulk.ts';
import { CountryEditor } from './CountryEditor.tsx';
import { useCountryName } from '../../session/countries.ts';
import { useOrganizationColumns } from './columns.tsx';
import { DeleteOrganization } from './DeleteOrganization.tsx';
import { useLackOfOwner } from './owner.ts';

const ALL = filterNames(ORGANIZATION_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function OrganizationsPage() {
  const t = useText();
  const scope = useScope();
  const manages = useAllows(ACCESS.organizations.manage);
  const country = useCountryName();
  const [deleting, setDeleting] = useState<OrganizationRow | null>(null);
  const current = useCurrentAccount();
  const switches = useSwitchesAccounts();
  const seesMany = scope === 'system' || scope === 'partner';
  const picksAccount = useAllows(ACCESS.accounts.view) && seesMany;
  const list = useList({
    filters: picksAccount || switches ? ALL : OF_ONE_ACCOUNT,
    // The list follows the account that was chosen in the header; the filter of another one does not outlive it.
    ...(switches && current ? { defaultFilters: { account_id: current.id } } : {}),
    sorts: ORGANIZATION_SORT,
    defaultSort: ['name:asc'],
    accepts: {
      ...acceptsOf(ORGANIZATION_FILTERS),
      ...(switches ? { account_id: (value: string) => value === current?.id } : {}),
    },
    remember: 'organizations',
  });
  const accountName = useAccountOf(picksAccount ? list.filters.account_id : undefined);
  const query = useApiList('GET /account/ui-api/v1/organization', { query: { ...list.paging, ...list.filters } });
  const account = { label: t('organizations.account_name') };
  const own = switches && current ? [{ value: current.id, label: current.display_name || current.name }] : null;
  const editors: FilterEditors<FilterName<typeof ORGANIZATION_FILTERS>> = {
    name: null,
    city: { label: t('organizations.city') },
    country: { label: t('organizations.country'), editor: CountryEditor, valueText: country },
    account_id: picksAccount
      ? { ...account, editor: AccountEditor, valueText: () => accountName }
      : own && { ...account, choices: own },
  };
  const canName = useLackOfOwner() === null;
  const create = canName && (
    <ButtonLink
      pageKey="C"
      to={paths.organizationCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('organizations.create')}
    </ButtonLink>
  );
  const rowMenu = (row: OrganizationRow) => (
    <RowActions
      label={t('list.actionsFor', { name: row.name })}
      actions={[
        { label: t('organizations.edit'), icon: IconPencil, to: paths.organizationEdit(row.id) },
        { label: t('organizations.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) },
      ]}
    />
  );
  return (
    <>
      <ListPage
        title={t('organizations.title')}
        actions={manages && create}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useOrganizationColumns({ accounts: seesMany || (switches && list.filters.account_id === undefined) })}
        {...(manages ? { rowMenu } : {})}
        bulk={useOrganizationBulk(list.filters)}
        csv={csvOf('GET /account/ui-api/v1/organization/export', list.filters)}
        search={{ name: 'name', label: t('organizations.filterByName'), max: ORGANIZATION_FILTERS.name.max }}
        filters={filterSpecs(editors, ORGANIZATION_FILTERS, list.filters)}
        plainName={
          switches && current
            ? t('organizations.allOf', { account: current.display_name || current.name })
            : t('organizations.all')
        }
        totalOf={totalOf}
        count={(total) => t('organizations.count', { total })}
        empty={{
          icon: IconBuildingSkyscraper,
          title: t('organizations.none'),
          body: t('organizations.noneBody'),
          action: manages && create,
        }}
      />
      <DeleteOrganization organization={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(ORGANIZATION_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/organization', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/organization', { query, signal }),
  };
}
