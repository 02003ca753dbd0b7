/** A row of a list's table. */
import { Checkbox } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import type { Column } from './column.ts';
import { AS } from './table-roles.ts';
import type { SelectionState } from './use-selection.ts';
import css from './list.module.css';

/** The selection, where rows can be selected, and what a row is called. */
export type RowSelection<R> = { state: SelectionState; name: (row: R) => string } | null;

type Props<R> = {
  row: R;
  id: string;
  columns: readonly Column<R>[];
  rowMenu: ((row: R) => ReactNode) | undefined;
  select: RowSelection<R>;
  /** Something in the row or in its menu is clicked. */
  onRowClick: ((event: MouseEvent, id: string) => void) | undefined;
};

export function TableRow<R>({ row, id, columns, rowMenu, select, onRowClick }: Props<R>) {
  const t = useText();
  return (
    <tr
      {...AS.row}
      data-row={id}
      data-selected={select?.state.selected.has(id) || undefined}
      onClickCapture={(event) => onRowClick?.(event, id)}
    >
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
          {column.cell(row)}
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
