/** Texts without their case, as the indexes have them that keep a name from being taken twice. */
import { sql, type RawBuilder } from 'kysely';

/** SQL: these texts by `lower`, to compare a column with by `= any`. */
export const allLowered = (texts: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`(array(select lower(one) from unnest(${[...texts]}::text[]) one))`;
