/**
 * What becomes of an account's license when it is deleted, or gets another partner: in the books, before anything is
 * written. account-store.ts does it under locks, preview-store.ts only says what it would do.
 */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import {
  leftOf,
  limitOf,
  openBook,
  sameFeature,
  setLimit,
  setOwner,
  takeOut,
  takeOver,
  usedOf,
  type Book,
  type Pool,
  type UseOfSlot,
} from './book.ts';
import { readPools, usesOf, type NewPool } from './pool-store.ts';

/** The books as far as they bear on one account. */
export type AccountBook = {
  accountId: string;
  book: Book;
  /** Its own pools. */
  own: Pool[];
  /** What it uses of pools above. */
  elsewhere: UseOfSlot[];
};

/** A pool that has less left than an account needs of it; `needed` is -1 for what has no limit. */
export type PoolShortage = { pool: Pool; left: number; needed: number };

/** The pools of some accounts, and all of the features that `accountId`, or what it uses, are of. */
export const touching = (accountId: string, accountIds: readonly (string | null)[]): RawBuilder<boolean> => {
  const ids = accountIds.filter((id) => id !== null);
  return sql<boolean>`
    (p.account_id is null or p.account_id = any(${ids}::uuid[]))
    and exists (select from license_pool own
      where own.app_code = p.app_code and own.generation = p.generation and own.feature = p.feature
        and (own.account_id = ${accountId} or own.id in (
          select u.pool_id from license_use u where u.account_id = ${accountId} and u.released_at is null)))`;
};

/** Reads those of {@link touching}. */
export async function readAccountBook(
  db: Db,
  accountId: string,
  accountIds: readonly (string | null)[],
): Promise<AccountBook> {
  const pools = await readPools(db, touching(accountId, accountIds));
  const isOwn = (pool: Pool): boolean => pool.account_id === accountId;
  const others = pools.filter((pool) => !isOwn(pool)).map(({ id }) => id);
  return {
    accountId,
    book: openBook(pools),
    own: pools.filter(isOwn),
    elsewhere: await usesOf(db, accountId, others),
  };
}

const find = ({ pools }: Book, like: Pool, accountId: string | null): Pool | undefined =>
  [...pools.values()].find(
    (pool) =>
      pool.kind === (accountId === null ? 'platform' : 'account') &&
      pool.account_id === accountId &&
      sameFeature(pool, like),
  );

function platformPool(book: Book, like: Pool): Pool {
  const platform = find(book, like, null);
  if (!platform) throw new Error(`The platform has no license pool for ${like.feature}.`);
  return platform;
}

/** Ends what the account uses, and gives back what it holds to the pools above. */
export function giveBack({ book, own, elsewhere }: AccountBook): void {
  for (const { pool_id, slot, quantity } of elsewhere) {
    takeOut(book.pools.get(pool_id)?.slots ?? [], slot, quantity);
    book.changed.add(pool_id);
  }
  for (const pool of own) {
    if (limitOf(pool) !== 0 || usedOf(pool) !== 0)
      setLimit(book, pool, 0, { kind: 'delete', moveId: newId(), emptied: true });
  }
}

/** The pools that a partner lacks, under which those of the account come; none where it gets no partner. */
export const missingOwners = ({ book, own }: AccountBook, partnerId: string | null): NewPool[] =>
  partnerId === null
    ? []
    : own
        .filter((pool) => !find(book, pool, partnerId))
        .map((pool) => ({
          kind: 'account',
          account_id: partnerId,
          app_code: pool.app_code,
          feature: pool.feature,
          generation: pool.generation,
          owner_pool_id: platformPool(book, pool).id,
        }));

/**
 * Puts the account's pools, and what it used of its old partner's, under those of another partner, or of the platform
 * where that is null. What the other one has too little of stays where it was and is answered; the caller judges it.
 * The pools of {@link missingOwners} are in the book.
 */
export function changeOwner(of: AccountBook, { from, to }: { from: string | null; to: string | null }): PoolShortage[] {
  const { book, own } = of;
  const moved = own.flatMap((pool): PoolShortage[] => {
    const owner = to === null ? platformPool(book, pool) : find(book, pool, to);
    if (!owner) throw new Error(`The new partner has no license pool for ${pool.feature}.`);
    const short = shortage(owner, limitOf(pool));
    if (short.length === 0) setOwner(book, pool, owner, newId());
    return short;
  });
  return [...moved, ...takeUsesAlong(of, from, to)];
}

/** What the account used of its old partner's pools is used of the new one's, or of the platform's. */
function takeUsesAlong({ accountId, book, elsewhere }: AccountBook, from: string | null, to: string | null) {
  const old = [...book.pools.values()].filter(({ account_id }) => account_id === from && account_id !== null);
  return old.flatMap((pool): PoolShortage[] => {
    const mine = elsewhere.filter(({ pool_id }) => pool_id === pool.id);
    if (mine.length === 0) return [];
    const target = targetOfUses(book, pool, to);
    const short = shortage(
      target,
      mine.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    if (short.length === 0) takeOver(book, accountId, mine, target);
    return short;
  });
}

/** The pool that counts what was used of `pool` before the partner changed. */
export function targetOfUses(book: Book, pool: Pool, partnerId: string | null): Pool {
  const partners = partnerId === null ? undefined : find(book, pool, partnerId);
  return partners?.given ? partners : platformPool(book, pool);
}

function shortage(pool: Pool, needed: number): PoolShortage[] {
  const left = leftOf(pool);
  if (left === UNLIMITED || (needed !== UNLIMITED && needed <= left)) return [];
  return [{ pool, left, needed }];
}
