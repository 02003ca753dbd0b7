/** What may be done to licenses, at random: everything that moves a quantity or uses one. */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { Problem } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { seedAccounts, type SeedAccount } from '../../../seed/accounts.ts';
import type { Db } from '../../db/open.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { newId } from '../../ids.ts';
import { everyFeature } from '../../license/features.ts';
import { giveBackAll, reassignPools } from '../../license-ledger/account-store.ts';
import { allocate } from '../../license-ledger/allocate-store.ts';
import { installPools } from '../../license-ledger/install-store.ts';
import { consume, release } from '../../license-ledger/use-store.ts';
import { syncPools } from '../sync-pools.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One that is only counted, one that exists, one that is never reset. */
const FEATURES: readonly { app: AppCode; feature: string }[] = [
  { app: 'secure_software_manager', feature: 'signatures' },
  { app: 'secure_software_manager', feature: 'key_pairs' },
  { app: 'ca_manager', feature: 'certificates' },
];
const LEAST = 600;

const account = (name: string, partner?: string): SeedAccount => ({
  name,
  identifier: name,
  from: '2020-01-01',
  to: null,
  ...(partner === undefined ? { type: 'partner' } : { partner }),
});
/** Two partners with three customers each, and a license with a limit. */
export async function seedLedger(db: Db): Promise<void> {
  const customers = ['p', 'q'].flatMap((partner) => [1, 2, 3].map((index) => account(`${partner}${index}`, partner)));
  await seedAccounts(db, [account('p'), account('q'), ...customers], new Date());
  await syncPools(db, everyFeature(LEAST * 4), new Date());
}

type Found = { id: string; type: 'standard' | 'partner'; partner_account_id: string | null };
/** What came of one: done, refused by a rule, or not carried out because the database was in the way. */
export type Outcome = 'done' | 'refused' | 'unavailable';

/** Does one thing at random, in a transaction. Throws what no rule and no state of the database explains. */
export async function oneOperation(db: Db, random: () => number): Promise<Outcome> {
  const one = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const work = chosen(random());
  try {
    await db.transaction().execute((tx) => work({ tx, random, one, upTo }));
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return 'refused';
    if (error instanceof Error && isUnavailable(error)) return 'unavailable';
    throw error;
  }
}

type Chance = {
  tx: Db;
  random: () => number;
  one: <T>(of: readonly T[]) => T | undefined;
  upTo: (most: number) => number;
};
type Work = (chance: Chance) => Promise<void>;

/** The things that can be done, by how often. */
const chosen = (at: number): Work =>
  at < 0.45
    ? use
    : at < 0.65
      ? giveBack
      : at < 0.9
        ? allocateSome
        : at < 0.94
          ? reassign
          : at < 0.96
            ? remove
            : install;

async function accountAtRandom({ tx, one }: Chance, lock: 'key share' | 'update', type?: Found['type']) {
  const { rows } = await sql<Found>`select id, type, partner_account_id from account
    where deleted_at is null and not system_account and (${type ?? null}::text is null or type = ${type ?? null})
    order by id`.execute(tx);
  const { rows: locked } = await sql<Found>`select id, type, partner_account_id from account
    where id = ${one(rows)?.id ?? null} and deleted_at is null for ${sql.raw(lock)}`.execute(tx);
  if (!locked[0]) throw new Problem('NOT_FOUND');
  return locked[0];
}

/** Once in a while several at once, or undone by whoever called. */
async function use(chance: Chance): Promise<void> {
  const { tx, random, one, upTo } = chance;
  const { id } = await accountAtRandom(chance, 'key share');
  for (let times = random() < 0.05 ? 2 : 1; times > 0; times -= 1) {
    const of = one(FEATURES);
    if (!of) return;
    const subject = { kind: 'thing', id: newId() };
    await consume(tx, { ...of, account: random() < 0.03 ? null : id, subject, quantity: upTo(9), now: new Date() });
  }
  if (random() < 0.05) throw new Problem('CONFLICT');
}

async function giveBack({ tx, one }: Chance): Promise<void> {
  const { rows } = await sql<{ subject_id: string }>`select subject_id from license_use where released_at is null
    order by id desc limit 40`.execute(tx);
  const id = one(rows)?.subject_id;
  if (id !== undefined) await release(tx, { kind: 'thing', id }, new Date());
}

async function allocateSome(chance: Chance): Promise<void> {
  const { tx, random, one, upTo } = chance;
  const found = await accountAtRandom(chance, 'key share');
  const of = one(FEATURES);
  if (!of) return;
  const { rows } = await sql<{ limit: number }>`
    select (case when unlimited then -1 else held + handed_on end)::float8 as "limit" from license_pool
    where account_id = ${found.id} and feature = ${of.feature} and generation = 'v1'`.execute(tx);
  const old = rows[0]?.limit ?? 0;
  const reset = random() < 0.15;
  const limit = random() < 0.04 ? UNLIMITED : Math.max(old + (random() < 0.55 ? upTo(80) : -upTo(60)), 0);
  const change = { name: of.feature, limit, old_limit: random() < 0.05 ? old + 1 : old, reset };
  const allocation = { account: found, app: of.app, generation: 'v1', rows: [change], scope: 'system' } as const;
  await allocate(tx, allocation, { operationId: newId(), by: null, now: new Date() });
}

async function reassign(chance: Chance): Promise<void> {
  const { tx, one, random } = chance;
  const found = await accountAtRandom(chance, 'update', 'standard');
  const { rows } = await sql<{ id: string }>`select id from account where type = 'partner' order by id`.execute(tx);
  const to = random() < 0.3 ? null : (one(rows)?.id ?? null);
  if (to === found.partner_account_id) return;
  await sql`update account set partner_account_id = ${to} where id = ${found.id}`.execute(tx);
  await reassignPools(tx, found, { from: found.partner_account_id, to }, null, new Date());
}

/** One goes, and another one comes. */
async function remove(chance: Chance): Promise<void> {
  const { tx } = chance;
  const found = await accountAtRandom(chance, 'update', 'standard');
  await giveBackAll(tx, found, null, new Date());
  await sql`update account set deleted_at = now() where id = ${found.id}`.execute(tx);
  const fresh = account(newId(), 'p');
  await seedAccounts(tx, [fresh], new Date());
}

async function install({ tx, random, upTo }: Chance): Promise<void> {
  const quantity = random() < 0.3 ? UNLIMITED : LEAST + upTo(LEAST * 4);
  await installPools(tx, everyFeature(quantity), null, new Date());
}
