/** Where the person stands in a list: who comes back from a record stands on its row, a new page begins at its top. */
import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { mainControl } from '../keyboard/main-control.ts';
import { isFocusFree } from '../routing/free-focus.ts';
import { useOwnAddress } from '../routing/own-address.ts';

/** The row that was left for its record, by the entry of the browser's history from which it was. */
const leftRows = new Map<string, string>();

/** True for links of the row and for entries of its menu, which stands beside the table. */
const leads = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a[href], [role=menuitem]') !== null;

/**
 * Gives the focus to the row that was left, once it shows: `rows` are the ids on the screen, null while they are
 * loading. Answers what a row hears of clicks in it and in its menu.
 */
export function useReturnToRow(
  box: RefObject<HTMLElement | null>,
  rows: readonly string[] | null,
): (event: MouseEvent, row: string) => void {
  const { key = '' } = useOwnAddress();
  // What the page was opened at; later entries are looked through, not come back to.
  const wanted = useRef<string | null>(leftRows.get(key) ?? null);
  const isThere = rows !== null && wanted.current !== null && rows.includes(wanted.current);
  useEffect(() => {
    const id = wanted.current;
    if (rows === null) return;
    wanted.current = null;
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
    // Who has gone on meanwhile is not called back.
    if (isThere && id !== null && isFocusFree()) mainControl(lines.find((line) => line.dataset['row'] === id))?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the first rows
  }, [rows === null]);
  return (event, row) => {
    if (leads(event.target)) leftRows.set(key, row);
  };
}

/**
 * For a button that shows more rows: where it goes with the last of them, who pressed it goes on at the first new one.
 * `rows` finds the rows in the box, `count` is how many show, `busy` whether more are on their way: what comes of one
 * press is its first answer alone, so that rows which come later call nobody back. Answers what the button hears.
 */
export function useFirstNewRow(
  box: RefObject<HTMLElement | null>,
  rows: string,
  count: number,
  busy = false,
): (event: MouseEvent<HTMLElement>) => void {
  const pressed = useRef<{ button: HTMLElement; count: number } | null>(null);
  useEffect(() => {
    const before = pressed.current;
    if (!before || busy) return;
    pressed.current = null;
    if (count <= before.count) return;
    // While it waited it could not have the focus.
    if (!isFocusFree()) return;
    if (before.button.isConnected) return before.button.focus({ preventScroll: true });
    const row = box.current?.querySelectorAll<HTMLElement>(rows)[before.count];
    const place = mainControl(row) ?? row;
    if (place && place.tabIndex < 0) place.tabIndex = -1;
    place?.focus();
  }, [box, rows, count, busy]);
  return ({ currentTarget }) => {
    pressed.current = { button: currentTarget, count };
  };
}

/** A page of the list other than the one before it begins at its top. */
export function useTopOfPage(page: number): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    window.scrollTo(0, 0);
  }, [page]);
}
