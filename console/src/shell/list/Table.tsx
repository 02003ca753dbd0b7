/** The table of a list; on small screens each row is two lines. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useLateBusy } from '../../ui/Busy.tsx';
import type { SortTerm } from './list-state.ts';
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

/** Least width of a column without one, in px. */
const NAME_LEAST = 160;
const MENU_WIDTH = 44;

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while nothing has been loaded. */
  rows: readonly Row[] | null;
  rowId: (row: Row) => string;
  rowMenu: ((row: Row) => ReactNode) | undefined;
  sort: readonly SortTerm[];
  onSort: (column: string) => void;
  busy: boolean;
  limit: number;
};

export function Table<Row>({ caption, columns, rows, rowId, rowMenu, sort, onSort, busy, limit }: Props<Row>) {
  const t = useText();
  const late = useLateBusy(busy || rows === null);
  // Between two-line rows and wide screens the table scrolls sideways rather than losing its name column.
  const least = columns.reduce((sum, column) => sum + (column.width ?? NAME_LEAST), rowMenu ? MENU_WIDTH : 0);
  return (
    <table className={css.rows} style={{ '--least': `${least}px` } as CSSProperties} aria-busy={busy || rows === null} data-late={late || undefined}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => <Head key={column.key} column={column} sort={sort} onSort={onSort} />)}
          {rowMenu && <th scope="col" className={css.menu}><span className="vh">{t('list.actions')}</span></th>}
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? late && Array.from({ length: Math.min(limit, 10) }, (_, index) => <tr key={index} aria-hidden><td colSpan={columns.length + (rowMenu ? 1 : 0)}><span className="vh">{t('common.loading')}</span><div className={css.bone} /></td></tr>)
          : rows.map((row) => (
              <tr key={rowId(row)}>
                {columns.map((column) => <td key={column.key} data-small={column.small} className={column.num ? 'num' : undefined}>{column.cell(row)}</td>)}
                {rowMenu && <td className={css.menu} data-small="menu">{rowMenu(row)}</td>}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: readonly SortTerm[]; onSort: (column: string) => void }) {
  const direction = column.sort === undefined ? undefined : sort.find((term) => term.startsWith(`${column.sort}:`))?.split(':')[1];
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" style={column.width ? { width: column.width } : undefined} className={column.num ? 'num' : undefined} aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}>
      {column.sort === undefined ? column.head : (
        <button type="button" className={css.sort} onClick={() => onSort(column.sort ?? '')}>
          {column.head}
          {direction && <Arrow size={13} stroke={1.75} aria-hidden />}
        </button>
      )}
    </th>
  );
}
