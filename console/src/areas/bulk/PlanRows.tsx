/** The rows of a plan with their verdicts and results, beside what it touches or what has become of it. */
import { BULK_ROW_FILTERS, BULK_ROW_SORT } from '@signet/contract/areas/bulk-record';
import type { BulkPlan, BulkRow } from '@signet/contract/bulk';
import { IconArrowRight, IconListCheck } from '@tabler/icons-react';
import { useApiList } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText, type TextKey } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import type { Column } from '../../shell/list/column.ts';
import { csvOf } from '../../shell/list/csv-export.ts';
import { acceptsOf, filterNames, soundFilters } from '../../shell/list/declared-filters.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { RUN_TONES } from '../../shell/bulk/run-state.ts';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';
import { useActTexts } from '../../shell/bulk/act-texts.ts';
import { PlanAside } from './PlanAside.tsx';
import { RowTabs } from './RowTabs.tsx';
import { RunCard } from './RunCard.tsx';
import { ValueFact } from './ValueFact.tsx';
import css from './bulk.module.css';

const ROWS = 'GET /account/ui-api/v1/bulk/{id}/row';

export function PlanRows({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const time = useDateTimeFormat();
  const { title } = useActTexts(plan);
  useCrumbName(title);
  const list = useList({
    filters: filterNames(BULK_ROW_FILTERS),
    sorts: BULK_ROW_SORT,
    defaultSort: ['position:asc'],
    accepts: acceptsOf(BULK_ROW_FILTERS),
  });
  const filters = soundFilters(BULK_ROW_FILTERS, list.filters);
  const params = { id: plan.id };
  const query = useApiList(ROWS, { params, query: { ...list.paging, ...filters } });
  const begun = plan.started_at !== null;
  return (
    <ListPage
      title={title}
      beside={<StatusBadge tone={RUN_TONES[plan.status]}>{t(`bulk.status.${plan.status}`)}</StatusBadge>}
      lead={
        <>
          {t(leadOf(plan), {
            total: plan.total,
            at: time(plan.made_at),
          })}{' '}
          <ValueFact input={plan.input} />
          {!plan.own && <> {t('bulk.ofOther', { name: plan.made_by_name })}</>}
        </>
      }
      banners={begun && <RunCard plan={plan} />}
      tabs={<RowTabs plan={plan} list={list} />}
      aside={begun ? undefined : <PlanAside plan={plan} />}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useColumns(plan)}
      csv={csvOf(`${ROWS}/export`, filters, params)}
      search={{ name: 'name', label: t('bulk.filterByName'), max: BULK_ROW_FILTERS.name.max }}
      count={(total) => t('bulk.count', { total })}
      empty={{ icon: IconListCheck, title: t('bulk.none') }}
    />
  );
}

/** Which rows it is for. */
function leadOf({ undoes, filters, act }: BulkPlan): TextKey {
  if (undoes) return 'bulk.forUndo';
  if (act === 'administrators.create' || act === 'enrollments.create') return 'bulk.forListed';
  return filters ? 'bulk.forMatching' : 'bulk.forChosen';
}

/** Whether there is a record to go to: not once it is gone or has been deleted, nor before it is made. */
const isThere = ({ act }: BulkPlan, { outcome, reason }: BulkRow): boolean =>
  act === 'administrators.create' || act === 'enrollments.create'
    ? outcome === 'done'
    : outcome !== 'gone' && reason?.status !== 'NOT_FOUND' && !(act.endsWith('.remove') && outcome === 'done');

function useColumns(plan: BulkPlan): Column<BulkRow>[] {
  const t = useText();
  const { recordAt } = useActTexts(plan);
  const begun = plan.started_at !== null;
  return [
    {
      key: 'name',
      head: t('bulk.name'),
      sort: 'name',
      small: 'name',
      cell: (row) =>
        isThere(plan, row) ? (
          <PageLink to={recordAt(row.id)} title={row.name}>
            {row.name}
          </PageLink>
        ) : (
          <span title={row.name}>{row.name}</span>
        ),
    },
    {
      key: 'verdict',
      head: t(begun ? 'bulk.outcome' : 'bulk.verdict'),
      sort: 'position',
      small: 'id',
      width: 480,
      cell: (row) => <Verdict row={row} />,
    },
  ];
}

/** What was said of the row, or came of it, and why. */
function Verdict({ row: { verdict, reason, outcome, outcome_reason: why } }: { row: BulkRow }) {
  const t = useText();
  const said = why ?? reason;
  const reasonText = said && problemText({ message: '', ...said });
  const label = outcome === null ? t(`bulk.verdict.${verdict}`) : t(`bulk.outcome.${outcome}`);
  const isBad = outcome === 'refused' || (outcome === null && verdict === 'refused');
  const isStale = outcome === 'changed' || outcome === 'gone';
  return (
    <span className={css.verdict}>
      {isBad ? (
        <StatusBadge tone="bad">{label}</StatusBadge>
      ) : isStale ? (
        <StatusBadge tone="warn">{label}</StatusBadge>
      ) : outcome === null && verdict === 'change' ? (
        <span className={css.plain}>
          <IconArrowRight size={15} stroke={1.75} aria-hidden />
          {label}
        </span>
      ) : (
        <StatusDot on={outcome === 'done'}>{label}</StatusDot>
      )}
      {reasonText && (
        <span className={css.why} title={reasonText}>
          {reasonText}
        </span>
      )}
    </span>
  );
}
