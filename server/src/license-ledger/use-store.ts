/**
 * Using licenses and giving them back, in the transaction of what uses them. Many may use one pool at once: each takes
 * a slot of it that nobody else holds, and never waits for the pool's own row unless all slots are short.
 */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { Problem } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { leftOf, limitOf, takeOut, type Pool } from './book.ts';
import { lockPools, readPools, shownGeneration, wasGiven } from './pool-store.ts';
import { writeSlots } from './write-store.ts';

/** What uses a license: 'person', 'service_user', 'account', 'certificate' …, and its id. */
export type Subject = { kind: string; id: string };

export type Consumption = {
  app: AppCode;
  feature: string;
  /** Whose use it is; null for the platform's own. */
  account: string | null;
  subject: Subject;
  quantity: number;
  now: Date;
};

/**
 * How often a use is begun anew where the account got, lost or changed its pool at the very same moment; more often
 * than that nobody does it.
 */
const TRIES = 5;

/**
 * Uses `quantity` of a feature: of the account's own pool where it was ever given one, else of its partner's, else of
 * the platform's. What the platform's license does not name, or only in the generation that the account does not show,
 * is not counted, nor is a subject that uses it already. Throws LICENSE_USED_UP where there is not so much left, and
 * DATABASE_UNAVAILABLE where the account's pool became another one during each of {@link TRIES} tries. What is used is
 * used once the caller's transaction is committed.
 */
export async function consume(tx: Db, use: Consumption): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pool = await nearestPool(tx, use);
    if (pool === null || (await isUsed(tx, use))) return;
    const slot = await takeSlot(tx, pool, use);
    if (await recordUse(tx, pool, slot, use)) return;
    await giveSlotBack(tx, pool, slot, use.quantity);
  }
  throw new Problem('DATABASE_UNAVAILABLE');
}

/**
 * Whether one more would find room now. Nothing is held by asking: only {@link consume} makes sure.
 */
export async function isLeft(db: Db, what: Pick<Consumption, 'app' | 'feature' | 'account'>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`${nearest(what)}`.execute(db);
  const [pool] = rows[0] ? await readPools(db, sql<boolean>`p.id = ${rows[0].id}`) : [];
  return !pool || leftOf(pool) === UNLIMITED || leftOf(pool) > 0;
}

/** What is left of a feature in the pool that serves an account next; `holder` is null for the platform's. */
export type Room = { pool: string; holder: string | null; left: number; limit: number };

/** The room of each of these accounts, two of which may share a pool; an account that is not counted has none. */
export async function roomsOf(
  db: Db,
  { app, feature }: Pick<Consumption, 'app' | 'feature'>,
  accounts: readonly string[],
): Promise<Map<string, Room>> {
  const { rows } = await sql<{ account: string; pool: string | null }>`
    select a.id as account, (${nearestOf(app, feature, sql`a.id`)}) as pool
    from account a where a.id = any(${[...accounts]}::uuid[])`.execute(db);
  const ids = rows.flatMap(({ pool }) => pool ?? []);
  const pools = new Map((await readPools(db, sql<boolean>`p.id = any(${ids}::uuid[])`)).map((pool) => [pool.id, pool]));
  return new Map(
    rows.flatMap(({ account, pool: id }) => {
      const pool = id === null ? undefined : pools.get(id);
      if (!pool) return [];
      return [[account, { pool: pool.id, holder: pool.account_id, left: leftOf(pool), limit: limitOf(pool) }]];
    }),
  );
}

/** The pools that may serve an account, the nearest first; none for what is not counted. */
const nearest = ({ app, feature, account }: Pick<Consumption, 'app' | 'feature' | 'account'>): RawBuilder<string> =>
  nearestOf(app, feature, sql`${account}::uuid`);

/** The same as SQL, for an account of a query. */
export const nearestOf = (app: AppCode, feature: string, account: RawBuilder<unknown>): RawBuilder<string> => {
  const partner = sql`(select of.partner_account_id from account of where of.id = ${account})`;
  return sql<string>`
    select near.id from license_pool platform
    join license_pool near on near.app_code = platform.app_code and near.generation = platform.generation
      and near.feature = platform.feature
    where platform.kind = 'platform' and platform.licensed and platform.app_code = ${app}
      and platform.feature = ${feature}
      and platform.generation = ${shownGeneration(account, sql`${app}`)}
      and (near.id = platform.id
        or (near.account_id in (${account}, ${partner}) and ${wasGiven('near')}))
    order by near.account_id is null, near.account_id is distinct from ${account} limit 1`;
};

/** The nearest pool. The account stays as it is until the transaction ends: not deleted, and its partner's. */
async function nearestPool(tx: Db, use: Consumption): Promise<string | null> {
  if (use.account !== null) {
    const { rows } = await sql`${PREPARED}select from account a
      where a.id = ${use.account} and a.deleted_at is null for key share`.execute(tx);
    if (rows.length === 0) return null;
  }
  const { rows } = await sql<{ id: string }>`${PREPARED}${nearest(use)}`.execute(tx);
  return rows[0]?.id ?? null;
}

async function isUsed(tx: Db, { app, feature, subject }: Consumption): Promise<boolean> {
  const { rows } = await sql`${PREPARED}select from license_use u join license_pool p on p.id = u.pool_id
    where u.subject_kind = ${subject.kind} and u.subject_id = ${subject.id} and u.released_at is null
      and p.app_code = ${app} and p.feature = ${feature} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The slot that a quantity is taken of. Throws LICENSE_USED_UP. */
async function takeSlot(tx: Db, pool: string, use: Consumption): Promise<number> {
  const { rows } = await sql<{ slot: number | null }>`${PREPARED}
    select license_take(${pool}, ${use.quantity}) as slot`.execute(tx);
  return rows[0]?.slot ?? evenOut(tx, pool, use);
}

/** No slot has so much left, but all together may. */
async function evenOut(tx: Db, poolId: string, { quantity, app, feature }: Consumption): Promise<number> {
  const pool = await lockOne(tx, poolId);
  const left = leftOf(pool);
  if (left !== UNLIMITED && left < quantity)
    throw new Problem('LICENSE_USED_UP', { params: { application: app, feature, limit: limitOf(pool) } });
  const slots = pool.slots.length === 0 ? [quantity] : pool.slots.with(0, (pool.slots[0] ?? 0) + quantity);
  await writeSlots(tx, [{ ...pool, slots }]);
  return 0;
}

async function lockOne(tx: Db, poolId: string): Promise<Pool> {
  const which = sql<boolean>`p.id = ${poolId}`;
  await lockPools(tx, which);
  const [pool] = await readPools(tx, which);
  if (!pool) throw new Error(`There is no license pool ${poolId}.`);
  return pool;
}

/**
 * Tells what uses it. False where it is no longer the nearest pool: whoever gives the account another one holds all
 * slots of this one, so that this is certain once a slot was taken.
 */
async function recordUse(tx: Db, pool: string, slot: number, use: Consumption): Promise<boolean> {
  const { account, subject, quantity, now } = use;
  const { numAffectedRows } = await sql`${PREPARED}
    insert into license_use (id, pool_id, slot, account_id, subject_kind, subject_id, quantity, used_at)
    select ${newId()}::uuid, ${pool}::uuid, ${slot}::smallint, ${account}::uuid, ${subject.kind}, ${subject.id}::uuid,
      ${quantity}::bigint, ${now}::timestamptz
    where (${nearest(use)}) = ${pool}::uuid
    on conflict (subject_kind, subject_id, pool_id) where released_at is null do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** The slot that a use lies in: its own, or the last one where its own was put together with others since. */
const slotOf = (pool: RawBuilder<unknown>, slot: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(${slot}, (select max(last.slot) from license_slot last where last.pool_id = ${pool}))`;

async function giveSlotBack(tx: Db, pool: string, slot: number, quantity: number): Promise<void> {
  const { numAffectedRows } = await sql`${PREPARED}update license_slot set used = used - ${quantity}
    where pool_id = ${pool} and used >= ${quantity}
      and slot = ${slotOf(sql`${pool}::uuid`, sql`${slot}::smallint`)}`.execute(tx);
  if (numAffectedRows === 1n) return;
  const one = await lockOne(tx, pool);
  takeOut(one.slots, slot, quantity);
  await writeSlots(tx, [one]);
}

type Released = { pool_id: string; slot: number; quantity: number };

/** What a subject uses now; `u` is the alias of license_use. */
const usedBy = ({ kind, id }: Subject): RawBuilder<boolean> =>
  sql<boolean>`u.subject_kind = ${kind} and u.subject_id = ${id} and u.released_at is null`;

/** Locks the slots before the uses, in the order of everybody else who changes both. */
const lockSlotsOf = (tx: Db, subject: Subject): Promise<unknown> =>
  sql`${PREPARED}select s.slot from license_slot s
    where (s.pool_id, s.slot) in (
      select u.pool_id, ${slotOf(sql`u.pool_id`, sql`u.slot`)} from license_use u where ${usedBy(subject)})
    order by s.pool_id, s.slot for update`.execute(tx);

/**
 * What `from` uses is used by `to` from now on; where `to` uses that pool already, `from` keeps its use. As much is
 * used as before, so that no limit refuses it, also where more is used than there is.
 */
export async function handOver(tx: Db, from: Subject, to: Subject, now: Date): Promise<void> {
  await lockSlotsOf(tx, from);
  await sql`${PREPARED}with over as (
      update license_use u set released_at = greatest(${now}, u.used_at)
      where ${usedBy(from)} and not exists (select from license_use has where has.pool_id = u.pool_id
        and has.subject_kind = ${to.kind} and has.subject_id = ${to.id} and has.released_at is null)
      returning u.pool_id, u.slot, u.account_id, u.quantity, u.released_at)
    insert into license_use (id, pool_id, slot, account_id, subject_kind, subject_id, quantity, used_at)
    select gen_random_uuid(), pool_id, slot, account_id, ${to.kind}, ${to.id}::uuid, quantity, released_at
    from over`.execute(tx);
}

/** Gives back all that a subject uses; nothing where it uses nothing. */
export async function release(tx: Db, subject: Subject, now: Date): Promise<void> {
  await lockSlotsOf(tx, subject);
  const { rows } = await sql<Released>`${PREPARED}update license_use u set released_at = greatest(${now}, u.used_at)
    where ${usedBy(subject)} returning u.pool_id, u.slot, u.quantity::float8 as quantity`.execute(tx);
  for (const { pool_id, slot, quantity } of rows.toSorted((a, b) => (a.pool_id < b.pool_id ? -1 : 1)))
    await giveSlotBack(tx, pool_id, slot, quantity);
}
