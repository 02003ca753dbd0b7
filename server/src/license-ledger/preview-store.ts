/** What it would do to licenses to delete an account or to give it to another partner. Nothing is locked or changed. */
import { UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import type { AppCode } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import {
  changeOwner,
  giveBack,
  missingOwners,
  readAccountBook,
  targetOfUses,
  type AccountBook,
  type PoolShortage,
} from './account-book-store.ts';
import { leftOf, ownUse, sameFeature, takeOut, type Pool, type UseOfSlot } from './book.ts';
import { COUNTED } from './counted.ts';
import { figuresOf } from './figures.ts';
import { freshPool, readPools } from './pool-store.ts';
import { nearestOf } from './use-store.ts';

type Figures = { limit: number; used: number; remaining: number };
/** What is left in a pool of a partner's account, or of the platform with null; -1 is unlimited. */
export type PoolChange = { account_id: string | null; before: number; after: number };
/** What becomes of one feature of an account's license. */
export type AccountEffect = {
  app_code: AppCode;
  feature: string;
  generation: LicenseGeneration;
  before: Figures;
  after: Figures;
  /** How much moves: the limit of the account's own pool, or without one, what it uses of the pool above. */
  moved: number;
  /** The pool that it comes from afterwards, or where it is given back. */
  pool: PoolChange;
  /** The pool that it leaves for another one. */
  former: PoolChange | null;
};

const NOTHING: Figures = { limit: 0, used: 0, remaining: 0 };

/** What an account has of one feature: by its own pool, and as it uses one above. */
type Part = { like: Pool; figures: Figures; above: Pool; own: Pool | undefined };

/** What the account has or uses, feature by feature, in the order of the pools. */
function partsOf({ book, own, elsewhere }: AccountBook): Part[] {
  const poolOf = (id: string | null): Pool => {
    const pool = id === null ? undefined : book.pools.get(id);
    if (!pool) throw new Error(`License pool ${id} was not read.`);
    return pool;
  };
  const figures = (pool: Pool, given: Pool | undefined, uses: readonly UseOfSlot[], above: Pool): Figures => {
    const { limit, used: total, remaining } = figuresOf(pool.feature, given, uses, above);
    return { limit, used: total, remaining };
  };
  const given = own.map((pool): Part => {
    const above = poolOf(pool.owner_pool_id);
    return { like: pool, own: pool, above, figures: figures(pool, pool, [], above) };
  });
  const used = [...Map.groupBy(elsewhere, ({ pool_id }) => pool_id)].map(([id, uses]): Part => {
    const above = poolOf(id);
    return { like: above, own: undefined, above, figures: figures(above, undefined, uses, above) };
  });
  return [...given, ...used].filter(({ figures: { limit, used: total } }) => limit !== 0 || total !== 0);
}

const nameOf = ({ like: { app_code, feature, generation } }: Part) => ({ app_code, feature, generation });

/** What an act is about: the feature, what there is of it, and how much of that moves. */
const concernedOf = (part: Part) => ({
  ...nameOf(part),
  before: part.figures,
  moved: part.own ? part.figures.limit : part.figures.used,
});

/** What is left in all pools of a book. */
const leftIn = ({ book }: AccountBook): Map<string, number> =>
  new Map([...book.pools.values()].map((pool) => [pool.id, leftOf(pool)]));

const change = (pool: Pool, before: Map<string, number>): PoolChange => ({
  account_id: pool.account_id,
  before: before.get(pool.id) ?? 0,
  after: leftOf(pool),
});

/** What an account has, and from where. */
export async function previewNothing(
  db: Db,
  account: { id: string; partner_account_id: string | null },
): Promise<AccountEffect[]> {
  const of = await readAccountBook(db, account.id, [account.id, account.partner_account_id]);
  const left = leftIn(of);
  return partsOf(of).map((part) => ({
    ...concernedOf(part),
    after: part.figures,
    pool: change(part.above, left),
    former: null,
  }));
}

/** What a deletion gives back, and to whom. */
export async function previewGiveBack(
  db: Db,
  account: { id: string; partner_account_id: string | null },
): Promise<AccountEffect[]> {
  const of = await readAccountBook(db, account.id, [account.id, account.partner_account_id]);
  const [parts, left] = [partsOf(of), leftIn(of)];
  giveBack(of);
  return parts.map((part) => ({
    ...concernedOf(part),
    after: NOTHING,
    pool: change(part.above, left),
    former: null,
  }));
}

/** What another partner, or none, would have to give and the present one gets back, and what there is too little of. */
export async function previewReassign(
  db: Db,
  account: { id: string },
  partners: { from: string | null; to: string | null },
): Promise<{ effects: AccountEffect[]; shortages: PoolShortage[] }> {
  const of = await readAccountBook(db, account.id, [account.id, partners.from, partners.to]);
  for (const pool of missingOwners(of, partners.to).map(freshPool)) of.book.pools.set(pool.id, pool);
  const { uses, pools } = await readOwnCount(db, of, partners.to);
  const [parts, left] = [partsOf(of), leftIn(of)];
  for (const { pool_id, slot, quantity } of uses) takeOut(of.book.pools.get(pool_id)?.slots ?? [], slot, quantity);
  const rooms = new Map(pools.map((pool) => [pool, roomIn(pool)]));
  const shortages = countItself(rooms, changeOwner(of, partners));
  const effects = parts.flatMap((part): AccountEffect[] => {
    const isShort = shortages.some(({ pool }) => sameFeature(pool, part.like));
    if (isShort) return [];
    const above = part.own ? of.book.pools.get(part.own.owner_pool_id ?? '') : usedAfterwards(of, part, partners);
    if (!above) throw new Error(`License pool of ${part.like.feature} was not read.`);
    return [
      {
        ...concernedOf(part),
        after: part.figures,
        pool: change(above, left),
        former: above.id === part.above.id ? null : change(part.above, left),
      },
    ];
  });
  return { effects, shortages };
}

/** What an account uses by being there, as its partner's or the platform's, and the pools that `to` counts it in. */
async function readOwnCount(
  db: Db,
  { accountId, book }: AccountBook,
  to: string | null,
): Promise<{ uses: UseOfSlot[]; pools: Pool[] }> {
  const { app, features } = COUNTED.account;
  const nearest = features.map((feature) => sql`(${nearestOf(app, feature, sql`${to}::uuid`)})`);
  const [{ rows: ids }, { rows: uses }] = await Promise.all([
    sql<{ id: string }>`select id from unnest(array[${sql.join(nearest)}]) id where id is not null`.execute(db),
    sql<UseOfSlot>`select u.pool_id, u.slot, u.quantity::float8 as quantity from license_use u
      where u.subject_kind = 'account' and u.subject_id = ${accountId} and u.released_at is null`.execute(db),
  ]);
  const unread = [...ids.map(({ id }) => id), ...uses.map((use) => use.pool_id)].filter((id) => !book.pools.has(id));
  for (const pool of await readPools(db, sql<boolean>`p.id = any(${unread}::uuid[])`)) book.pools.set(pool.id, pool);
  return { uses, pools: ids.flatMap(({ id }) => book.pools.get(id) ?? []) };
}

/** What is left; negative where more is used than there is. */
const roomIn = (pool: Pool): number => pool.held - ownUse(pool);

/** Counts the account itself in pools that had so much room before it came, and adds where there is none for it. */
function countItself(rooms: ReadonlyMap<Pool, number>, shortages: readonly PoolShortage[]): PoolShortage[] {
  const alsoShort = [...rooms].flatMap(([pool, room]): PoolShortage[] => {
    pool.slots = [(pool.slots[0] ?? 0) + 1, ...pool.slots.slice(1)];
    const isEnough = pool.unlimited || roomIn(pool) >= 0 || shortages.some((one) => one.pool === pool);
    return isEnough ? [] : [{ pool, left: Math.max(room, 0), needed: room - roomIn(pool) }];
  });
  const more = ({ pool, needed }: PoolShortage): number => (rooms.has(pool) && needed !== UNLIMITED ? 1 : 0);
  return [...shortages.map((one) => ({ ...one, needed: one.needed + more(one) })), ...alsoShort];
}

/** What was used of the old partner's pool moves; what was used of the platform's stays. */
const usedAfterwards = ({ book }: AccountBook, { above }: Part, { to }: { to: string | null }): Pool =>
  above.account_id === null ? above : targetOfUses(book, above, to);
