/** Names of accounts, organizations, places and people, in several scripts; the same number gives the same name. */
import { draw, pick } from './draw.ts';
import { PLAIN, SCRIPTS, type Script } from './words.ts';

/** The purposes that names draw for, far from those of other columns. */
const SCRIPT = 100;
const HEAD = 101;
const TAIL = 102;
const KIND = 103;
const FIRST = 104;

/** The script that the `n`-th name is written in. */
export function scriptOf(n: number): Script {
  let left = draw(n, SCRIPT);
  return SCRIPTS.find((script) => (left -= script.share) < 0) ?? PLAIN;
}

/** A place, such as "Ostermoor" or "北浜". */
export function placeName(n: number, script: Script = scriptOf(n)): string {
  const separator = script.kindFirst ? ' ' : '';
  return `${pick(script.heads, n, HEAD)}${separator}${pick(script.tails, n, TAIL).replaceAll('_', ' ')}`;
}

/** An organization or account, such as "Ostermoor Savings Bank". Two numbers may share one. */
export function companyName(n: number): string {
  const script = scriptOf(n);
  const parts = [placeName(n, script), pick(script.kinds, n, KIND)];
  return (script.kindFirst ? parts.toReversed() : parts).join(script.between);
}

/** A person's first and last name. */
export function personName(n: number): { first: string; last: string } {
  const script = scriptOf(n);
  return { first: pick(script.firstNames, n, FIRST), last: placeName(n, script) };
}

/** Letters a–z for identifiers and addresses, such as "ostermoor-42"; unique by its number. */
export function plainName(n: number): string {
  return `${placeName(n, PLAIN).toLowerCase()}-${n}`;
}

/**
 * What people type into a search: beginnings, middles and ends of the names above, some with accents left out, one that
 * finds nothing.
 */
export const SEARCHES: readonly string[] = [
  'ostermoor',
  'nordhaven',
  'savings',
  'minster',
  'grunwald',
  'landesbank',
  'strom',
  'ravengate',
  'notaries',
  'thornley',
  'univers',
  '银行',
  '電子署名',
  'город',
  'quillwick',
  'nowhere at all',
];
