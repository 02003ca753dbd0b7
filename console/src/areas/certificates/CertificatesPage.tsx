/** The certificates of people, devices and servers that the person may see (S-353). */
import { ACCESS } from '@signet/contract/access';
import { CERTIFICATE_FILTERS, CERTIFICATE_SORT } from '@signet/contract/areas/certificate-record';
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { CERTIFICATE_STATUSES } from '@signet/contract/certificate-status';
import { IconCertificate, IconCertificateOff } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { useAccountFilter } from '../../shell/account/account-filter.ts';
import { useAccountsOfList } from '../../shell/account/account-name.ts';
import { useAuthorities } from '../../shell/certificate/authorities.ts';
import { useProfileChoices } from '../../shell/certificate/profiles.ts';
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
import { useNameOfId } from '../../shell/list/short-id.ts';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { PersonEditor } from '../../shell/person/PersonEditor.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { useCertificateBulk } from './bulk.tsx';
import { nameOf, useCertificateColumns } from './columns.tsx';
import { RevokeCertificate } from './RevokeCertificate.tsx';

type Named = { id: string; name: string };

const ALL = filterNames(CERTIFICATE_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function CertificatesPage() {
  const t = useText();
  const revokes = useAllows(ACCESS.certificates.revoke);
  const [revoking, setRevoking] = useState<CertificateRow | null>(null);
  const findsPeople = useAllows(ACCESS.administrators.view);
  const byAccount = useAccountsOfList();
  const list = useList({
    filters: byAccount.offered ? ALL : OF_ONE_ACCOUNT,
    sorts: CERTIFICATE_SORT,
    defaultSort: ['created_at:desc'],
    accepts: acceptsOf(CERTIFICATE_FILTERS),
    remember: 'certificates',
  });
  const filters = soundFilters(CERTIFICATE_FILTERS, list.filters);
  const query = useApiList('GET /account/ui-api/v1/certificate', { query: { ...list.paging, ...filters } });
  const rows = query.data?.items ?? [];
  const ofPerson = rows.find(({ person }) => person?.id === filters.user_id)?.person;
  const ofAuthority = rows.find((row) => row.authority_id === filters.authority_id);
  const nameOfId = useNameOfId();
  /** A filter by one of some records; none where there is nothing to choose, unless an address has brought one. */
  const named = (label: string, chosen: string | undefined, records: readonly Named[], name?: string | null) => {
    const valueText = (id: string) => nameOfId(id, name);
    if (records.length > 0) {
      return { label, choices: records.map((one) => ({ value: one.id, label: one.name })), valueText };
    }
    return chosen === undefined ? null : { label, valueText };
  };
  const editors: FilterEditors<FilterName<typeof CERTIFICATE_FILTERS>> = {
    name: null,
    status: {
      label: t('certificateList.status'),
      choices: CERTIFICATE_STATUSES.map((value) => ({ value, label: t(`certificates.status.${value}`) })),
    },
    serial: { label: t('certificates.serial') },
    account_id: useAccountFilter(t('certificateList.account'), list.filters.account_id),
    authority_id: named(
      t('certificateList.authority'),
      filters.authority_id,
      useAuthorities().data?.items ?? [],
      ofAuthority?.authority_name,
    ),
    profile_id: named(
      t('certificateList.profile'),
      filters.profile_id,
      useProfileChoices(),
      // All rows are of that one, once they have come.
      query.isPlaceholderData ? null : rows[0]?.profile_name,
    ),
    user_id:
      findsPeople || filters.user_id !== undefined
        ? { label: t('list.person'), editor: PersonEditor, valueText: (id) => nameOfId(id, ofPerson?.name) }
        : null,
    seat_id: named(t('certificateList.seat'), filters.seat_id, []),
    ends_from: { label: t('certificateList.ends_from'), kind: 'day' },
    ends_to: { label: t('certificateList.ends_to'), kind: 'day' },
  };
  const rowMenu = (row: CertificateRow) => (
    <RowActions
      label={t('list.actionsFor', { name: nameOf(row) })}
      actions={[
        {
          label: t('certificateList.revoke'),
          icon: IconCertificateOff,
          danger: true,
          whyNot: row.why_not.revoke && problemText({ message: '', ...row.why_not.revoke }),
          act: () => setRevoking(row),
        },
      ]}
    />
  );
  return (
    <>
      <ListPage
        title={t('nav.certificates')}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useCertificateColumns({ accounts: byAccount.shown })}
        {...(revokes ? { rowMenu } : {})}
        bulk={useCertificateBulk(list.filters)}
        csv={csvOf('GET /account/ui-api/v1/certificate/export', filters)}
        search={{ name: 'name', label: t('certificateList.filterByName'), max: CERTIFICATE_FILTERS.name.max }}
        filters={filterSpecs(editors, CERTIFICATE_FILTERS, list.filters)}
        plainName={t('certificateList.all')}
        totalOf={totalOf}
        count={(total) => t('certificateList.count', { total })}
        empty={{ icon: IconCertificate, title: t('certificateList.none'), body: t('certificateList.noneBody') }}
      />
      <RevokeCertificate certificate={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(CERTIFICATE_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/certificate', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/certificate', { query, signal }),
  };
}
