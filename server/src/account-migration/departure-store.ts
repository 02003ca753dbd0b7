/** Accounts that may move to another platform: who lets them, what they are fetched by, and what became of them. */
import type { Departure } from '@signet/contract/areas/migration';
import { DEPARTURE_HOURS, MOVE_PART_BYTES, type DepartureState } from '@signet/contract/areas/migration-rules';
import { storedDateTime, storedDateTimeOrNull } from '@signet/contract/dates';
import { notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { requireConfirmed } from '../db/unconfirmed.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { hashSecret } from '../secrets.ts';
import { visibleAccounts } from '../sight.ts';
import { codeContext, newTransferCode } from './transfer-code.ts';

/** The job that makes the file of a departure; its payload is `{ id }`. */
export const DEPARTURE_JOB = 'migration.depart';
/** After mail, which people wait for. */
const PRIORITY = 10;
const HOUR = 3_600_000;
const SHOWN = 100;

type Stored = Selectable<Database['account_departure']> & {
  account_name: string;
  account_deleted: boolean;
  made_by_name: string;
};

/** Where another platform fetches it. */
export const transferAddress = (runtime: Pick<Runtime, 'publicUrl'>, id: string): string =>
  `${runtime.publicUrl}/account/ui-api/v1/migration/transfer/${id}`;

const stateOf = ({ state, expires_at }: Pick<Stored, 'state' | 'expires_at'>, now: Date): DepartureState =>
  (state === 'making' || state === 'ready') && expires_at <= now ? 'expired' : state;

function answered(stored: Stored, runtime: Runtime, now: Date): Departure {
  return {
    id: stored.id,
    account: { id: stored.account_id, name: stored.account_name },
    account_deleted: stored.account_deleted,
    state: stateOf(stored, now),
    made_at: storedDateTime(stored.made_at),
    made_by_name: stored.made_by_name,
    expires_at: storedDateTime(stored.expires_at),
    address: transferAddress(runtime, stored.id),
    bytes: stored.bytes === null ? null : Number(stored.bytes),
    sha256: stored.sha256,
    rows: stored.row_count,
    left_behind: stored.left_behind,
    fetched_at: storedDateTimeOrNull(stored.fetched_at),
    moved_at: storedDateTimeOrNull(stored.moved_at),
    moved_to: stored.moved_to,
  };
}

const select = (viewer: Viewer, where: RawBuilder<boolean>): RawBuilder<Stored> => sql<Stored>`
  select d.*, a.name as account_name, a.deleted_at is not null as account_deleted, u.name as made_by_name
  from account_departure d join account a on a.id = d.account_id join app_user u on u.id = d.made_by
  where ${visibleAccounts(viewer)} and ${where}`;

/** The newest of those that a viewer may see. */
export async function listDepartures(viewer: Viewer, db: Db, runtime: Runtime, now: Date): Promise<Departure[]> {
  const { rows } = await sql<Stored>`${select(viewer, sql<boolean>`true`)}
    order by d.made_at desc, d.id limit ${SHOWN}`.execute(db);
  return rows.map((one) => answered(one, runtime, now));
}

/** Throws 404. */
export async function readDeparture(
  viewer: Viewer,
  db: Db,
  runtime: Runtime,
  id: string,
  now: Date,
): Promise<Departure> {
  const { rows } = await select(viewer, sql<boolean>`d.id = ${id}`).execute(db);
  if (!rows[0]) throw notFound();
  return answered(rows[0], runtime, now);
}

/**
 * Lets an account move: the code is told once. Throws 404, SYSTEM_ACCOUNT, MIGRATION_UNCONFIRMED, and
 * MIGRATION_UNDER_WAY where it may move already.
 */
export async function beginDeparture(
  viewer: Viewer,
  tx: Db,
  runtime: Runtime,
  accountId: string,
  now: Date,
): Promise<{ departure: Departure; code: string }> {
  const { rows } = await sql<{ system_account: boolean }>`
    select a.system_account from account a
    where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)} for no key update`.execute(tx);
  if (!rows[0]) throw notFound();
  if (rows[0].system_account) throw new Problem('SYSTEM_ACCOUNT');
  await requireConfirmed(tx, accountId, null);
  // One whose time is over stands in nobody's way.
  await sql`update account_departure set state = 'revoked', code_sealed = null
    where account_id = ${accountId} and state in ('making', 'ready') and expires_at <= ${now}`.execute(tx);
  const open = await sql`select from account_departure
    where account_id = ${accountId} and state in ('making', 'ready')`.execute(tx);
  if (open.rows.length > 0) throw new Problem('MIGRATION_UNDER_WAY');
  const id = newId();
  const code = newTransferCode();
  await tx
    .insertInto('account_departure')
    .values({
      id,
      account_id: accountId,
      state: 'making',
      code_hash: hashSecret(code),
      code_sealed: runtime.seal.seal(Buffer.from(code), codeContext(id)),
      made_at: now,
      made_by: viewer.userId,
      expires_at: new Date(now.getTime() + DEPARTURE_HOURS * HOUR),
      left_behind: '[]',
    })
    .execute();
  await enqueueDeparture(tx, id);
  return { departure: await readDeparture(viewer, tx, runtime, id, now), code };
}

async function enqueueDeparture(tx: Db, id: string): Promise<void> {
  await sql`select graphile_worker.add_job(${DEPARTURE_JOB}, json_build_object('id', ${id}::text),
    job_key => ${`${DEPARTURE_JOB}:${id}`}, priority => ${PRIORITY}::int)`.execute(tx);
}

/** Queues again what a process had in hand that ended without a word; the queue keeps one job for each. */
export async function resumeDepartures(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from account_departure where state = 'making' and expires_at > ${now} limit 100`.execute(db);
  for (const { id } of rows) await enqueueDeparture(db, id);
}

/** Lets it move no more. Throws 404, and MIGRATION_NOT_NOW for one that is over. */
export async function revokeDeparture(
  viewer: Viewer,
  tx: Db,
  runtime: Runtime,
  id: string,
  now: Date,
): Promise<{ before: Departure; after: Departure }> {
  // Whoever makes its file refers to it, and is not waited for.
  await sql`select from account_departure where id = ${id} for no key update`.execute(tx);
  const before = await readDeparture(viewer, tx, runtime, id, now);
  if (!['making', 'ready', 'failed'].includes(before.state))
    throw new Problem('MIGRATION_NOT_NOW', { params: { state: before.state } });
  await endDeparture(tx, id, 'revoked');
  return { before, after: await readDeparture(viewer, tx, runtime, id, now) };
}

async function endDeparture(tx: Db, id: string, state: 'revoked' | 'moved' | 'failed'): Promise<void> {
  await sql`update account_departure set state = ${state}, code_sealed = null where id = ${id}`.execute(tx);
  await sql`delete from account_departure_part where departure_id = ${id}`.execute(tx);
}

/** The file of a departure, part by part. Throws 404, and MIGRATION_NOT_NOW where there is none. */
export async function departureFile(
  viewer: Viewer,
  db: Db,
  runtime: Runtime,
  id: string,
  now: Date,
): Promise<{ departure: Departure; pieces: AsyncIterable<Uint8Array> }> {
  const departure = await readDeparture(viewer, db, runtime, id, now);
  if (departure.state !== 'ready') throw new Problem('MIGRATION_NOT_NOW', { params: { state: departure.state } });
  return { departure, pieces: departureParts(runtime.db, id) };
}

async function* departureParts(db: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const part = await readPart(db, id, position);
    if (!part) return;
    yield part;
  }
}

async function readPart(db: Db, id: string, position: number): Promise<Buffer | null> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from account_departure_part where departure_id = ${id} and position = ${position}`.execute(db);
  return rows[0]?.body ?? null;
}

/** What another platform may fetch by a code: it is open, and in time. Throws 404 for anything else. */
async function byCode(db: Db, id: string, code: string, now: Date): Promise<Selectable<Database['account_departure']>> {
  const one = await db.selectFrom('account_departure').selectAll().where('id', '=', id).executeTakeFirst();
  if (!one || !timingSafeEqual(one.code_hash, hashSecret(code))) throw notFound();
  const state = stateOf(one, now);
  if (state !== 'making' && state !== 'ready' && state !== 'moved') throw notFound();
  return one;
}

/** How large its file is, for whoever has the code. Throws 404. */
export async function readTransfer(
  db: Db,
  { id, code }: { id: string; code: string },
  now: Date,
): Promise<{ ready: boolean; parts: number; bytes: number; sha256: string }> {
  const { state, bytes, sha256 } = await byCode(db, id, code, now);
  // Its file is gone, which is another thing than one that is not there yet.
  if (state === 'moved') throw notFound();
  const size = Number(bytes ?? 0);
  return {
    ready: state === 'ready',
    parts: Math.ceil(size / MOVE_PART_BYTES),
    bytes: size,
    sha256: sha256 ?? '',
  };
}

/**
 * One part of it, for whoever has the code; `first` where nothing was fetched before, with the account. Throws 404.
 */
export async function readTransferPart(
  tx: Db,
  { id, code, position }: { id: string; code: string; position: number },
  now: Date,
): Promise<{ part: Buffer; first: { accountId: string } | null }> {
  const { fetched_at } = await byCode(tx, id, code, now);
  const part = await readPart(tx, id, position);
  if (!part) throw notFound();
  if (fetched_at !== null) return { part, first: null };
  const { rows } = await sql<{ accountId: string }>`
    update account_departure set fetched_at = ${now} where id = ${id} and fetched_at is null
    returning account_id as "accountId"`.execute(tx);
  return { part, first: rows[0] ?? null };
}

/**
 * The account has moved, and was confirmed elsewhere, as whoever has the code says: its file is gone. Answers null
 * where that was said before. Throws 404.
 */
export async function markMoved(
  tx: Db,
  { id, code, to }: { id: string; code: string; to: string },
  now: Date,
): Promise<{ accountId: string; madeBy: string } | null> {
  await sql`select from account_departure where id = ${id} for no key update`.execute(tx);
  const one = await byCode(tx, id, code, now);
  if (one.state === 'moved') return null;
  await endDeparture(tx, id, 'moved');
  await sql`update account_departure set moved_at = ${now}, moved_to = ${to} where id = ${id}`.execute(tx);
  return { accountId: one.account_id, madeBy: one.made_by };
}
