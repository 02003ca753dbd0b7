/** Two people save the same record: the second is told, and nothing is overwritten. */
import { isDeepStrictEqual } from 'node:util';
import { storedDateTime } from '@signet/contract/dates';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the name of who saved a row last; null for nobody that is known, and for a partner where it was another
 * partner, who had the customer before. `alias` names a table with `updated_by`.
 */
export function savedByName(viewer: Viewer, alias: string): RawBuilder<string | null> {
  const visible =
    viewer.scope === 'partner'
      ? sql`and (u.access_scope <> 'partner' or u.primary_account_id = ${viewer.primaryAccountId})`
      : sql``;
  return sql<string | null>`(select u.first_name || ' ' || u.last_name
    from app_user u where u.id = ${sql.id(alias)}.updated_by ${visible})`;
}

/**
 * Throws CHANGED_MEANWHILE, with who and when, unless `read` is the version of the row. A caller that names none is not
 * asked. Where the viewer may not know who it was, `named` is "no": the texts then say "somebody else".
 */
export function requireVersion(
  row: { version: number; updated_at: string; updated_by_name: string | null },
  read: number | undefined,
): void {
  if (read === undefined || read === row.version) return;
  const by = row.updated_by_name ?? '';
  throw new Problem('CHANGED_MEANWHILE', { params: { by, named: by === '' ? 'no' : 'yes', at: row.updated_at } });
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
