/** Filters of a list that a person has given a name. */
import type { SavedFilter } from '@signet/contract/areas/list-settings';
import { LIMITS } from '@signet/contract/limits';
import type { View } from './list-state.ts';

/** Names differ by more than their letters' case and the white space around them. */
const plain = (name: string): string => name.trim().toLowerCase();
export const isNamed =
  (name: string) =>
  (one: SavedFilter): boolean =>
    plain(one.name) === plain(name);

/** Whether two show the same rows in the same order. */
export function isSameView(one: View, other: View): boolean {
  const asText = ({ filters, sort }: View) =>
    JSON.stringify([Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)), sort]);
  return asText(one) === asText(other);
}

/**
 * With one more at the end; of the same name there is one, in its old place. No more than are kept: another tab may
 * have saved the last one meanwhile, and a list that is too long would be refused as often as it is sent.
 */
export function withSaved(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] {
  const one = { ...added, name: added.name.trim() };
  return saved.some(isNamed(one.name))
    ? saved.map((before) => (isNamed(one.name)(before) ? one : before))
    : [...saved, one].slice(0, LIMITS.savedFilters);
}

/** Under another name, in its place. One that has the new name already goes; where it is itself gone, nothing does. */
export function renamed(saved: readonly SavedFilter[], from: string, to: string): SavedFilter[] {
  if (!saved.some((one) => one.name === from)) return [...saved];
  return saved
    .filter((one) => one.name === from || !isNamed(to)(one))
    .map((one) => (one.name === from ? { ...one, name: to.trim() } : one));
}

export const without = (saved: readonly SavedFilter[], name: string): SavedFilter[] =>
  saved.filter((one) => one.name !== name);
