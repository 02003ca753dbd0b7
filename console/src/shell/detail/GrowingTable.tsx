/** The rows of a section of a page: some at first, and more of them with each click. */
import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import type { Column } from '../list/column.ts';
import { useFirstNewRow, useReturnToRow } from '../list/row-focus.ts';
import { Table } from '../list/Table.tsx';
import { Unread } from '../routing/Unread.tsx';
import css from './growing-table.module.css';

/** How many show at first, and how many more with each click. */
const STEP = 20;

/** How many rows a section asks for, and what asks for more. */
export function useGrowing(): { limit: number; onMore: () => void } {
  const [limit, setLimit] = useState(STEP);
  return { limit, onMore: () => setLimit(limit + STEP) };
}

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  query: {
    data: { items: readonly Row[]; total: number } | undefined;
    error: Failure | null;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  onMore: () => void;
  /** What is said where there are none. */
  none: ReactNode;
  rowMenu?: ((row: Row) => ReactNode) | undefined;
};

export function GrowingTable<Row extends { id: string }>({
  caption,
  columns,
  query,
  onMore,
  none,
  rowMenu,
}: Props<Row>) {
  const t = useText();
  const { data, error, isPlaceholderData: busy } = query;
  const box = useRef<HTMLDivElement>(null);
  const onRowClick = useReturnToRow(box, data ? data.items.map(({ id }) => id) : null);
  const onPressed = useFirstNewRow(box, 'tr[data-row]', data?.items.length ?? 0, busy);
  if (error && !data) return <Unread error={error} retry={query.refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{none}</p>;
  return (
    <>
      <div ref={box} className={`card ${css.table}`}>
        <Table
          caption={caption}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={rowMenu}
          busy={busy}
          limit={STEP}
          onRowClick={onRowClick}
        />
      </div>
      {data.total > data.items.length && (
        <Button
          mt={10}
          loading={busy}
          onClick={(event) => {
            onPressed(event);
            onMore();
          }}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  );
}
