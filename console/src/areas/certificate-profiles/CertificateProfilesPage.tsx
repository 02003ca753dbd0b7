/** Certificate profiles: by which certificates are made, and for what (S-355). */
import { ACCESS } from '@signet/contract/access';
import { PROFILE_FILTERS, PROFILE_SORT } from '@signet/contract/areas/certificate-profile-record';
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { CERT_TYPES } from '@signet/contract/areas/certificate-template-record';
import { IconPencil, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useAccountFilter } from '../../shell/account/account-filter.ts';
import { useAccountsOfList } from '../../shell/account/account-name.ts';
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
import { useCertificateProfileArchive } from './certificate-profile-acts.tsx';
import { useCertificateProfileColumns } from './columns.tsx';

const ALL = filterNames(PROFILE_FILTERS);
/** Outside of system scope every profile is for people, devices and servers. */
const OF_END_ENTITIES = ALL.filter((name) => name !== 'cert_type');

export default function CertificateProfilesPage() {
  const t = useText();
  const scope = useScope();
  const manages = useAllows(ACCESS.certificateProfiles.manage);
  const byAccount = useAccountsOfList();
  const { actionOf, dialog } = useCertificateProfileArchive();
  const names = scope === 'system' ? ALL : OF_END_ENTITIES;
  const list = useList({
    filters: byAccount.offered ? names : names.filter((name) => name !== 'account_id'),
    defaultFilters: { archived: 'false' },
    sorts: PROFILE_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(PROFILE_FILTERS),
    remember: 'certificate-profiles',
  });
  const filters = soundFilters(PROFILE_FILTERS, list.filters);
  const query = useApiList('GET /account/ui-api/v1/profile', { query: { ...list.paging, ...filters } });
  const editors: FilterEditors<FilterName<typeof PROFILE_FILTERS>> = {
    name: null,
    account_id: useAccountFilter(t('certificateProfiles.account'), list.filters.account_id),
    cert_type:
      scope === 'system'
        ? {
            label: t('certificateProfiles.cert_type'),
            choices: CERT_TYPES.map((value) => ({ value, label: t(`certificateProfiles.cert_type.${value}`) })),
          }
        : null,
    archived: {
      label: t('certificateProfiles.state'),
      choices: [
        { value: 'false', label: t('certificateProfiles.current') },
        { value: 'true', label: t('certificateProfiles.archived') },
      ],
    },
    built_in: {
      label: t('certificateProfiles.kind'),
      choices: [
        { value: 'true', label: t('certificateProfiles.builtIn') },
        { value: 'false', label: t('certificateProfiles.custom') },
      ],
    },
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.certificateProfileCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('certificateProfiles.create')}
    </ButtonLink>
  );
  const rowMenu = (row: CertificateProfileAnswer) => {
    const whyNot = row.why_not_manage && problemText({ message: '', ...row.why_not_manage });
    return (
      <RowActions
        label={t('list.actionsFor', { name: row.name })}
        actions={[
          { label: t('certificateProfiles.edit'), icon: IconPencil, whyNot, to: paths.certificateProfileEdit(row.id) },
          actionOf(row, whyNot),
        ]}
      />
    );
  };
  return (
    <>
      <ListPage
        title={t('nav.certificateProfiles')}
        actions={manages && create}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useCertificateProfileColumns()}
        {...(manages ? { rowMenu } : {})}
        search={{ name: 'name', label: t('certificateProfiles.filterByName'), max: PROFILE_FILTERS.name.max }}
        filters={filterSpecs(editors, PROFILE_FILTERS, list.filters)}
        plainName={t('certificateProfiles.all')}
        totalOf={totalOf}
        count={(total) => t('certificateProfiles.count', { total })}
        empty={{
          icon: IconShieldCheck,
          title: t('certificateProfiles.none'),
          body: t('certificateProfiles.noneBody'),
          action: manages && create,
        }}
      />
      {dialog}
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(PROFILE_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/profile', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/profile', { query, signal }),
  };
}
