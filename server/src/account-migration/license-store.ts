/** What an account was allocated of licenses, and what it has that counts: whether there is room, and giving it. */
import type { Conflict } from '@signet/contract/areas/migration';
import type { ConflictKind } from '@signet/contract/areas/migration-rules';
import { payloadDate } from '@signet/contract/dates';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { Problem } from '@signet/contract/problem';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { inService } from '../db/in-service.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { allocate, previewAllocation, type Allocation } from '../license-ledger/allocate-store.ts';
import { COUNTED, leftFor, type CountedKind } from '../license-ledger/counted.ts';
import { enqueueCount, hasItsPlace, uncountedOf } from '../license-ledger/uncounted-store.ts';
import type { StoredArrival } from './arrival-store.ts';
import type { MovedLicense } from './tables.ts';

type Found = { id: string; name: string; params?: Record<string, string | number> };
type AsConflicts = (kind: ConflictKind, found: readonly Found[]) => Conflict[];

const appOf = (code: string): AppCode | undefined => APP_CODES.find((app) => app === code);
const nameOf = ({ app_code, generation, feature }: MovedLicense): string => `${app_code}.${generation}.${feature}`;

/**
 * The partner of an account that comes: that of the file where it is here, and may have customers; once the account is
 * here the one that it has by then, who may be another. Null for none.
 */
export async function partnerHere(
  tx: Db,
  { id, account_id }: Pick<StoredArrival, 'id' | 'account_id'>,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ partner: string | null }>`
    select (case when r.state = 'arrived' then here.partner_account_id else p.id end)::text as partner
    from account_arrival_row r
    left join account here on here.id = ${account_id}
    left join account p on p.id::text = r.came->>'partner_account_id' and p.type = 'partner'
      and ${inService('p', payloadDate(now))}
    where r.arrival_id = ${id} and r.table_name = 'account'`.execute(tx);
  return rows[0]?.partner ?? null;
}

/** The allocation of one feature; null where this platform's license does not name it. */
async function allocationOf(
  tx: Db,
  arrival: StoredArrival,
  one: MovedLicense,
  partner: string | null,
): Promise<Allocation | null> {
  const app = appOf(one.app_code);
  const { account } = arrival;
  const { generation } = one;
  if (!app || !account || (generation !== 'v1' && generation !== 'v2')) return null;
  const { rows } = await sql`select from license_pool p where p.kind = 'platform' and p.licensed
    and p.app_code = ${app} and p.feature = ${one.feature} and p.generation = ${generation}`.execute(tx);
  if (rows.length === 0) return null;
  return {
    account: {
      id: account.id,
      partner_account_id: partner,
      type: account.type === 'partner' ? 'partner' : 'standard',
    },
    app,
    generation,
    rows: [{ name: one.feature, limit: one.limit, old_limit: 0, reset: false }],
    scope: 'system',
  };
}

/** What of the file's allocations this platform can give, and what its license does not name. */
export async function sortLicenses(
  tx: Db,
  arrival: StoredArrival,
  now: Date,
): Promise<{ given: { license: MovedLicense; allocation: Allocation }[]; unknown: MovedLicense[] }> {
  const partner = await partnerHere(tx, arrival, now);
  const all = await Promise.all(
    arrival.licenses.map(async (license) => ({
      license,
      allocation: await allocationOf(tx, arrival, license, partner),
    })),
  );
  return {
    given: all.flatMap(({ license, allocation }) => (allocation ? [{ license, allocation }] : [])),
    unknown: all.filter(({ allocation }) => !allocation).map(({ license }) => license),
  };
}

/** Allocations that are not left, and things for which there is no room. */
export async function licenseConflicts(
  tx: Db,
  arrival: StoredArrival,
  as: AsConflicts,
  now: Date,
): Promise<Conflict[]> {
  const { given } = await sortLicenses(tx, arrival, now);
  const short: Found[] = [];
  for (const { license, allocation } of given) {
    const reason = await whyShort(tx, allocation);
    if (reason)
      short.push({
        id: nameOf(license),
        name: license.feature,
        params: { application: license.app_code, needed: license.limit, ...reason },
      });
  }
  const allocations = as('license', short);
  // What is left out of the allocations is used of the pool above.
  const missing = new Set(allocations.flatMap(({ key, choice }) => (choice ? [key.slice('license:'.length)] : [])));
  const own = given.filter(({ license }) => !missing.has(nameOf(license))).map(({ license }) => license);
  return [...allocations, ...as('used_up', await usedUp(tx, arrival, own, now))];
}

async function whyShort(tx: Db, allocation: Allocation): Promise<Record<string, string | number> | null> {
  try {
    await previewAllocation(tx, allocation);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { params = {} } = error.reason;
    return { left: Number(params['max'] ?? params['left'] ?? 0) };
  }
}

/** A certificate has handed its place on to the one of a renewal that comes along. */
const HANDS_ON = sql<boolean>`exists (select from account_arrival_row e
  where e.arrival_id = r.arrival_id and e.table_name = 'enrollment' and e.state is distinct from 'left_out'
    and e.came->>'renews' = r.row_key and ${hasItsPlace(sql`e.came->>'stage'`)})`;

/**
 * The tables of what counts, and which of their rows do before they are here, as they came. `unless`: those of which
 * something says that they don't that may come later than they do.
 */
type Things = { table: string; where: (now: Date) => RawBuilder<boolean>; unless?: RawBuilder<boolean> };
const THINGS: Record<Exclude<CountedKind, 'certificate_authority'>, Things> = {
  account: { table: 'account', where: () => sql<boolean>`true` },
  administrator: {
    table: 'app_user',
    where: () => sql<boolean>`r.came->>'service_user' = 'false' and r.came->>'access_scope' <> 'end_user'`,
  },
  service_user: { table: 'app_user', where: () => sql<boolean>`r.came->>'service_user' = 'true'` },
  seat: { table: 'seat', where: () => sql<boolean>`true` },
  certificate: {
    table: 'certificate',
    where: (now) => sql<boolean>`r.came->>'seat_id' is not null and r.came->>'state' = 'issued'
      and (r.came->>'valid_to')::timestamptz > ${now}`,
    unless: HANDS_ON,
  },
};
const KINDS = ['account', 'administrator', 'service_user', 'seat', 'certificate'] as const;

/** Whoever has no partner uses of the platform's pools, as its own account does. */
async function systemAccount(tx: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from account where system_account`.execute(tx);
  if (!rows[0]) throw new Error('There is no system account.');
  return rows[0].id;
}

/** For how many things of a kind room is needed: those that still come, and those that are here and not counted yet. */
async function needed(tx: Db, arrival: StoredArrival, kind: keyof typeof THINGS, now: Date): Promise<number> {
  const { table, where, unless = sql<boolean>`false` } = THINGS[kind];
  const rowsOf = sql`account_arrival_row r
    where r.arrival_id = ${arrival.id} and r.table_name = ${table} and not ${unless}`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${rowsOf}
    and r.state is null and ${where(now)}`.execute(tx);
  const here = sql`(select r.row_key::uuid from ${rowsOf} and r.state = 'arrived')`;
  return (rows[0]?.count ?? 0) + (await uncountedOf(tx, kind, here, now));
}

async function usedUp(tx: Db, arrival: StoredArrival, own: readonly MovedLicense[], now: Date): Promise<Found[]> {
  const above = (await partnerHere(tx, arrival, now)) ?? (await systemAccount(tx));
  const found: Found[] = [];
  for (const kind of KINDS) {
    const count = await needed(tx, arrival, kind, now);
    const { app, features } = COUNTED[kind];
    // The account itself counts as its partner's; all else is used of what it was allocated, where that comes too.
    const hasOwn =
      kind !== 'account' &&
      own.some(({ app_code, feature }) => app_code === app && features.some((one) => one === feature));
    if (count === 0 || hasOwn) continue;
    const left = await leftFor(tx, kind, above);
    if (left !== null && left !== UNLIMITED && left < count)
      found.push({ id: kind, name: features[0] ?? kind, params: { application: app, needed: count, left } });
  }
  return found;
}

/**
 * Gives an account that has arrived what it was allocated, and lets what it has be counted. Throws the problem of an
 * allocation that is not left any more. The caller holds the account's row.
 */
export async function giveLicenses(
  tx: Db,
  arrival: StoredArrival,
  leftOut: ReadonlySet<string>,
  by: { id: string; name: string },
  now: Date,
): Promise<void> {
  const { given } = await sortLicenses(tx, arrival, now);
  for (const { license, allocation } of given)
    if (!leftOut.has(`license:${nameOf(license)}`)) await allocate(tx, allocation, { operationId: newId(), by, now });
  await enqueueCount(tx);
}
