/** Which rows of a page are selected, by their ids. */
export type Selection = ReadonlySet<string>;
export const NOTHING: Selection = new Set();

/** One row the other way. */
export function toggled(selected: Selection, id: string): Selection {
  const after = new Set(selected);
  if (!after.delete(id)) after.add(id);
  return after;
}

/**
 * Every row from `from` to `to`, both included, selected or not as `on` says. Without a known `from` it is `to` alone.
 */
export function ranged(
  selected: Selection,
  ids: readonly string[],
  from: string | null,
  to: string,
  on: boolean,
): Selection {
  const ends = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)].filter((index) => index >= 0);
  const after = new Set(selected);
  for (const id of ends.length === 0 ? [] : ids.slice(Math.min(...ends), Math.max(...ends) + 1)) {
    if (on) after.add(id);
    else after.delete(id);
  }
  return after;
}
