/** Texts without their case, as the indexes have them that keep a name from being taken twice. */
import { sql, type RawBuilder } from 'kysely';

/**
 * A text as PostgreSQL's `lower` has it: one sign for one sign. JavaScript makes two of `İ`, and another one of a `Σ`
 * at the end of a word.
 */
export const lowered = (text: string): string =>
  Array.from(text, (sign) => String.fromCodePoint(sign.toLowerCase().codePointAt(0) ?? 0)).join('');

/** SQL: these texts by `lower`, to compare a column with by `= any`. */
export const allLowered = (texts: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`(array(select lower(one) from unnest(${[...texts]}::text[]) one))`;
