/** Certificates that have ended, or fell with their authority, use nothing of a license any more. */
import { sql } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';
import { discount } from '../license-ledger/counted.ts';

/** How many are read at once. */
const BATCH = 500;

/**
 * Gives back what such certificates still use; answers how many there were. Each is a transaction of its own, so that
 * whoever issues meanwhile waits for one at most. Safe to run twice at once.
 */
export async function releaseEnded(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (let last: string | null = null, more = true; more;) {
    const ids: string[] = await endedAfter(db, last, now);
    for (const id of ids) await db.transaction().execute((tx) => discount(tx, { kind: 'certificate', id }, now));
    total += ids.length;
    last = ids.at(-1) ?? null;
    more = ids.length === BATCH;
  }
  return total;
}

/** The last second of a certificate's time counts (RFC 5280, 4.1.2.5). */
async function endedAfter(db: Db, last: string | null, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.subject_id as id from license_use u join certificate c on c.id = u.subject_id
    where u.subject_kind = 'certificate' and u.released_at is null
      and (c.valid_to < ${now} or not ${authorityStands('c')})
      ${last === null ? sql`` : sql`and u.subject_id > ${last}`}
    order by u.subject_id limit ${BATCH}`.execute(db);
  return rows.map(({ id }) => id);
}
