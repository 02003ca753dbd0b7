/** What the platform's license says becomes what its pools have. */
import { inShownOrder, UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import { Problem, type Reason } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { waitForLock } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { currentLicense } from '../license/license-store.ts';
import type { License } from '../license/license.ts';
import type { Runtime } from '../runtime.ts';
import { limitOf, openBook, ownUse, setLimit, usedOf, type Pool } from './book.ts';
import { createPools, lockPools, readPools } from './pool-store.ts';
import { writeBook, type MovedBy } from './write-store.ts';

/** Of two licenses the second waits for the first, until that one is installed with its pools. */
export const lockLicense = (tx: Db): Promise<void> => waitForLock(tx, 'platformLicense');

/** A pool of the platform that would have less than is handed on and used; `needed` is -1 for what has no limit. */
export type Shortage = {
  app_code: AppCode;
  feature: string;
  generation: LicenseGeneration;
  limit: number;
  needed: number;
};
/** What a license would do to one pool of the platform. */
export type InstallEffect = {
  app_code: AppCode;
  feature: string;
  generation: LicenseGeneration;
  used: { before: number; after: number };
  limit: { before: number; after: number };
};
type Named = { app_code: AppCode; feature: string; generation: LicenseGeneration; quantity: number };
export type Applications = License['applications'];

const keyOf = ({ app_code, feature, generation }: Pick<Named, 'app_code' | 'feature' | 'generation'>): string =>
  `${app_code} ${generation} ${feature}`;

const namedIn = (applications: Applications): Map<string, Named> =>
  new Map(
    applications
      .flatMap(({ app_code, features }) =>
        features.map(({ name, generation, quantity }) => ({ app_code, feature: name, generation, quantity })),
      )
      .map((one) => [keyOf(one), one]),
  );

const OF_PLATFORM = sql<boolean>`p.account_id is null`;

type Planned = { pool: Pool; limit: number; licensed: boolean };

/**
 * The limit that each pool of the platform gets, and the ones that are too small. What a license does not name is
 * counted no more: only what was handed on of it stands in the way, which is given back by hand; own uses end.
 */
async function plan(db: Db, pools: readonly Pool[], applications: Applications) {
  const named = namedIn(applications);
  const planned = pools
    .filter(({ kind }) => kind === 'platform')
    .map((pool): Planned => {
      const quantity = named.get(keyOf(pool))?.quantity;
      return { pool, limit: quantity ?? 0, licensed: quantity !== undefined };
    });
  const { rows } = await sql<{ id: string }>`
    select distinct below.owner_pool_id as id from license_pool below
    where below.unlimited and below.owner_pool_id = any(${planned.map(({ pool }) => pool.id)}::uuid[])`.execute(db);
  const givesUnlimited = new Set(rows.map(({ id }) => id));
  const shortages = planned.flatMap(({ pool, limit, licensed }): Shortage[] => {
    const needed = givesUnlimited.has(pool.id) ? UNLIMITED : licensed ? usedOf(pool) : pool.handed_on;
    if (limit === UNLIMITED || (needed !== UNLIMITED && needed <= limit)) return [];
    const { app_code, feature, generation } = pool;
    return [{ app_code, feature, generation, limit, needed }];
  });
  return { planned, shortages };
}

/** Whether the pool stops to count, while it counts something of its own. */
const isEmptied = ({ pool, licensed }: Planned): boolean => !licensed && ownUse(pool) > 0;
const hasOtherLimit = ({ pool, limit }: Planned): boolean => limit !== limitOf(pool);

/** Pools for what a license names and there is none of yet. */
async function createMissing(tx: Db, pools: readonly Pool[], applications: Applications): Promise<boolean> {
  const present = new Set(pools.filter(({ kind }) => kind === 'platform').map(keyOf));
  const missing = [...namedIn(applications).values()].filter((one) => !present.has(keyOf(one)));
  const of = ({ app_code, feature, generation }: Named) => ({ account_id: null, app_code, feature, generation });
  const issuers = await createPools(
    tx,
    missing.map((one) => ({ ...of(one), kind: 'issuer', owner_pool_id: null })),
  );
  await createPools(
    tx,
    missing.map((one, index) => ({ ...of(one), kind: 'platform', owner_pool_id: issuers[index]?.id ?? null })),
  );
  return missing.length > 0;
}

/** What a license would do to the pools of the platform, and why it would be refused. Changes nothing. */
export async function previewInstall(
  db: Db,
  applications: Applications,
): Promise<{ effects: InstallEffect[]; shortages: Shortage[] }> {
  const pools = await readPools(db, OF_PLATFORM);
  const { planned, shortages } = await plan(db, pools, applications);
  const known = new Set(planned.map(({ pool }) => keyOf(pool)));
  const fresh = [...namedIn(applications).values()].filter((one) => !known.has(keyOf(one)));
  const changed = planned.filter((one) => hasOtherLimit(one) || isEmptied(one));
  const effect = (
    { app_code, feature, generation }: Pick<Named, 'app_code' | 'feature' | 'generation'>,
    of: Pick<InstallEffect, 'used' | 'limit'>,
  ): InstallEffect => ({ app_code, feature, generation, ...of });
  return {
    effects: [
      ...changed.map(({ pool, limit, licensed }) =>
        effect(pool, {
          used: { before: usedOf(pool), after: licensed ? usedOf(pool) : pool.handed_on },
          limit: { before: limitOf(pool), after: limit },
        }),
      ),
      ...fresh.map((one) => effect(one, { used: { before: 0, after: 0 }, limit: { before: 0, after: one.quantity } })),
    ],
    shortages,
  };
}

/**
 * Gives the platform's pools what a license says; what they have already stays. Answers what is too small, and then
 * nothing has changed.
 */
export async function install(tx: Db, applications: Applications, by: MovedBy, now: Date): Promise<Shortage[]> {
  await lockLicense(tx);
  await createMissing(tx, await readPools(tx, OF_PLATFORM), applications);
  const { planned: asIs } = await plan(tx, await readPools(tx, OF_PLATFORM), applications);
  const isOther = (one: Planned) => hasOtherLimit(one) || isEmptied(one) || one.licensed !== one.pool.licensed;
  const others = asIs.filter(isOther);
  if (others.length === 0) return [];
  const ids = others.flatMap(({ pool }) => [pool.id, pool.owner_pool_id]);
  const which = sql<boolean>`p.id = any(${ids}::uuid[])`;
  await lockPools(tx, which);
  const book = openBook(await readPools(tx, which));
  const { planned, shortages } = await plan(tx, [...book.pools.values()], applications);
  if (shortages.length > 0) return shortages;
  for (const one of planned) {
    const { pool, limit, licensed } = one;
    const emptied = isEmptied(one);
    if (hasOtherLimit(one) || emptied) setLimit(book, pool, limit, { kind: 'install', moveId: newId(), emptied });
    if (licensed !== pool.licensed) book.changed.add(pool.id);
    pool.licensed = licensed;
  }
  await writeBook(tx, book, { operationId: newId(), by, now });
  return [];
}

/**
 * Gives the platform's pools what a license says that is being installed. Throws LICENSE_BELOW_ALLOCATED under `body`
 * where it says less than is handed on and used, and under a field of each feature by how much.
 */
export async function installPools(tx: Db, applications: Applications, by: MovedBy, now: Date): Promise<void> {
  const shortages = await install(tx, applications, by, now);
  if (shortages.length > 0) throw belowAllocated(shortages.toSorted(inShownOrder));
}

function belowAllocated(shortages: readonly Shortage[]): Problem {
  const reasons = shortages.map(({ app_code, feature, limit, needed }): Reason =>
    needed === UNLIMITED
      ? { status: 'LICENSE_BELOW_UNLIMITED', params: { application: app_code, feature, limit } }
      : { status: 'LICENSE_BELOW_ALLOCATED', params: { application: app_code, feature, limit, needed } },
  );
  const [first] = reasons;
  const fields = Object.fromEntries([
    ['body', first],
    ...shortages.map((one, index) => [`applications.${one.app_code}.${one.generation}.${one.feature}`, reasons[index]]),
  ]);
  return new Problem(first?.status ?? 'LICENSE_BELOW_ALLOCATED', { params: first?.params ?? {}, fields });
}

/**
 * Brings the pools of a platform to what its license in force says, as at the start of one that was set up before there
 * were pools; nothing is written where they are so. A license that is being installed is waited for, and is the one
 * then. Answers what it has too little of, and then they stay; null where there is none.
 */
export const bookLicense = ({ db, config }: Pick<Runtime, 'db' | 'config'>, now: Date): Promise<Shortage[] | null> =>
  db.transaction().execute(async (tx) => {
    await lockLicense(tx);
    const current = await currentLicense(tx, config, now);
    return current && install(tx, current.license.applications, null, now);
  });
