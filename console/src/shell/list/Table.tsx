/** The table of a list; on small screens each row is two lines. */
import { Fragment, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useLateBusy } from '../../ui/Busy.tsx';
import type { Column } from './column.ts';
import type { SortTerm } from './list-state.ts';
import { useSmallScreen } from './small-screen.ts';
import { Head, SelectAll } from './TableHead.tsx';
import { TableRow, type RowSelection } from './TableRow.tsx';
import { AS } from './table-roles.ts';
import css from './list.module.css';

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
  /** What stands over each run of rows for which it answers the same. */
  groupOf?: ((row: Row) => string) | undefined;
  select?: RowSelection<Row>;
  /** Left out, as `onSort` is, where the rows have one order. */
  sort?: readonly SortTerm[];
  onSort?: (column: string, adding: boolean) => void;
  busy: boolean;
  limit: number;
  /** Something in a row or in its menu is clicked. */
  onRowClick?: (event: MouseEvent, id: string) => void;
};

export function Table<Row>({
  caption,
  columns: all,
  rows,
  rowId,
  rowMenu,
  groupOf,
  select = null,
  sort = [],
  onSort,
  busy,
  limit,
  onRowClick,
}: Props<Row>) {
  const t = useText();
  // Where a row is two lines nobody sees the heads: they hold no buttons.
  const small = useSmallScreen();
  const columns = all.filter(({ onlySmall = false }) => small || !onlySmall);
  const late = useLateBusy(busy || rows === null);
  // Between two-line rows and wide screens the table scrolls sideways rather than losing its name column.
  const least = columns.reduce(
    (sum, column) => sum + (column.narrow ?? column.width ?? NAME_LEAST),
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
            <Head key={column.key} column={column} sort={sort} onSort={(small ? null : onSort) ?? null} />
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
          : rows.map((row, index) => {
              const group = groupOf?.(row);
              const before = rows[index - 1];
              const begins = group !== undefined && (before === undefined || groupOf?.(before) !== group);
              return (
                <Fragment key={rowId(row)}>
                  {begins && (
                    <tr {...AS.row} className={css.group}>
                      <th {...AS.rowHead} scope="colgroup" colSpan={count}>
                        {group}
                      </th>
                    </tr>
                  )}
                  <TableRow {...{ row, id: rowId(row), columns, rowMenu, select, onRowClick }} />
                </Fragment>
              );
            })}
      </tbody>
    </table>
  );
}
