/** The organizations that the person may see. */
import { ACCESS } from '@signet/contract/access';
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { IconBuildingSkyscraper, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useCurrentAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { csvOf } from '../../shell/list/csv-export.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { AccountEditor, useAccountOf } from './AccountEditor.tsx';
import { useBulkDelete } from './bulk-delete.ts';
import { CountryEditor } from './CountryEditor.tsx';
import { useCountryName } from '../../session/countries.ts';
import { useOrganizationColumns } from './columns.tsx';
import { DeleteOrganization } from './DeleteOrganization.tsx';

const upTo = (max: number) => (value: string) => value.length <= max;
const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isCode = (value: string) => /^[A-Z]{2}$/.test(value);

export default function OrganizationsPage() {
  const t = useText();
  const scope = useScope();
  const manages = useAllows(ACCESS.organizations.manage);
  const country = useCountryName();
  const [deleting, setDeleting] = useState<OrganizationRow | null>(null);
  const current = useCurrentAccount();
  const switches = useSwitchesAccounts();
  const seesMany = scope === 'system' || scope === 'partner';
  const list = useList({
    filters: seesMany || switches ? ['name', 'city', 'country', 'account_id'] : ['name', 'city', 'country'],
    // The list follows the account that was chosen in the header; the filter of another one does not outlive it.
    ...(switches && current ? { defaultFilters: { account_id: current.id } } : {}),
    sorts: ['name', 'city', 'country'],
    defaultSort: ['name:asc'],
    accepts: {
      name: upTo(255),
      city: upTo(128),
      country: isCode,
      account_id: (value) => (switches ? value === current?.id : isId(value)),
    },
    remember: 'organizations',
  });
  const accountName = useAccountOf(list.filters.account_id);
  const query = useApiList('GET /account/ui-api/v1/organization', { query: { ...list.paging, ...list.filters } });
  const accountLabel = { name: 'account_id', label: t('organizations.account_name') } as const;
  const accountFilter = seesMany
    ? [{ ...accountLabel, editor: AccountEditor, words: () => accountName }]
    : switches && current
      ? [{ ...accountLabel, choices: [{ value: current.id, label: current.display_name || current.name }] }]
      : [];
  const create = (
    <ButtonLink
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
        bulk={useBulkDelete(manages)}
        csv={csvOf('GET /account/ui-api/v1/organization/export', list.filters)}
        search={{ name: 'name', label: t('organizations.filterByName') }}
        filters={[
          { name: 'city', label: t('organizations.city') },
          { name: 'country', label: t('organizations.country'), editor: CountryEditor, words: country },
          ...accountFilter,
        ]}
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

function totalOf({ name, city, country, account_id }: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = {
    limit: 1,
    ...(name === undefined ? {} : { name }),
    ...(city === undefined ? {} : { city }),
    ...(country === undefined ? {} : { country }),
    ...(account_id === undefined ? {} : { account_id }),
  };
  return {
    queryKey: ['GET /account/ui-api/v1/organization', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/organization', { query, signal }),
  };
}
