/** The heads of a list's table: a column's, which sorts by it, and the one that selects all rows. */
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useText } from '../../i18n/text.ts';
import type { Column } from './column.ts';
import type { SortTerm } from './list-state.ts';
import { AS } from './table-roles.ts';
import type { SelectionState } from './use-selection.ts';
import css from './list.module.css';

export function SelectAll({ state, count }: { state: SelectionState; count: number }) {
  const t = useText();
  const chosen = state.here;
  return (
    <Checkbox
      aria-label={t('list.selectAll')}
      checked={chosen > 0 && chosen === count}
      indeterminate={chosen > 0 && chosen < count}
      disabled={count === 0}
      onChange={state.togglePage}
    />
  );
}

/** Both widths of a column; list.module.css takes the one of the box. */
function widthOf({ width, narrow = width }: { width?: number; narrow?: number }): CSSProperties | undefined {
  return width === undefined ? undefined : ({ '--width': `${width}px`, '--narrow': `${narrow}px` } as CSSProperties);
}

export function Head<R>({
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
      style={widthOf(column)}
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
