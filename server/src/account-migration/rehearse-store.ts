/** What people do with an account that comes: choose, run, go on, confirm, undo. */
import type { Arrival, Conflict } from '@signet/contract/areas/migration';
import {
  isSettled,
  whyNotConfirm,
  whyNotGoOn,
  whyNotRun,
  type Choice,
  type ConflictKind,
} from '@signet/contract/areas/migration-rules';
import { fieldProblem, Problem, refuseField, type Reason } from '@signet/contract/problem';
import { whyNotIdentifier, whyNotUserName } from '@signet/contract/rules';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Origin } from '../http/handler.ts';
import {
  enqueueArrival,
  enqueueTelling,
  forgetFile,
  goOnAs,
  lockArrival,
  readArrival,
  setProgress,
  setState,
  type StoredArrival,
} from './arrival-store.ts';
import { findConflicts, type Choices } from './conflict-store.ts';
import { forgetCode } from './fetch-store.ts';
import { giveLicenses, partnerHere, sortLicenses } from './license-store.ts';
import { prepareRows } from './prepare-store.ts';
import { countProgress } from './run-store.ts';

/** Finds anew what stands in the way, and keeps it, with the choices that hold. */
export async function rehearse(
  tx: Db,
  viewer: Viewer,
  arrival: StoredArrival,
  now: Date,
  choices: Choices = arrival.choices,
): Promise<Conflict[]> {
  const conflicts = await findConflicts(viewer, tx, arrival, choices, now);
  const held = Object.fromEntries(conflicts.flatMap(({ key, choice }) => (choice ? [[key, choice]] : [])));
  const leftBehind = [
    ...arrival.left_behind.filter(({ kind }) => kind !== 'license_rest' && kind !== 'partner'),
    ...(await behindHere(tx, arrival, now)),
  ];
  await sql`update account_arrival set conflicts = ${JSON.stringify(conflicts)}::jsonb,
    choices = ${JSON.stringify(held)}::jsonb, left_behind = ${JSON.stringify(leftBehind)}::jsonb
    where id = ${arrival.id}`.execute(tx);
  return conflicts;
}

/** What stays behind because this platform does not have what it would need. */
async function behindHere(tx: Db, arrival: StoredArrival, now: Date): Promise<Arrival['left_behind']> {
  const { unknown } = await sortLicenses(tx, arrival, now);
  const { rows } = await sql<{ name: string }>`select r.came->>'partner_account_id' as name from account_arrival_row r
    where r.arrival_id = ${arrival.id} and r.table_name = 'account'
      and r.came->>'partner_account_id' is not null`.execute(tx);
  const isPartnerHere = (await partnerHere(tx, arrival, now)) !== null;
  return [
    ...(rows.length > 0 && !isPartnerHere
      ? [{ kind: 'partner' as const, count: 1, names: rows.map(({ name }) => name) }]
      : []),
    ...(unknown.length > 0
      ? [{ kind: 'license_rest' as const, count: unknown.length, names: unknown.slice(0, 5).map((one) => one.feature) }]
      : []),
  ];
}

/** Before and after, for the log. */
export type Turned = { before: StoredArrival; after: Arrival };

/** Why nothing of this kind can be called so. */
const whyNotNamed = (kind: ConflictKind, name: string): Reason | null =>
  kind === 'identifier' ? whyNotIdentifier(name) : whyNotUserName(name);

/**
 * Throws, under its key, what is chosen about no conflict, or is no way out of it, as a name is that such a thing can't
 * have. What stood there when it was last looked at may be gone since, and need not be settled any more.
 */
function requireWays(changed: Readonly<Record<string, Choice | null>>, conflicts: readonly Conflict[]): void {
  const known = new Map(conflicts.map(({ key, kind }) => [key, kind]));
  for (const [key, choice] of Object.entries(changed)) {
    const kind = known.get(key);
    if (kind === undefined) throw fieldProblem(`choices.${key}`, { status: 'UNKNOWN_FIELD' });
    if (choice && !isSettled(kind, choice)) throw fieldProblem(`choices.${key}`, { status: 'INVALID_INPUT' });
    // The call takes a name that either may have.
    if (choice?.way === 'rename') refuseField(`choices.${key}`, whyNotNamed(kind, choice.value));
  }
}

/**
 * Keeps what shall be done about some conflicts, null for nothing yet; what others have chosen about the rest stays.
 * Throws 404, what is wrong with a choice under its key, and MIGRATION_VALUE_TAKEN for a name that is not free.
 */
export async function chooseWays(
  viewer: Viewer,
  tx: Db,
  { id, changed }: { id: string; changed: Readonly<Record<string, Choice | null>> },
  now: Date,
): Promise<Turned> {
  const before = await lockArrival(tx, id, 'choose');
  const all = Object.entries({ ...before.choices, ...changed });
  const choices: Choices = Object.fromEntries(all.flatMap(([key, choice]) => (choice ? [[key, choice]] : [])));
  const conflicts = await rehearse(tx, viewer, before, now, choices);
  requireWays(changed, [...before.conflicts, ...conflicts]);
  const taken = conflicts.find(({ key, choice }) => choice === null && choices[key]?.way === 'rename');
  const value = taken && choices[taken.key];
  if (value?.way === 'rename') throw new Problem('MIGRATION_VALUE_TAKEN', { params: { value: value.value } });
  return { before, after: await readArrival(tx, id) };
}

/**
 * Begins to bring the account. Throws 404, MIGRATION_OTHER_ACCOUNT where the file is of another one than was named,
 * MIGRATION_UNRESOLVED.
 */
export async function beginRun(
  viewer: Viewer,
  tx: Db,
  { id, identifier }: { id: string; identifier: string },
  origin: Origin,
  now: Date,
): Promise<Turned> {
  const before = await lockArrival(tx, id, 'run');
  if (before.account?.friendly_identifier.toLowerCase() !== identifier.toLowerCase())
    throw new Problem('MIGRATION_OTHER_ACCOUNT', {
      fields: { account_identifier: { status: 'MIGRATION_OTHER_ACCOUNT' } },
    });
  return goOn(viewer, tx, before, origin, now);
}

/** Refuses, and keeps what was found: whoever settles a conflict must see that it came up. */
function refuseKept(reason: Reason | null): void {
  if (reason) throw new Problem(reason.status, { params: reason.params ?? {}, commit: true });
}

async function goOn(viewer: Viewer, tx: Db, before: StoredArrival, origin: Origin, now: Date): Promise<Turned> {
  const conflicts = await rehearse(tx, viewer, before, now);
  refuseKept(whyNotRun(conflicts));
  await prepareRows(tx, before, conflicts, now);
  await setState(tx, before.id, 'running', { now });
  await goOnAs(tx, before.id, viewer, origin);
  await sql`update account_arrival set started_at = coalesce(started_at, ${now}) where id = ${before.id}`.execute(tx);
  await setProgress(tx, before.id, await countProgress(tx, before));
  await enqueueArrival(tx, before.id);
  return { before, after: await readArrival(tx, before.id) };
}

/**
 * Goes on where it stopped, or reads once more what was refused. Throws 404, MIGRATION_DELETED where the account was
 * deleted meanwhile, MIGRATION_UNRESOLVED, and MIGRATION_NOT_NOW where its state or a forgotten code leaves no way on.
 */
export async function goOnAgain(viewer: Viewer, tx: Db, id: string, origin: Origin, now: Date): Promise<Turned> {
  const before = await lockArrival(tx, id, 'again');
  const gone = whyNotGoOn(await readArrival(tx, id));
  if (gone) throw new Problem(gone.status);
  if (before.state === 'stopped') return goOn(viewer, tx, before, origin, now);
  if (before.code_sealed === null) throw new Problem('MIGRATION_NOT_NOW', { params: { state: before.state } });
  await setState(tx, id, 'reading', { now });
  await goOnAs(tx, id, viewer, origin);
  await enqueueArrival(tx, id);
  return { before, after: await readArrival(tx, id) };
}

/**
 * Makes it final: its license, in service as it was, and its source is told. Throws 404, MIGRATION_DELETED where the
 * account was deleted meanwhile, MIGRATION_DIFFERS where what is here is not what came, MIGRATION_UNRESOLVED where its
 * license is not left any more.
 */
export async function confirmArrival(viewer: Viewer, tx: Db, id: string, now: Date): Promise<Turned> {
  const before = await lockArrival(tx, id, 'confirm');
  // Under its lock it stays here, and with its partner, until it has its license.
  const { rows: living } = await sql`select from account
    where id = ${before.account_id} and deleted_at is null for update`.execute(tx);
  const gone = whyNotGoOn({ state: before.state, account_deleted: living.length === 0 });
  if (gone) throw new Problem(gone.status);
  if (!before.report?.same) throw new Problem('MIGRATION_DIFFERS');
  const conflicts = await rehearse(tx, viewer, before, now);
  refuseKept(whyNotConfirm(conflicts));
  const leftOut = new Set(conflicts.flatMap((one) => (one.choice ? [one.key] : [])));
  await giveLicenses(tx, before, leftOut, { id: viewer.userId, name: viewer.name }, now);
  await sql`update account a set active = (r.came->>'active')::boolean from account_arrival_row r
    where r.arrival_id = ${id} and r.table_name = 'account' and a.id = ${before.account_id}`.execute(tx);
  await forgetFile(tx, id);
  await setState(tx, id, 'confirmed', { now });
  if (before.source === 'address') await enqueueTelling(tx, id);
  else await forgetCode(tx, id);
  return { before, after: await readArrival(tx, id) };
}

/** Lets the job take away what came. Throws 404, MIGRATION_SWITCHED_ON where it is in service by now. */
export async function beginUndo(tx: Db, id: string, now: Date): Promise<Turned> {
  const before = await lockArrival(tx, id, 'undo');
  const { rows } = await sql`select from account where id = ${before.account_id} and active`.execute(tx);
  if (rows.length > 0) throw new Problem('MIGRATION_SWITCHED_ON');
  await setState(tx, id, 'undoing', { now });
  await enqueueArrival(tx, id);
  return { before, after: await readArrival(tx, id) };
}
