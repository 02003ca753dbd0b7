/** A list as a page: title and actions, banners, filters, table, footer; with its busy, empty and failed states. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Icon } from '@tabler/icons-react';
import { IconFilterOff } from '@tabler/icons-react';
import { Button, type ButtonProps } from '@mantine/core';
import { cloneElement, isValidElement, useEffect, useRef, type ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import type { WholeCount } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { Unread } from '../routing/Unread.tsx';
import { useLateBusy } from '../../ui/Busy.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { visibleColumnsOf } from './ColumnsMenu.tsx';
import type { Bulk } from './bulk.ts';
import { BulkBar } from './BulkBar.tsx';
import { CsvButton } from './CsvButton.tsx';
import { useCsvExport, type CsvSource } from './csv-export.ts';
import type { FilterSpec, TextSearch } from './filter-spec.ts';
import { Filters } from './Filters.tsx';
import { ListCount, useCountText } from './ListCount.tsx';
import { ListFoot } from './ListFoot.tsx';
import type { List, View } from './list-state.ts';
import { useListKeys } from './list-keys.ts';
import { useReturnToRow, useTopOfPage } from './row-focus.ts';
import { lastPage, pagesOf, totalOf, type ListAnswer, type Total } from './paging.ts';
import { useSmallScreen } from './small-screen.ts';
import { SavedFilters, type TotalOf } from './SavedFilters.tsx';
import type { Column } from './column.ts';
import { Table } from './Table.tsx';
import { useSelection } from './use-selection.ts';
import css from './list.module.css';

export type ListPageProps<Row, F extends string> = {
  title: string;
  lead?: ReactNode;
  /** Beside the title: its state. */
  beside?: ReactNode;
  actions?: ReactNode;
  banners?: ReactNode;
  /** Over the filters: other looks at the list. */
  tabs?: ReactNode;
  /** Beside the table; on small screens over it. */
  aside?: ReactNode;
  list: List<F>;
  /** As useApiList answers it. */
  query: UseQueryResult<ListAnswer & { items: Row[] }, Failure> & {
    whole?: WholeCount;
  };
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowMenu?: (row: Row) => ReactNode;
  /** What stands over each run of rows for which it answers the same, such as their week. */
  groupOf?: (row: Row) => string;
  /** Actions over selected rows. Without actions the rows can't be selected. */
  bulk?: Bulk<Row>;
  /** Where the list is exported from: `csvOf(endpoint, filters)`. */
  csv?: CsvSource;
  /** The text filter that stands first. */
  search?: TextSearch<F>;
  filters?: readonly FilterSpec<F>[];
  /** What the tab of the list as it is without any choice is called: "Active accounts". */
  plainName?: string;
  /** Ways to look at the list that everybody is offered, before those that a person has saved. */
  views?: readonly (View & { name: string })[];
  /** Asks for one row that these filters find, for the counts on the tabs of saved filters. */
  totalOf?: TotalOf;
  /** "128 accounts"; the list itself says "More than" where counting ended. */
  count: (total: number) => string;
  /** Under the table: what the list does not show. */
  under?: ReactNode;
  /** What to say while there is nothing at all. */
  empty: { icon: Icon; title: string; body?: ReactNode; action?: ReactNode };
};

export function ListPage<Row, F extends string>(props: ListPageProps<Row, F>) {
  const {
    title,
    lead,
    beside,
    actions,
    banners,
    tabs,
    aside,
    list,
    query,
    columns,
    rowId,
    rowMenu,
    groupOf,
    bulk,
    csv,
    search,
    filters,
    plainName,
    views = [],
    totalOf: totalOfView,
    count,
    under,
    empty,
  } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const small = useSmallScreen();
  const visibleColumns = visibleColumnsOf(columns, list.hidden, small);
  const exporting = useCsvExport(csv, list.sort);
  const { data, error } = query;
  const countText = useCountText(count);
  const total = data ? totalOf(data, query.whole?.total ?? null) : null;
  const pages =
    data && total && pagesOf(list.page, list.limit, query.isPlaceholderData ? list.limit : data.items.length, total);
  useLastPage(list, query, total);
  useListKeys(box, list, pages !== null && pages !== undefined && (pages.open || list.page < pages.last));
  const onRowClick = useReturnToRow(box, data && !query.isPlaceholderData ? data.items.map(rowId) : null);
  useTopOfPage(list.page);
  const exportButton = exporting && <CsvButton csv={exporting} total={total} />;
  const failed = error !== null && data === undefined;
  // Read out, since nothing else tells those who don't see the rows grow pale.
  const late = useLateBusy(query.isPlaceholderData || (data === undefined && !failed));
  const selection = useSelection(data?.items.map(rowId) ?? [], JSON.stringify(list.filters), query.isPlaceholderData);
  const selects = bulk !== undefined && bulk.acts.length > 0;
  const bar =
    selects && (selection.all || selection.selected.size > 0) ? (
      <BulkBar
        bulk={bulk}
        state={selection}
        total={total}
        onExport={exporting && ((ids) => exporting.start(ids ?? undefined))}
        exports={exporting !== null && exporting.rows !== null}
      />
    ) : null;
  const nothing = data !== undefined && data.total === 0;
  // Nobody has chosen the filters that a list begins with: what can be made first is offered beside their end.
  const emptyAction = actions ? notPrimary(empty.action) : empty.action;
  const asItBegins = JSON.stringify(list.filters) === JSON.stringify(list.plain.filters);
  return (
    <div ref={box}>
      <PageTitle
        title={title}
        beside={beside}
        actions={
          small || !exportButton ? (
            actions
          ) : (
            <>
              {exportButton}
              {actions}
            </>
          )
        }
        lead={lead}
      />
      {banners && <div className={css.banners}>{banners}</div>}
      {list.saved && list.saved.length + views.length > 0 && (
        <SavedFilters
          list={list}
          views={views}
          saved={list.saved}
          plainName={plainName ?? title}
          totalOf={totalOfView}
        />
      )}
      <div className={aside ? css.withAside : undefined}>
        {aside}
        <div>
          {tabs}
          {(search || filters) && (
            <Filters
              list={list}
              search={search}
              filters={filters ?? []}
              columns={columns}
              count={total && <ListCount text={countText(total)} exact={total.exact} whole={query.whole} />}
              onSelectAll={selects && data && data.items.length > 0 ? selection.togglePage : null}
              exportButton={small ? exportButton : null}
            />
          )}
          <p role="status" className="vh">
            {late ? t('common.loading') : total && !query.isPlaceholderData ? countText(total) : ''}
          </p>
          <div className={css.table} data-alone={search || filters ? undefined : true}>
            {failed && <Unread error={error} retry={query.refetch} />}
            {nothing &&
              (list.filtered ? (
                <EmptyState
                  icon={asItBegins ? empty.icon : IconFilterOff}
                  title={t('list.noMatch')}
                  action={
                    <>
                      <Button onClick={list.clearFilters}>{t('list.clearAll')}</Button>
                      {asItBegins && emptyAction}
                    </>
                  }
                >
                  {t(asItBegins ? 'list.noMatchAtFirst' : 'list.noMatchBody')}
                </EmptyState>
              ) : (
                <EmptyState icon={empty.icon} title={empty.title} action={emptyAction}>
                  {empty.body}
                </EmptyState>
              ))}
            {!failed && !nothing && (
              <div className={css.scroll}>
                <Table
                  caption={title}
                  columns={visibleColumns}
                  rows={data?.items ?? null}
                  rowId={rowId}
                  rowMenu={rowMenu}
                  groupOf={groupOf}
                  select={selects ? { state: selection, name: bulk.name } : null}
                  sort={list.sort}
                  onSort={list.setSort}
                  busy={query.isPlaceholderData}
                  limit={list.limit}
                  onRowClick={onRowClick}
                />
              </div>
            )}
            {pages && (pages.total.count > 0 || bar) && (
              <ListFoot
                list={list}
                pages={pages}
                bar={bar}
                menu={rowMenu !== undefined}
                caption={selects && selection.dropped ? t('list.selectionDropped') : null}
              />
            )}
          </div>
          {under}
        </div>
      </div>
    </div>
  );
}

/** A button as it stands on a page whose title has the one primary button. */
const notPrimary = (action: ReactNode): ReactNode =>
  isValidElement<ButtonProps>(action) ? cloneElement(action, { variant: 'default' }) : action;

/**
 * A page that is not there shows the last one instead (S-012). Where nobody knows the last one, the rows are counted
 * first.
 */
function useLastPage<F extends string>(
  list: List<F>,
  query: ListPageProps<unknown, F>['query'],
  total: Total | null,
): void {
  const empty = query.data !== undefined && query.data.items.length === 0 && list.page > 1 && !query.isPlaceholderData;
  const last = total && (total.exact || !query.whole || query.whole.failure) ? lastPage(total.count, list.limit) : null;
  useEffect(() => {
    if (!empty) return;
    if (last === null) query.whole?.ask();
    else if (list.page > last) list.setPage(last, true);
    // oxlint-disable-next-line react/exhaustive-deps -- list and query are made anew on each render
  }, [empty, last]);
}
