/**
 * Keys of lists: / to the filter, [ and ] through the pages, J and K over the rows, X selects the row and Shift X a
 * range.
 */
import { useLayoutEffect, type RefObject } from 'react';
import { useSingleKeys } from '../../session/single-keys.ts';
import { isForPage } from '../keyboard/shortcuts.ts';
import type { List } from './list-state.ts';
import { mainControl } from '../keyboard/main-control.ts';

export function useListKeys<F extends string>(
  box: RefObject<HTMLElement | null>,
  list: List<F>,
  hasNext: boolean,
): void {
  const { on } = useSingleKeys();
  // Before the list shows: what can be seen listens.
  useLayoutEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const key = event.key.toLowerCase();
      if (key === '/') {
        const field = box.current?.querySelector<HTMLInputElement>('[data-list-filter]');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }
      if (key === '[' && list.page > 1) list.setPage(list.page - 1);
      if (key === ']' && hasNext) list.setPage(list.page + 1);
      if (key === 'j' || key === 'k') moveRow(box.current, key === 'j' ? 1 : -1);
      if (key === 'x')
        checkBox(rowOfFocus(box.current))?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }),
        );
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

const rowsOf = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
];
const rowOfFocus = (box: HTMLElement | null): HTMLElement | null =>
  rowsOf(box).find((row) => row.contains(document.activeElement)) ?? null;
const checkBox = (row: HTMLElement | null): HTMLInputElement | null =>
  row?.querySelector('input[type=checkbox]') ?? null;

/** The keyboard goes to the next row: to its name where that is a link, else to what can be done there first. */
function moveRow(box: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(box);
  const current = rowOfFocus(box);
  const row = current ? rows[rows.indexOf(current) + step] : rows[step === 1 ? 0 : rows.length - 1];
  mainControl(row)?.focus();
}
