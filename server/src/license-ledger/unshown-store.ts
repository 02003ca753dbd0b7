/** Uses that end all at once: in a generation that their account does not show any more, and of one that never came. */
import type { AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { takeOut, type UseOfSlot } from './book.ts';
import { lockPools, readPools, shownGeneration } from './pool-store.ts';
import { writeSlots } from './write-store.ts';

/** The license of an account for an application; null is the platform's own use. */
type Used = { account: string | null; app: AppCode };

/** Whose uses these are; `u` is the alias of license_use. */
const openOf = (account: string | null): RawBuilder<boolean> => sql<boolean>`u.released_at is null
  and ${account === null ? sql`u.account_id is null` : sql`u.account_id = ${account}`}`;

/** Ends those uses; what exists is counted in the generation that is shown. The caller holds the account's row. */
export async function endUnshown(tx: Db, { account, app }: Used, now: Date): Promise<void> {
  const which = sql<boolean>`p.app_code = ${app}
    and p.generation <> ${shownGeneration(sql`${account}::uuid`, sql`p.app_code`)}
    and exists (select from license_use u where u.pool_id = p.id and ${openOf(account)})`;
  await freeSlots(
    tx,
    which,
    (ids) => sql`update license_use u set released_at = greatest(${now}, u.used_at)
      where u.pool_id = any(${ids}::uuid[]) and ${openOf(account)}`,
  );
}

/** Ends open uses of pools: `end` is the statement that does so, and the slots that they had are free. */
async function freeSlots(
  tx: Db,
  which: RawBuilder<boolean>,
  end: (poolIds: string[]) => RawBuilder<unknown>,
): Promise<void> {
  await lockPools(tx, which);
  const pools = await readPools(tx, which);
  if (pools.length === 0) return;
  const { rows } = await sql<UseOfSlot>`with ended as (
      ${end(pools.map(({ id }) => id))} returning u.pool_id, u.slot, u.quantity)
    select pool_id, slot, sum(quantity)::float8 as quantity from ended group by pool_id, slot`.execute(tx);
  for (const pool of pools)
    for (const { slot, quantity } of rows.filter(({ pool_id }) => pool_id === pool.id))
      takeOut(pool.slots, slot, quantity);
  await writeSlots(tx, pools);
}

/** Takes away all that tells of what an account has used, and of its own place. The caller holds the account's row. */
export async function forgetUses(tx: Db, account: string): Promise<void> {
  const ofIt = sql<boolean>`(u.account_id = ${account} or u.subject_kind = 'account' and u.subject_id = ${account})`;
  const isOpen = sql<boolean>`${ofIt} and u.released_at is null`;
  await freeSlots(
    tx,
    sql<boolean>`exists (select from license_use u where u.pool_id = p.id and ${isOpen})`,
    (ids) => sql`delete from license_use u where u.pool_id = any(${ids}::uuid[]) and ${isOpen}`,
  );
  await sql`delete from license_use u where ${ofIt}`.execute(tx);
}

/** Ends all that is so, as after a license that has let accounts show another generation than before. */
export async function endAllUnshown(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<Used>`
    select distinct used.account_id as account, used.app_code as app
    from (select distinct u.account_id, p.app_code, p.generation from license_use u
      join license_pool p on p.id = u.pool_id where u.released_at is null) used
    where used.generation <> ${shownGeneration(sql`used.account_id`, sql`used.app_code`)}`.execute(db);
  for (const one of rows)
    await db.transaction().execute(async (tx) => {
      await sql`select from account a where a.id = ${one.account} for key share`.execute(tx);
      await endUnshown(tx, one, now);
    });
}
