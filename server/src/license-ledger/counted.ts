/** What of the platform counts against a license, by kind. Areas that make such a thing call these and no other. */
import type { AppCode } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import { UNLIMITED, type LicensedFeatureName } from '@signet/contract/licensed-features';
import type { Reason } from '@signet/contract/problem';
import { consume, handOver, isLeft, release, roomsOf } from './use-store.ts';

/**
 * An account counts as its partner's, or the platform's; people as those of the account they belong to first.
 * Certificates count that were issued for a seat, until they are revoked for good or have ended.
 */
export type CountedKind =
  | 'account'
  | 'administrator'
  | 'service_user'
  | 'certificate_authority'
  | 'seat'
  | 'certificate';
export type Counted = { app: AppCode; features: readonly LicensedFeatureName[] };

/** Of several features only that of the generation counts that is shown (see `consume`). */
export const COUNTED: Record<CountedKind, Counted> = {
  account: { app: 'account_manager', features: ['accounts', 'account_units'] },
  administrator: { app: 'account_manager', features: ['administrators'] },
  certificate_authority: { app: 'ca_manager', features: ['certificate_authorities', 'issuing_ca_units'] },
  service_user: { app: 'account_manager', features: ['service_user_units'] },
  seat: { app: 'enterprise_manager', features: ['seats', 'seat_units'] },
  certificate: { app: 'enterprise_manager', features: ['certificates', 'certificate_units'] },
};

/** `account`: whose it is; null for the platform's own. */
export type Thing = { kind: CountedKind; id: string; account: string | null };

/** Counts a thing that is being made, in its transaction. Throws LICENSE_USED_UP where none is left. */
export async function count(tx: Db, { kind, id, account }: Thing, now: Date): Promise<void> {
  const { app, features } = COUNTED[kind];
  for (const feature of features) await consume(tx, { app, feature, account, subject: { kind, id }, quantity: 1, now });
}

/**
 * Counts a thing that takes the place of others of its kind, which count no more: where one of them is counted nothing
 * more is used, and no limit refuses it. Throws LICENSE_USED_UP where none is.
 */
export async function countInPlaceOf(tx: Db, thing: Thing, ids: readonly string[], now: Date): Promise<void> {
  const { kind } = thing;
  for (const id of ids) {
    await handOver(tx, { kind, id }, { kind, id: thing.id }, now);
    await release(tx, { kind, id }, now);
  }
  await count(tx, thing, now);
}

/** Whether there would be room for another one now; {@link count} asks again. */
export async function hasRoom(db: Db, { kind, account }: Pick<Thing, 'kind' | 'account'>): Promise<boolean> {
  const { app, features } = COUNTED[kind];
  for (const feature of features) if (!(await isLeft(db, { app, feature, account }))) return false;
  return true;
}

/** How many more of a kind an account may have; -1 without limit, null where none are counted. */
export const leftFor = async (db: Db, kind: CountedKind, account: string): Promise<number | null> =>
  (await roomNear(db, kind, account))?.left ?? null;

/** The same, with the account whose pool has them; null for the platform's. */
export async function roomNear(
  db: Db,
  kind: CountedKind,
  account: string,
): Promise<{ left: number; holder: string | null } | null> {
  const { app, features } = COUNTED[kind];
  const rooms = await Promise.all(features.map((feature) => roomsOf(db, { app, feature }, [account])));
  const near = rooms.flatMap((of) => of.get(account) ?? []);
  const [least] = near.toSorted((a, b) => boundOf(a) - boundOf(b));
  if (!least) return null;
  return { left: least.left === UNLIMITED ? UNLIMITED : Math.max(0, least.left), holder: least.holder };
}

const boundOf = ({ left }: { left: number }): number => (left === UNLIMITED ? Infinity : left);

/**
 * How many things of a kind there is room for now, for many accounts at once: asked for one thing after the other, it
 * answers why there is none for it beside those that were asked for before. {@link count} asks again.
 */
export async function roomFor(
  db: Db,
  kind: CountedKind,
  accounts: readonly string[],
): Promise<(account: string) => Reason | null> {
  const { app, features } = COUNTED[kind];
  const rooms = await Promise.all(
    features.map(async (feature) => ({ feature, of: await roomsOf(db, { app, feature }, accounts) })),
  );
  const asked = new Map<string, number>();
  return (account) => {
    const near = rooms.flatMap(({ feature, of }) => {
      const room = of.get(account);
      return room ? [{ ...room, feature }] : [];
    });
    const short = near.find(({ pool, left }) => left !== UNLIMITED && (asked.get(pool) ?? 0) >= left);
    if (short) {
      const params = { application: app, feature: short.feature, limit: short.limit };
      return { status: 'LICENSE_USED_UP', params };
    }
    for (const { pool } of near) asked.set(pool, (asked.get(pool) ?? 0) + 1);
    return null;
  };
}

/** A thing is gone: what it used is free again. */
export const discount = (tx: Db, { kind, id }: Pick<Thing, 'kind' | 'id'>, now: Date): Promise<void> =>
  release(tx, { kind, id }, now);
