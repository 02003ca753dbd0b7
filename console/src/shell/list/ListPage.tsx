/** A list as a page: title and actions, banners, filters, table, footer; with its busy, empty and failed states. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Icon } from '@tabler/icons-react';
import { IconFilterOff } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Filters, type FilterSpec } from './Filters.tsx';
import { ListFoot } from './ListFoot.tsx';
import type { List } from './list-state.ts';
import { useListKeys } from './list-keys.ts';
import { lastPage } from './paging.ts';
import { Table, type Column } from './Table.tsx';
import css from './list.module.css';

export type ListPageProps<Row, F extends string> = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  banners?: ReactNode;
  list: List<F>;
  query: UseQueryResult<{ items: Row[]; total: number }, Failure>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowMenu?: (row: Row) => ReactNode;
  /** The text filter that stands first. */
  search?: { name: F; label: string };
  filters?: readonly FilterSpec<F>[];
  /** "128 accounts" */
  count: (total: number) => string;
  /** What to say while there is nothing at all. */
  empty: { icon: Icon; title: string; body?: ReactNode; action?: ReactNode };
};

export function ListPage<Row, F extends string>(props: ListPageProps<Row, F>) {
  const { title, lead, actions, banners, list, query, columns, rowId, rowMenu, search, filters, count, empty } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const { data, error } = query;
  const last = data ? lastPage(data.total, list.limit) : null;
  const beyond = last !== null && list.page > last && !query.isPlaceholderData;
  // A page that is not there shows the last one instead (S-012).
  useEffect(() => {
    if (beyond) list.setPage(last, true);
    // oxlint-disable-next-line react/exhaustive-deps -- `list` is made anew on each render
  }, [beyond, last]);
  useListKeys(box, list, last ?? 1);
  const failed = error !== null && data === undefined;
  const nothing = data !== undefined && data.total === 0;
  return (
    <div ref={box}>
      <PageTitle title={title} actions={actions} lead={lead} />
      {banners && <div className={css.banners}>{banners}</div>}
      {(search || filters) && <Filters list={list} search={search} filters={filters ?? []} columns={columns} count={data ? count(data.total) : ''} />}
      <p role="status" className="vh">{data && !query.isPlaceholderData ? count(data.total) : ''}</p>
      <div className={css.table} data-alone={search || filters ? undefined : true}>
        {failed && <Failed title={t('list.failed')} message={problemText(error)} correlationId={error.correlationId} onRetry={() => void query.refetch()} />}
        {nothing && (list.filtered ? (
          <EmptyState icon={IconFilterOff} title={t('list.noMatch')} action={<Button onClick={list.clearFilters}>{t('list.clearAll')}</Button>}>{t('list.noMatchBody')}</EmptyState>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>{empty.body}</EmptyState>
        ))}
        {!failed && !nothing && <div className={css.scroll}><Table caption={title} columns={columns} rows={data?.items ?? null} rowId={rowId} rowMenu={rowMenu} sort={list.sort} onSort={list.setSort} busy={query.isPlaceholderData} limit={list.limit} /></div>}
        {data && data.total > 0 && <ListFoot list={list} total={data.total} />}
      </div>
    </div>
  );
}
