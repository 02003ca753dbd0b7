/** New limits for an account, from the pool of its partner or of the platform: all of them, or none. */
import { limitRange, type LicenseFigures } from '@signet/contract/areas/license-rules';
import { isOnlyCounted, type LicenseGeneration } from '@signet/contract/licensed-features';
import { Problem, type Reason } from '@signet/contract/problem';
import type { AppCode, Scope } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { above, leftOf, openBook, setLimit, takeOver, usedOf, type Book, type Pool, type UseOfSlot } from './book.ts';
import { figuresOf } from './figures.ts';
import { actionOf, isChange, whyNotRow, type Row } from './judge.ts';
import { createPools, freshPool, lockPools, poolsOf, readPools, usesOf, type LicensedAccount } from './pool-store.ts';
import { writeBook, type MovedBy } from './write-store.ts';

export type Allocation = {
  account: LicensedAccount & { type: 'standard' | 'partner' };
  app: AppCode;
  generation: LicenseGeneration;
  rows: readonly Row[];
  /** The viewer's. */
  scope: Scope;
};

/** What a change does to one feature: the account's figures, and what is left in the pool above. */
export type AllocationEffect = {
  feature: string;
  generation: LicenseGeneration;
  before: LicenseFigures;
  after: LicenseFigures;
  left: { before: number; after: number };
};

const KINDS = { add: 'allocate', subtract: 'return', reset: 'reset' } as const;

/** The books as an update of an account's license finds them. */
type Found = { book: Book; uses: UseOfSlot[]; given: (feature: string) => GivenFeature | null };
/** The pools of a feature, as far as there are any. */
type GivenFeature = { own: Pool | undefined; owner: Pool | undefined; platform: Pool; elsewhere: UseOfSlot[] };

async function find(db: Db, { account, app, generation, rows }: Allocation): Promise<Found> {
  const names = rows.map(({ name }) => name);
  const pools = await readPools(
    db,
    sql<boolean>`${poolsOf(app, [account.id, account.partner_account_id])}
      and p.generation = ${generation} and p.feature = any(${names})`,
  );
  const uses = await usesOf(
    db,
    account.id,
    pools.filter((pool) => pool.account_id !== account.id).map(({ id }) => id),
  );
  const of = (feature: string, accountId: string | null, kind: Pool['kind']) =>
    pools.find((pool) => pool.feature === feature && pool.account_id === accountId && pool.kind === kind);
  const given = (feature: string): GivenFeature | null => {
    const platform = of(feature, null, 'platform');
    if (!platform) return null;
    const own = of(feature, account.id, 'account');
    const owner = account.partner_account_id === null ? platform : of(feature, account.partner_account_id, 'account');
    const ids = new Set(pools.filter((pool) => pool.feature === feature && pool !== own).map(({ id }) => id));
    return { own, owner, platform, elsewhere: uses.filter(({ pool_id }) => ids.has(pool_id)) };
  };
  return { book: openBook(pools), uses, given };
}

const figures = (feature: string, { own, owner, elsewhere }: GivenFeature): LicenseFigures =>
  figuresOf(feature, own, elsewhere, owner);

/** What is wrong with the rows, under the field of each; throws where something is. */
function judge({ account, app, rows, scope }: Allocation, { book, given }: Found): void {
  const fields: Record<string, Reason> = {};
  rows.forEach((row, index) => {
    const found = given(row.name);
    if (!found) return void (fields[`features.${index}.name`] = { status: 'LICENSE_FEATURE_UNKNOWN' });
    if (rows.findIndex(({ name }) => name === row.name) < index)
      return void (fields[`features.${index}.name`] = { status: 'LICENSE_FEATURE_TWICE' });
    const judged = { figures: figures(row.name, found), holder: { app_code: app, type: account.type }, scope };
    const reason = whyNotRow(row, judged) ?? whyNotCount(book, row, found);
    if (reason) fields[`features.${index}.attributes.limit`] = reason;
  });
  const [first] = Object.values(fields);
  if (first) throw new Problem(first.status, { ...(first.params ? { params: first.params } : {}), fields });
}

/** An unlimited pool hands on no more in all than a number holds exactly. */
function whyNotCount(book: Book, row: Row, { own, owner }: GivenFeature): Reason | null {
  const before = Math.max(row.old_limit, 0);
  const more = row.limit - before;
  if (!owner?.unlimited || more <= 0) return null;
  const chain = [owner, ...above(book, owner)].filter(({ unlimited }) => unlimited);
  const room = Number.MAX_SAFE_INTEGER - Math.max(...chain.map(usedOf), own ? usedOf(own) : 0);
  if (more <= room) return null;
  const min = row.reset ? 0 : Math.min(own ? usedOf(own) : 0, before);
  return room < 1 ? { status: 'LICENSE_NONE_LEFT' } : limitRange(min, before + room);
}

/**
 * Carries an update out. Answers what it did to each feature, none where nothing changed. Throws what is wrong under
 * `features.N.…`, and then nothing has changed. The caller holds the account's row.
 */
export async function allocate(
  tx: Db,
  allocation: Allocation,
  { operationId, by, now }: { operationId: string; by: MovedBy; now: Date },
): Promise<AllocationEffect[]> {
  const { account, app, generation } = allocation;
  const changing = allocation.rows.filter(isChange).map(({ name }) => name);
  if (changing.length > 0)
    await lockPools(
      tx,
      sql<boolean>`${poolsOf(app, [account.id, account.partner_account_id])}
        and p.generation = ${generation} and p.feature = any(${changing})`,
    );
  const found = await find(tx, allocation);
  judge(allocation, found);
  const rows = allocation.rows.filter((row) => isChange(row) && !isNothing(row, found.given(row.name)));
  const missing = rows.filter(({ name }) => !found.given(name)?.own);
  const fresh = await createPools(
    tx,
    missing.map(({ name }) => newPool(allocation, name, found.given(name))),
  );
  const effects = rows.map((row) => carryOut(allocation, found, row, fresh));
  await writeBook(tx, found.book, { operationId, by, now });
  return effects;
}

/** What an update would do. Throws what is wrong with it, as {@link allocate} does; changes nothing. */
export async function previewAllocation(db: Db, allocation: Allocation): Promise<AllocationEffect[]> {
  const found = await find(db, allocation);
  judge(allocation, found);
  const rows = allocation.rows.filter((row) => isChange(row) && !isNothing(row, found.given(row.name)));
  const fresh = rows
    .filter(({ name }) => !found.given(name)?.own)
    .map(({ name }) => freshPool(newPool(allocation, name, found.given(name))));
  return rows.map((row) => carryOut(allocation, found, row, fresh));
}

/** A reset to 0 of what an account was never given: its pool would keep it from using what is above. */
const isNothing = ({ limit }: Row, found: GivenFeature | null): boolean => limit === 0 && !found?.own?.given;

function newPool({ account, app, generation }: Allocation, feature: string, given: GivenFeature | null) {
  if (!given?.owner) throw new Error(`There is no license pool above for ${feature}.`);
  return {
    kind: 'account' as const,
    account_id: account.id,
    app_code: app,
    feature,
    generation,
    owner_pool_id: given.owner.id,
  };
}

function carryOut({ account, generation }: Allocation, { book, given }: Found, row: Row, fresh: readonly Pool[]) {
  const found = given(row.name);
  const own = found?.own ?? fresh.find(({ feature }) => feature === row.name);
  const owner = found?.owner;
  if (!found || !own || !owner) throw new Error(`There is no license pool for ${row.name}.`);
  book.pools.set(own.id, own);
  const before = figures(row.name, found);
  const leftBefore = leftOf(owner);
  const kind = KINDS[actionOf(row)];
  takeOver(book, account.id, found.elsewhere, own);
  const emptied = kind === 'reset' && isOnlyCounted(row.name);
  setLimit(book, own, row.limit, { kind, moveId: newId(), emptied });
  const after = figuresOf(row.name, own, [], owner);
  return { feature: row.name, generation, before, after, left: { before: leftBefore, after: leftOf(owner) } };
}
