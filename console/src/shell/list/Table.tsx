/**
 * The table of a list; on small screens each row is two lines. The roles are written out: with another `display` than a
 * table's own, browsers forget them.
 */
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useLateBusy } from '../../ui/Busy.tsx';
import type { BulkState } from './bulk.ts';
import type { SortTerm } from './list-state.ts';
import { RowOutcome } from './RowOutcome.tsx';
import { useSmallScreen } from './small-screen.ts';
import css from './list.module.css';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Column of the API's sort, where it can be sorted by. */
  sort?: string;
  /** Width in px; the name column takes the rest. */
  width?: number;
  num?: boolean;
  /** Where the cell stands in the two lines of a small screen; without it, it is left out there. */
  small?: 'name' | 'status' | 'id' | 'end';
};

/** Written where a linter sees them, they would look like repetition. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Least width of a column without one, in px. */
const NAME_LEAST = 160;
const MENU_WIDTH = 44;
const CHECK_WIDTH = 40;

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while nothing has been loaded. */
  rows: readonly Row[] | null;
  rowId: (row: Row) => string;
  rowMenu: ((row: Row) => ReactNode) | undefined;
  /** The selection, where rows can be selected, and what a row is called. */
  select?: { state: BulkState<Row>; name: (row: Row) => string } | null;
  sort: readonly SortTerm[];
  onSort: (column: string, adding: boolean) => void;
  busy: boolean;
  limit: number;
};

export function Table<Row>({
  caption,
  columns,
  rows,
  rowId,
  rowMenu,
  select = null,
  sort,
  onSort,
  busy,
  limit,
}: Props<Row>) {
  const t = useText();
  // Where a row is two lines nobody sees the heads: they hold no buttons.
  const small = useSmallScreen();
  const late = useLateBusy(busy || rows === null);
  // Between two-line rows and wide screens the table scrolls sideways rather than losing its name column.
  const least = columns.reduce(
    (sum, column) => sum + (column.width ?? NAME_LEAST),
    (rowMenu ? MENU_WIDTH : 0) + (select ? CHECK_WIDTH : 0),
  );
  const count = columns.length + (rowMenu ? 1 : 0) + (select ? 1 : 0);
  return (
    <table
      {...AS.table}
      className={css.rows}
      style={{ '--least': `${least}px` } as CSSProperties}
      aria-busy={busy || rows === null}
      data-late={late || undefined}
      data-select={select ? true : undefined}
    >
      <caption className="vh">{caption}</caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          {select && (
            <th {...AS.head} scope="col" className={css.check}>
              <SelectAll state={select.state} count={rows?.length ?? 0} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={small ? null : onSort} />
          ))}
          {rowMenu && (
            <th {...AS.head} scope="col" className={css.menu} data-small="menu">
              <span className="vh">{t('list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...AS.group}>
        {rows === null
          ? late &&
            Array.from({ length: Math.min(limit, 10) }, (_, index) => (
              <tr key={index} aria-hidden>
                <td colSpan={count}>
                  <span className="vh">{t('common.loading')}</span>
                  <div className={css.bone} />
                </td>
              </tr>
            ))
          : rows.map((row) => <Row key={rowId(row)} {...{ row, id: rowId(row), columns, rowMenu, select }} />)}
      </tbody>
    </table>
  );
}

function Row<R>({
  row,
  id,
  columns,
  rowMenu,
  select = null,
}: Pick<Props<R>, 'columns' | 'rowMenu' | 'select'> & { row: R; id: string }) {
  const t = useText();
  const result = select?.state.results.get(id);
  const named = columns.find((column) => column.small === 'name') ?? columns[0];
  return (
    <tr {...AS.row} data-row data-selected={select?.state.selected.has(id) || undefined}>
      {select && (
        <td {...AS.cell} className={css.check} data-small="check">
          <Checkbox
            aria-label={t('list.selectRow', { name: select.name(row) })}
            checked={select.state.selected.has(id)}
            onChange={({ nativeEvent }) =>
              select.state.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} {...AS.cell} data-small={column.small} className={column.num ? 'num' : undefined}>
          {column === named && result ? (
            <>
              <div className="cut">{column.cell(row)}</div>
              <RowOutcome result={result} />
            </>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {rowMenu && (
        <td {...AS.cell} className={css.menu} data-small="menu">
          {rowMenu(row)}
        </td>
      )}
    </tr>
  );
}

function SelectAll<R>({ state, count }: { state: BulkState<R>; count: number }) {
  const t = useText();
  const chosen = state.rows.length;
  return (
    <Checkbox
      aria-label={t('list.selectAll')}
      checked={chosen > 0 && chosen === count}
      indeterminate={chosen > 0 && chosen < count}
      disabled={count === 0}
      onChange={state.selectAll}
    />
  );
}

function Head<R>({
  column,
  sort,
  onSort,
}: {
  column: Column<R>;
  sort: readonly SortTerm[];
  onSort: ((column: string, adding: boolean) => void) | null;
}) {
  const t = useText();
  const place = column.sort === undefined ? -1 : sort.findIndex((term) => term.startsWith(`${column.sort}:`));
  const direction = sort[place]?.split(':')[1];
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const way = direction === 'desc' ? 'descending' : 'ascending';
  // One head alone may say that the rows are in its order (WAI-ARIA, aria-sort); the others say their place in words.
  return (
    <th
      {...AS.head}
      scope="col"
      data-small={column.small}
      style={column.width ? { width: column.width } : undefined}
      className={column.num ? 'num' : undefined}
      aria-sort={place === 0 ? way : undefined}
    >
      {column.sort === undefined || !onSort ? (
        column.head
      ) : (
        <button
          type="button"
          className={css.sort}
          title={t('list.sortHint')}
          onClick={(event) => onSort(column.sort ?? '', event.shiftKey)}
        >
          {column.head}
          {direction && <Arrow size={13} stroke={1.75} aria-hidden />}
          {direction && sort.length > 1 && (
            <>
              <span className={css.place} aria-hidden>
                {place + 1}
              </span>
              <span className="vh">{t('list.sortPlace', { place: place + 1, way: t(`list.${way}`) })}</span>
            </>
          )}
        </button>
      )}
    </th>
  );
}
