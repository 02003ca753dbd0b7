/** The enrollments that the person may see: who was invited to a certificate, and how far they have come. */
import { ACCESS } from '@signet/contract/access';
import { ENROLLMENT_FILTERS, ENROLLMENT_SORT } from '@signet/contract/areas/enrollment-record';
import { ENROLLMENT_STATUSES, KEYSTORE_LOCATIONS } from '@signet/contract/areas/enrollment-rules';
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
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
import { useEnrollmentActs } from './acts.tsx';
import { useEnrollmentBulk } from './bulk.ts';
import { useEnrollmentColumns } from './columns.tsx';

const LIST = 'GET /account/ui-api/v2/enrollment';
const ALL = filterNames(ENROLLMENT_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function EnrollmentsPage() {
  const t = useText();
  const manages = useAllows(ACCESS.enrollments.manage);
  const invites = useAllows(ACCESS.enrollments.invite);
  const byAccount = useAccountsOfList();
  const { actsOf, dialog } = useEnrollmentActs();
  const list = useList({
    filters: byAccount.offered ? ALL : OF_ONE_ACCOUNT,
    sorts: ENROLLMENT_SORT,
    defaultSort: ['created_at:desc'],
    accepts: acceptsOf(ENROLLMENT_FILTERS),
    remember: 'enrollments',
  });
  const filters = soundFilters(ENROLLMENT_FILTERS, list.filters);
  const query = useApiList(LIST, { query: { ...list.paging, ...filters } });
  const rows = query.data?.items ?? [];
  /** By what a list that was opened from elsewhere is narrowed, in words. */
  const named = (label: string, nameOf: (row: EnrollmentRow) => string | undefined) => ({
    label,
    valueText: (id: string) => rows.map(nameOf).find((name) => name !== undefined) ?? id,
  });
  const editors: FilterEditors<FilterName<typeof ENROLLMENT_FILTERS>> = {
    name: null,
    status: {
      label: t('enrollments.status'),
      choices: ENROLLMENT_STATUSES.map((value) => ({ value, label: t(`enrollments.status.${value}`) })),
    },
    keystore_location: {
      label: t('enrollments.keystore_location'),
      choices: KEYSTORE_LOCATIONS.map((value) => ({ value, label: t(`enrollments.keystore.${value}`) })),
    },
    renewal: {
      label: t('enrollments.kind'),
      choices: [
        { value: 'false', label: t('enrollments.kind.invitation') },
        { value: 'true', label: t('enrollments.kind.renewal') },
      ],
    },
    account_id: useAccountFilter(t('enrollments.account'), list.filters.account_id),
    seat_id: filters.seat_id === undefined ? null : named(t('enrollments.seat'), ({ seat }) => seat?.name),
    user_id: filters.user_id === undefined ? null : named(t('list.person'), ({ person }) => person?.name),
    template_id:
      filters.template_id === undefined
        ? null
        : named(t('enrollments.template'), ({ template_name: name }) => name ?? undefined),
  };
  const invite = (
    <ButtonLink
      pageKey="C"
      to={paths.enrollmentCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('enrollments.invite')}
    </ButtonLink>
  );
  const rowMenu = (row: EnrollmentRow) => (
    <RowActions label={t('list.actionsFor', { name: row.name })} actions={actsOf(row)} />
  );
  return (
    <>
      <ListPage
        title={t('nav.enrollments')}
        actions={
          invites && (
            <>
              <ButtonLink to={paths.enrollmentsCreate()}>{t('enrollments.many.open')}</ButtonLink>
              {invite}
            </>
          )
        }
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useEnrollmentColumns({ accounts: byAccount.shown })}
        {...(manages ? { rowMenu } : {})}
        bulk={useEnrollmentBulk(filters)}
        csv={csvOf('GET /account/ui-api/v2/enrollment/export', filters)}
        search={{ name: 'name', label: t('enrollments.filterByName'), max: ENROLLMENT_FILTERS.name.max }}
        filters={filterSpecs(editors, ENROLLMENT_FILTERS, list.filters)}
        plainName={t('enrollments.all')}
        totalOf={totalOf}
        count={(total) => t('enrollments.count', { total })}
        empty={{
          icon: IconUserPlus,
          title: t('enrollments.none'),
          body: t('enrollments.noneBody'),
          action: invites && invite,
        }}
      />
      {dialog}
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(ENROLLMENT_FILTERS, kept) };
  return { queryKey: [LIST, { query }], queryFn: ({ signal }) => call(LIST, { query, signal }) };
}
