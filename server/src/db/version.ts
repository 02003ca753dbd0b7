/** Two people save the same record: the second is told, and nothing is overwritten. */
import { isDeepStrictEqual } from 'node:util';
import { storedDateTime } from '@signet/contract/dates';
import { Problem, type ProblemAbout } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the name of who saved a row last; null for nobody that is known, and for a partner where it was another
 * partner, who had the customer before. `alias` names the table in the query, `column` who it was.
 */
export function savedByName(viewer: Viewer, alias: string, column = 'updated_by'): RawBuilder<string | null> {
  const visible =
    viewer.scope === 'partner'
      ? sql`and (saver.access_scope <> 'partner' or saver.primary_account_id = ${viewer.primaryAccountId})`
      : sql``;
  return sql<string | null>`(select saver.name
    from app_user saver where saver.id = ${sql.ref(`${alias}.${column}`)} ${visible})`;
}

type Saved = { updated_at: string; updated_by_name: string | null };

/**
 * Throws CHANGED_MEANWHILE, as {@link changedMeanwhile}, unless `read` is the version of the row, or not said. `about`
 * is what the refusal is about, for the audit log.
 */
export function requireVersion(row: Saved & { version: number }, read: number | undefined, about?: ProblemAbout): void {
  if (read === undefined || read === row.version) return;
  const problem = changedMeanwhile(row);
  problem.about = about;
  throw problem;
}

/**
 * CHANGED_MEANWHILE, with who and when. Where the viewer may not know who it was, `named` is "no": the texts then say
 * "somebody else".
 */
export function changedMeanwhile({ updated_at: at, updated_by_name }: Saved): Problem {
  const by = updated_by_name ?? '';
  return new Problem('CHANGED_MEANWHILE', { params: { by, named: by === '' ? 'no' : 'yes', at } });
}

/**
 * Whether a record, as it is answered, has all these values already: such a save changes nothing, so nobody is told
 * that it was changed. An absent value is the one that is there; a moment is the same within its second.
 */
export function isStored(record: object, values: object): boolean {
  const stored = new Map(Object.entries(record));
  return Object.entries(values).every(
    ([column, value]) =>
      value === undefined ||
      isDeepStrictEqual(stored.get(column), value instanceof Date ? storedDateTime(value) : value),
  );
}
