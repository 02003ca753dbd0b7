/** Plans and runs of bulk acts, one's own first; who may, sees the runs of others too. */
import { ACCESS } from '@signet/contract/access';
import { BULK_FILTERS, BULK_SORT } from '@signet/contract/areas/bulk-record';
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { BULK_ACTS, BULK_STATUSES } from '@signet/contract/bulk-names';
import { LIMITS } from '@signet/contract/limits';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { actTexts } from '../../shell/bulk/act-texts.ts';
import { isUnderWay, LOOK_EVERY, RUN_TONES } from '../../shell/bulk/run-state.ts';
import type { Column } from '../../shell/list/column.ts';
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
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { StatusBadge } from '../../ui/State.tsx';

const LIST = 'GET /account/ui-api/v1/bulk';

function useColumns(): Column<BulkPlanSummary>[] {
  const t = useText();
  const time = useDateTimeFormat();
  return [
    {
      key: 'what',
      head: t('bulk.what'),
      small: 'name',
      cell: (row) => {
        const { title, planAt } = actTexts(t, row);
        return (
          <PageLink to={planAt(row.id)} title={title}>
            {title}
          </PageLink>
        );
      },
    },
    {
      key: 'state',
      head: t('bulk.state'),
      small: 'status',
      width: 232,
      cell: ({ status }) => <StatusBadge tone={RUN_TONES[status]}>{t(`bulk.status.${status}`)}</StatusBadge>,
    },
    {
      key: 'rows',
      head: t('bulk.rows'),
      small: 'id',
      width: 168,
      cell: ({ started_at: begun, ended_at: end, settled, done, change }) =>
        begun ? (
          t('bulk.progress', { done: end ? done : settled, total: change })
        ) : (
          <span className="t2">{t('bulk.count', { total: change })}</span>
        ),
    },
    {
      key: 'madeBy',
      head: t('bulk.madeBy'),
      width: 200,
      cell: (row) => (
        <span className="t2" title={row.made_by_name}>
          {row.made_by_name}
        </span>
      ),
    },
    {
      key: 'madeAt',
      head: t('bulk.madeAt'),
      sort: 'made_at',
      small: 'end',
      width: 168,
      cell: (row) => <DateText value={row.made_at} text={time(row.made_at)} />,
    },
  ];
}

export default function BulkRunsPage() {
  const t = useText();
  const seesOthers = useAllows(ACCESS.bulk.viewOthers);
  const list = useList({
    filters: filterNames(BULK_FILTERS),
    sorts: BULK_SORT,
    defaultSort: ['made_at:desc'],
    accepts: acceptsOf(BULK_FILTERS),
    remember: 'bulk-runs',
  });
  const asked = { query: { ...list.paging, ...soundFilters(BULK_FILTERS, list.filters) } };
  const query = useApiList(LIST, asked);
  // The same reading, again and again while a run of the page is under way.
  useQuery({
    ...queryOf(LIST, asked),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_EVERY : false),
  });
  const editors: FilterEditors<FilterName<typeof BULK_FILTERS>> = {
    act: {
      label: t('bulk.what'),
      choices: BULK_ACTS.map((act) => ({ value: act, label: actTexts(t, { act, input: null, undoes: null }).title })),
    },
    status: {
      label: t('bulk.state'),
      choices: BULK_STATUSES.map((value) => ({ value, label: t(`bulk.status.${value}`) })),
    },
    own: seesOthers
      ? {
          label: t('bulk.own'),
          choices: (['true', 'false'] as const).map((value) => ({ value, label: t(`bulk.own.${value}`) })),
        }
      : null,
    attention: null,
  };
  return (
    <ListPage
      title={t('bulk.runs')}
      lead={t('bulk.runsLead', { days: LIMITS.bulkKeptDays })}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useColumns()}
      filters={filterSpecs(editors, BULK_FILTERS, list.filters)}
      count={(total) => t('bulk.runsCount', { total })}
      empty={{ icon: IconListCheck, title: t('bulk.runsNone'), body: t('bulk.runsNoneBody') }}
    />
  );
}
