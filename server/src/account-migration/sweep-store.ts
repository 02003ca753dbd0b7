import { sql } from 'kysely';
import type { Runtime } from '../runtime.ts';
import type { StoredArrival } from './arrival-store.ts';
import { tellOfMigration } from './tell.ts';

const DAY = 24 * 60 * 60_000;
/** For how long a file that nobody takes in is kept: its rows have the hashes of passwords. */
const KEPT_DAYS = 7;

type Swept = Pick<StoredArrival, 'id' | 'state' | 'account' | 'account_id'>;

/** Deletes files of departures that are over, and of arrivals that nobody has gone on with. */
export async function sweepMigrations(runtime: Runtime): Promise<{ parts: number; arrivals: number }> {
  const { db } = runtime;
  const now = runtime.clock.now();
  const { numAffectedRows: parts = 0n } = await sql`delete from account_departure_part p
    using account_departure d
    where d.id = p.departure_id and (d.expires_at <= ${now} or d.state not in ('making', 'ready'))`.execute(db);
  await sql`update account_departure set code_sealed = null
    where code_sealed is not null and expires_at <= ${now}`.execute(db);
  const before = new Date(now.getTime() - KEPT_DAYS * DAY);
  const arrivals = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Swept>`delete from account_arrival
      where state in ('receiving', 'refused', 'rehearsed') and coalesce(ended_at, made_at) <= ${before}
      returning id, state, account, account_id`.execute(tx);
    for (const { id, state, account, account_id } of rows)
      await tellOfMigration(runtime, tx, {
        action: 'DELETE',
        resource_id: id,
        resource_name: account?.name ?? null,
        account_id,
        before: { state },
        after: null,
      });
    return rows.length;
  });
  return { parts: Number(parts), arrivals };
}
