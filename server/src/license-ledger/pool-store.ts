/** Reading the pools of the ledger, locking them, and making new ones. */
import type { LicenseGeneration } from '@signet/contract/licensed-features';
import type { AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Pool, UseOfSlot } from './book.ts';

/** The account that a license is of. */
export type LicensedAccount = { id: string; partner_account_id: string | null };

/**
 * The pools of an application that bear on an account's: its own, its partner's, the platform's and the issuer's.
 * `p` is the alias of license_pool.
 */
export const poolsOf = (app: AppCode, accounts: readonly (string | null)[]): RawBuilder<boolean> => sql<boolean>`
  p.app_code = ${app}
  and (p.account_id is null or p.account_id = any(${accounts.filter((id) => id !== null)}::uuid[]))`;

/** Whether a pool was ever given anything; `pool` is the alias of license_pool. An entry it has only of a quantity. */
export const wasGiven = (pool: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from license_move given where given.pool_id = ${sql.ref(`${pool}.id`)})`;

/** Pools as they are. */
export async function readPools(db: Db, which: RawBuilder<boolean>): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select p.id, p.kind, p.account_id, p.app_code, p.feature, p.generation, p.owner_pool_id, p.unlimited, p.licensed,
      ${wasGiven('p')} as given, p.held::float8 as held, p.handed_on::float8 as handed_on, p.version::float8 as version,
      (select e.at from license_entry e where e.pool_id = p.id order by e.version desc limit 1) as changed_at,
      (select coalesce(array_agg(s.used::float8 order by s.slot), '{}') from license_slot s
        where s.pool_id = p.id) as slots
    from license_pool p where ${which} order by p.id`.execute(db);
  return rows;
}

/** From the top down: issuer, platform, accounts, and the customers of partners. */
const LEVEL = sql`case p.kind when 'issuer' then 0 when 'platform' then 1 else
  2 + (select count(*) from license_pool o where o.id = p.owner_pool_id and o.kind = 'account') end`;

/**
 * Locks pools with all their slots, always in the same order; they stay as they are until the transaction ends. Locks
 * and reads are separate statements: one that has waited for a lock still sees what was there before. For the same
 * reason pools are looked for again until there is none that was made while another one was waited for.
 */
export async function lockPools(tx: Db, which: RawBuilder<boolean>): Promise<void> {
  let ids: string[] = [];
  for (let known = -1; ids.length !== known;) {
    known = ids.length;
    const { rows } = await sql<{ id: string }>`
      select p.id from license_pool p where ${which} order by ${LEVEL}, p.id for no key update of p`.execute(tx);
    ids = rows.map(({ id }) => id);
  }
  if (ids.length === 0) return;
  await sql`select s.slot from license_slot s where s.pool_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], s.pool_id), s.slot for update`.execute(tx);
}

export type NewPool = Pick<Pool, 'kind' | 'account_id' | 'app_code' | 'feature' | 'generation' | 'owner_pool_id'>;

/** A pool that holds nothing yet and is not written. */
export function freshPool(pool: NewPool): Pool {
  const none = { unlimited: false, licensed: true, given: false, held: 0, handed_on: 0, version: 0, changed_at: null };
  return { ...pool, ...none, id: newId(), slots: [] };
}

/** Makes pools that hold nothing yet. The owner of each is locked. */
export async function createPools(tx: Db, pools: readonly NewPool[]): Promise<Pool[]> {
  const fresh = pools.map(freshPool);
  if (fresh.length > 0)
    await tx
      .insertInto('license_pool')
      .values(
        fresh.map(({ id, kind, account_id, app_code, feature, generation, owner_pool_id }) => ({
          id,
          kind,
          account_id,
          app_code,
          feature,
          generation,
          owner_pool_id,
        })),
      )
      .execute();
  return fresh;
}

/** What an account uses of pools of these, by pool and slot. */
export async function usesOf(db: Db, accountId: string, poolIds: readonly string[]): Promise<UseOfSlot[]> {
  if (poolIds.length === 0) return [];
  const { rows } = await sql<UseOfSlot>`
    select u.pool_id, u.slot, sum(u.quantity)::float8 as quantity from license_use u
    where u.account_id = ${accountId} and u.pool_id = any(${poolIds}::uuid[]) and u.released_at is null
    group by u.pool_id, u.slot`.execute(db);
  return rows;
}

/**
 * Which generation an account shows of an application: by its own choice, as long as the platform's license has that,
 * or by the license.
 */
export const shownGeneration = (
  account: RawBuilder<unknown>,
  app: RawBuilder<unknown>,
): RawBuilder<LicenseGeneration> =>
  sql<LicenseGeneration>`coalesce(
    (select chosen.feature_version from account_license chosen
      where chosen.account_id = ${account} and chosen.app_code = ${app}
        and exists (select from license_pool named where named.kind = 'platform' and named.licensed
          and named.app_code = chosen.app_code and named.generation = chosen.feature_version)),
    case when exists (select from license_pool first where first.kind = 'platform' and first.licensed
      and first.app_code = ${app} and first.generation = 'v1') then 'v1' else 'v2' end)`;
