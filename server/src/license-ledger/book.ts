/**
 * The books of some pools while they are changed, in memory: quantities are whole numbers, {@link UNLIMITED} is no
 * limit. What stands here has been read under locks, is judged, changed, and then written whole (write-store.ts).
 */
import { UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import type { AppCode } from '@signet/contract/viewer';
import type { Database } from '../db/schema.ts';

/** What a holder has of one feature. */
export type Pool = {
  id: string;
  kind: 'issuer' | 'platform' | 'account';
  account_id: string | null;
  app_code: AppCode;
  feature: string;
  generation: LicenseGeneration;
  owner_pool_id: string | null;
  unlimited: boolean;
  licensed: boolean;
  /** For its own use. */
  held: number;
  handed_on: number;
  /** Whether it was ever given anything, were it but 0: until then its account uses what is above. */
  given: boolean;
  /** How many entries it has. */
  version: number;
  /** When it got its newest entry. */
  changed_at: Date | null;
  /** What is used, by slot. */
  slots: number[];
};

export type MoveKind = Database['license_move']['kind'];
type Move = {
  id: string;
  kind: MoveKind;
  pool_id: string;
  limit_before: number;
  limit_after: number;
  used_before: number;
  used_after: number;
};
type Entry = {
  move_id: string;
  pool_id: string;
  version: number;
  delta: number;
  held_before: number;
  held_after: number;
  handed_on: number;
};
/** Uses of an account that another pool counts from now on. */
type TakenOver = { account_id: string; from: string; to: string };

export type Book = {
  pools: Map<string, Pool>;
  moves: Move[];
  entries: Entry[];
  /** Pools whose row or slots are no longer as they were read. */
  changed: Set<string>;
  takenOver: TakenOver[];
  /** Pools whose uses are over. */
  emptied: Set<string>;
};

export const openBook = (pools: readonly Pool[]): Book => ({
  pools: new Map(pools.map((pool) => [pool.id, pool])),
  moves: [],
  entries: [],
  changed: new Set(),
  takenOver: [],
  emptied: new Set(),
});

/** Whether both are of one feature: of the same application and generation. */
export const sameFeature = (a: Pool, b: Pool): boolean =>
  a.app_code === b.app_code && a.generation === b.generation && a.feature === b.feature;
/** What the pool itself uses. */
export const ownUse = (pool: Pick<Pool, 'slots'>): number => pool.slots.reduce((sum, used) => sum + used, 0);
/** The limit as it is shown; -1 is unlimited. */
export const limitOf = ({ unlimited, held, handed_on }: Pick<Pool, 'unlimited' | 'held' | 'handed_on'>): number =>
  unlimited ? UNLIMITED : held + handed_on;
/** What is used and handed on. */
export const usedOf = (pool: Pick<Pool, 'slots' | 'handed_on'>): number => ownUse(pool) + pool.handed_on;
/** What may be used or handed on; -1 is unlimited. */
export const leftOf = (pool: Pick<Pool, 'unlimited' | 'held' | 'slots'>): number =>
  pool.unlimited ? UNLIMITED : Math.max(pool.held - ownUse(pool), 0);

/** The pools above one, the nearest first. */
export function above({ pools }: Book, { owner_pool_id }: Pool): Pool[] {
  const chain: Pool[] = [];
  for (let id = owner_pool_id; id !== null;) {
    const pool = pools.get(id);
    if (!pool) throw new Error(`License pool ${id} was not read.`);
    chain.push(pool);
    id = pool.owner_pool_id;
  }
  return chain;
}

/** Where a quantity comes from: past the unlimited pools, which only pass it through, to the first that holds some. */
function sourceOf(book: Book, pool: Pool): { source: Pool; passed: Pool[] } {
  const chain = above(book, pool);
  const index = chain.findIndex((one) => !one.unlimited);
  const source = chain[index];
  if (!source) throw new Error(`Nothing holds what license pool ${pool.id} is given.`);
  return { source, passed: chain.slice(0, index) };
}

function enter(book: Book, moveId: string, pool: Pool, delta: number): void {
  const { id, held, handed_on } = pool;
  pool.version += 1;
  pool.held += delta;
  book.changed.add(id);
  book.entries.push({
    move_id: moveId,
    pool_id: id,
    version: pool.version,
    delta,
    held_before: held,
    held_after: pool.held,
    handed_on,
  });
}

/**
 * Hands a quantity from above on to a pool, or with a minus back; `keeps` is false where the pool holds it already and
 * only those above change.
 */
function handOn(book: Book, moveId: string, pool: Pool, quantity: number, keeps = true): void {
  if (quantity === 0) return;
  const { source, passed } = sourceOf(book, pool);
  for (const one of [source, ...passed]) one.handed_on += quantity;
  if (keeps && quantity < 0) enter(book, moveId, pool, quantity);
  const enterAbove = (one: Pool) => {
    if (one !== source) enter(book, moveId, one, Math.abs(quantity));
    enter(book, moveId, one, one === source ? -quantity : -Math.abs(quantity));
  };
  // From where it comes to where it goes.
  for (const one of quantity > 0 ? [source, ...passed.toReversed()] : [...passed, source]) enterAbove(one);
  if (keeps && quantity > 0) enter(book, moveId, pool, quantity);
}

/** What a move tells of its pool, before and after what is done in it. */
function move(book: Book, kind: MoveKind, pool: Pool, id: string, work: () => void): void {
  const [limit_before, used_before] = [limitOf(pool), usedOf(pool)];
  work();
  book.changed.add(pool.id);
  book.moves.push({
    id,
    kind,
    pool_id: pool.id,
    limit_before,
    limit_after: limitOf(pool),
    used_before,
    used_after: usedOf(pool),
  });
}

/** Gives a pool another limit, from the pool above; `emptied` ends what it uses. The caller has judged it. */
export function setLimit(
  book: Book,
  pool: Pool,
  limit: number,
  { kind, moveId, emptied = false }: { kind: MoveKind; moveId: string; emptied?: boolean },
): void {
  move(book, kind, pool, moveId, () => {
    if (emptied) {
      pool.slots = pool.slots.map(() => 0);
      book.emptied.add(pool.id);
    }
    pool.unlimited = limit === UNLIMITED;
    handOn(book, moveId, pool, pool.unlimited ? -pool.held : limit - pool.handed_on - pool.held);
  });
}

/** Puts a pool under another one, which has to have what it holds and has handed on. The caller has judged it. */
export function setOwner(book: Book, pool: Pool, owner: Pool, moveId: string): void {
  const quantity = pool.held + pool.handed_on;
  move(book, 'reassign', pool, moveId, () => {
    handOn(book, moveId, pool, -quantity, false);
    pool.owner_pool_id = owner.id;
    handOn(book, moveId, pool, quantity, false);
  });
}

/** What an account uses of one slot of a pool. */
export type UseOfSlot = { pool_id: string; slot: number; quantity: number };

/** Lets a pool count what an account uses of another one. */
export function takeOver(book: Book, accountId: string, uses: readonly UseOfSlot[], to: Pool): void {
  for (const { pool_id, slot, quantity } of uses) {
    const from = book.pools.get(pool_id);
    if (!from) throw new Error(`License pool ${pool_id} was not read.`);
    takeOut(from.slots, slot, quantity);
    if (to.slots.length === 0) to.slots.push(0);
    to.slots[0] = (to.slots[0] ?? 0) + quantity;
    book.changed.add(from.id).add(to.id);
    if (!book.takenOver.some((one) => one.from === from.id && one.to === to.id))
      book.takenOver.push({ account_id: accountId, from: from.id, to: to.id });
  }
}

/** Takes a use out of the slots: out of its own as far as it is there, since slots are put together at times. */
export function takeOut(slots: number[], slot: number, quantity: number): void {
  let left = quantity;
  for (const index of [slot, ...slots.keys()]) {
    const taken = Math.min(slots[index] ?? 0, left);
    if (taken > 0) slots[index] = (slots[index] ?? 0) - taken;
    left -= taken;
  }
  if (left > 0) throw new Error(`The slots of a license pool say ${left} less than is used.`);
}
