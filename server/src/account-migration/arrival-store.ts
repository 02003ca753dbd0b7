/** Accounts that come from another platform: what is known of each, and what may be done to it. */
import type { Arrival, ArrivalSummary } from '@signet/contract/areas/migration';
import {
  isBusy,
  MOVE_FILE_MAX,
  MOVE_PART_BYTES,
  whyNotStep,
  type ArrivalSource,
  type ArrivalState,
  type ArrivalStep,
  type SourceTold,
} from '@signet/contract/areas/migration-rules';
import { storedDateTime, storedDateTimeOrNull } from '@signet/contract/dates';
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import type { Origin } from '../http/handler.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { codeContext } from './transfer-code.ts';

/** The job that goes on with an arrival; its payload is `{ id }`. */
export const ARRIVAL_JOB = 'migration.arrive';
/** The job that tells a source that its account has moved; its payload is `{ id }`. */
export const TOLD_JOB = 'migration.tell';
/** After mail, which people wait for. */
const PRIORITY = 10;
const SHOWN = 100;

export type StoredArrival = Selectable<Database['account_arrival']>;

/** An arrival as it is answered. Throws 404. Arrivals are of the platform: who may see one may see all. */
export async function readArrival(db: Db, id: string): Promise<Arrival> {
  const { rows } = await sql<StoredArrival & { made_by_name: string; parts: number[]; account_deleted: boolean }>`
    select r.*, u.name as made_by_name, array(
      select p.position from account_arrival_part p where p.arrival_id = r.id order by p.position) as parts,
      exists (select from account a where a.id = r.account_id and a.deleted_at is not null) as account_deleted
    from account_arrival r join app_user u on u.id = r.made_by where r.id = ${id}`.execute(db);
  const [one] = rows;
  if (!one) throw notFound();
  return {
    id,
    source: one.source,
    address: one.address,
    state: one.state,
    made_at: storedDateTime(one.made_at),
    made_by_name: one.made_by_name,
    bytes: one.bytes === null ? null : Number(one.bytes),
    parts: one.parts,
    part_bytes: MOVE_PART_BYTES,
    account: one.account,
    account_deleted: one.account_deleted,
    from: one.from_platform,
    tables: one.tables.map(({ table, rows: count }) => ({ table, rows: count })),
    conflicts: one.conflicts,
    left_behind: one.left_behind,
    progress: one.progress,
    failure: one.failure,
    report: one.report,
    started_at: storedDateTimeOrNull(one.started_at),
    ended_at: storedDateTimeOrNull(one.ended_at),
    source_told: toldOf(one),
  };
}

/** The code is kept as long as the source is to be told. */
function toldOf({ source, state, source_told, code_sealed }: StoredArrival): SourceTold | null {
  if (source !== 'address' || state !== 'confirmed') return null;
  if (source_told) return 'told';
  return code_sealed === null ? 'given_up' : 'not_yet';
}

/** The newest. */
export async function listArrivals(db: Db): Promise<ArrivalSummary[]> {
  const { rows } = await sql<StoredArrival & { made_by_name: string }>`
    select r.*, u.name as made_by_name from account_arrival r join app_user u on u.id = r.made_by
    order by r.made_at desc, r.id limit ${SHOWN}`.execute(db);
  return rows.map(({ id, source, state, made_at, made_by_name, account }) => ({
    id,
    source,
    state,
    made_at: storedDateTime(made_at),
    made_by_name,
    account,
  }));
}

/** An arrival under its lock, for a step that its state allows. Throws 404 and MIGRATION_NOT_NOW. */
export async function lockArrival(tx: Db, id: string, step: ArrivalStep): Promise<StoredArrival> {
  const one = await tx
    .selectFrom('account_arrival')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!one) throw notFound();
  const reason = whyNotStep(step, one.state);
  if (reason) throw new Problem(reason.status, { params: reason.params ?? {} });
  return one;
}

const runBy = (viewer: Viewer, origin: Origin): string =>
  JSON.stringify({ user: viewer.userId, via: viewer.via, origin });

/** From here on the job works for whoever has set it going, who may be another one than began it. */
export const goOnAs = async (tx: Db, id: string, viewer: Viewer, origin: Origin): Promise<void> =>
  void (await sql`update account_arrival set run_by = ${runBy(viewer, origin)}::jsonb where id = ${id}`.execute(tx));

export type NewArrival =
  | { source: Extract<ArrivalSource, 'file'>; bytes: number }
  | { source: Extract<ArrivalSource, 'address'>; address: string; code: string };

/** Begins to take an account in; one that comes from an address is fetched by the job at once. */
export async function beginArrival(
  viewer: Viewer,
  tx: Db,
  { seal }: Pick<Runtime, 'seal'>,
  input: NewArrival,
  origin: Origin,
  now: Date,
): Promise<Arrival> {
  const id = newId();
  const fromAddress = input.source === 'address';
  await tx
    .insertInto('account_arrival')
    .values({
      id,
      source: input.source,
      address: fromAddress ? input.address : null,
      bytes: fromAddress ? null : String(input.bytes),
      state: fromAddress ? 'reading' : 'receiving',
      code_sealed: fromAddress ? seal.seal(Buffer.from(input.code), codeContext(id)) : null,
      made_at: now,
      made_by: viewer.userId,
      run_by: runBy(viewer, origin),
      tables: '[]',
      licenses: '[]',
      left_behind: '[]',
      conflicts: '[]',
      choices: '{}',
      progress: '{"table":null,"done":0,"total":0}',
    })
    .execute();
  if (fromAddress) await enqueueArrival(tx, id);
  return readArrival(tx, id);
}

/** Keeps a part of a file; sent again it is the same. Throws 404, MIGRATION_NOT_NOW and MIGRATION_FILE_LARGE. */
export async function keepPart(tx: Db, id: string, position: number, body: Buffer): Promise<void> {
  const { bytes } = await lockArrival(tx, id, 'read');
  const size = Number(bytes);
  const left = size - position * MOVE_PART_BYTES;
  if (size > MOVE_FILE_MAX || body.length !== Math.min(left, MOVE_PART_BYTES))
    throw new Problem('MIGRATION_FILE_LARGE', { params: { max: MOVE_FILE_MAX / 1_048_576 } });
  await storePart(tx, id, position, body);
}

/** Keeps a part, once. */
export async function storePart(tx: Db, id: string, position: number, body: Buffer): Promise<void> {
  await sql`insert into account_arrival_part (arrival_id, position, body) values (${id}, ${position}, ${body})
    on conflict (arrival_id, position) do update set body = excluded.body`.execute(tx);
}

/**
 * All parts are here, or are fetched: the job reads them. Another code opens what is here already. Throws 404,
 * MIGRATION_NOT_NOW and MIGRATION_PARTS_MISSING.
 */
export async function beginReading(
  viewer: Viewer,
  tx: Db,
  { seal }: Pick<Runtime, 'seal'>,
  { id, code }: { id: string; code: string },
  origin: Origin,
): Promise<Arrival> {
  const { bytes, source } = await lockArrival(tx, id, 'read');
  const { rows } = await sql<{ size: string | null }>`
    select sum(length(body))::text as size from account_arrival_part where arrival_id = ${id}`.execute(tx);
  if (source === 'file' && Number(rows[0]?.size ?? 0) !== Number(bytes)) throw new Problem('MIGRATION_PARTS_MISSING');
  await sql`update account_arrival set state = 'reading', failure = null,
    code_sealed = ${seal.seal(Buffer.from(code), codeContext(id))} where id = ${id}`.execute(tx);
  await goOnAs(tx, id, viewer, origin);
  await enqueueArrival(tx, id);
  return readArrival(tx, id);
}

/** Lets the job go on, in so many seconds; the queue keeps one job for each. */
export async function enqueueArrival(tx: Db, id: string, seconds = 0): Promise<void> {
  await sql`select graphile_worker.add_job(${ARRIVAL_JOB}, json_build_object('id', ${id}::text),
    run_at => now() + make_interval(secs => ${seconds}::int), job_key => ${`${ARRIVAL_JOB}:${id}`},
    priority => ${PRIORITY}::int, max_attempts => ${TRIES}::int)`.execute(tx);
}

/** How often a step is tried that fails by what may pass, such as a source that does not answer. */
const TRIES = 4;

/** A job that is in hand for so long is one that its process has left: none takes half of it. */
export const LEFT_AFTER_MINUTES = 5;

/**
 * Queues again what a process had in hand that ended without a word: its job stays locked by it for hours. Where that
 * process lives after all, both take turns. `minutes`: for how long a job is in hand that counts as left.
 */
export async function resumeArrivals(db: Db, now: Date, minutes = LEFT_AFTER_MINUTES): Promise<void> {
  const { rows: begun } = await sql<{ id: string }>`
    select id from account_arrival where state in ('reading', 'running', 'undoing')
    order by id limit 100`.execute(db);
  for (const { id } of begun) if (!(await queued(db, ARRIVAL_JOB, id, minutes))) await enqueueArrival(db, id);
  const { rows: untold } = await sql<{ id: string; fresh: boolean }>`
    select id, ended_at > ${now}::timestamptz - interval '1 hour' as fresh from account_arrival
    where state = 'confirmed' and source = 'address' and code_sealed is not null
    order by id limit 100`.execute(db);
  // Whoever starts anew is told within a minute; who stays away is asked less and less often, by the queue itself.
  for (const { id, fresh } of untold) {
    const has = await queued(db, TOLD_JOB, id, minutes);
    if (has === null || (fresh && has === 'waits')) await enqueueTelling(db, id);
  }
}

/**
 * What the queue has of it, null where nothing that is still to be done. One in hand is left alone: asked for anew it
 * would begin with its first try again, and never come to its last. Asked of arrivals that there are, one by one: a
 * start without any does not wait for whoever locks the jobs.
 */
async function queued(db: Db, job: string, id: string, minutes: number): Promise<'waits' | 'in hand' | null> {
  const { rows } = await sql<{ is: 'waits' | 'in hand' }>`
    select case when locked_at is null then 'waits' else 'in hand' end as is from graphile_worker.jobs
    where key = ${`${job}:${id}`} and (locked_at is null and attempts < max_attempts
      or locked_at > now() - make_interval(mins => ${minutes}::int))`.execute(db);
  return rows[0]?.is ?? null;
}

/** Lets the job tell the source that its account has moved. */
export async function enqueueTelling(tx: Db, id: string): Promise<void> {
  await sql`select graphile_worker.add_job(${TOLD_JOB}, json_build_object('id', ${id}::text),
    job_key => ${`${TOLD_JOB}:${id}`}, job_key_mode => 'preserve_run_at', priority => ${PRIORITY}::int)`.execute(tx);
}

/** An arrival for the job that works on it, locked; null where there is no more work, or another job has the lock. */
export async function takeArrival(tx: Db, id: string): Promise<StoredArrival | null> {
  const one = await tx
    .selectFrom('account_arrival')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return one && isBusy(one.state) ? one : null;
}

/** Throws MIGRATION_DELETED where the account was deleted here meanwhile, and keeps it from that in the transaction. */
export async function requireLiving(tx: Db, { account_id }: StoredArrival): Promise<void> {
  const { rows } = await sql<{ deleted: boolean }>`
    select deleted_at is not null as deleted from account where id = ${account_id} for share`.execute(tx);
  if (rows[0]?.deleted) throw new Problem('MIGRATION_DELETED');
}

/** An arrival whose source is still to be told, locked; null where it need not be, or another job has the lock. */
export async function takeUntold(tx: Db, id: string): Promise<StoredArrival | null> {
  const one = await tx
    .selectFrom('account_arrival')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .where('code_sealed', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return one ?? null;
}

/** What became of it. `refused` and `stopped` say why. */
export async function setState(
  tx: Db,
  id: string,
  state: ArrivalState,
  { failure = null, now }: { failure?: Reason | null; now: Date },
): Promise<void> {
  const isOver = ['refused', 'rehearsed', 'stopped', 'arrived', 'confirmed', 'undone'].includes(state);
  await sql`update account_arrival set state = ${state}, ended_at = ${isOver ? now : null},
    failure = ${failure && JSON.stringify(failure)}::jsonb where id = ${id}`.execute(tx);
}

/** How far it is, for whoever looks. */
export const setProgress = async (tx: Db, id: string, progress: StoredArrival['progress']): Promise<void> =>
  void (await sql`update account_arrival set progress = ${JSON.stringify(progress)}::jsonb where id = ${id}`.execute(
    tx,
  ));

/** What is kept of the file is no longer needed: its rows have the hashes of passwords. */
export async function forgetFile(tx: Db, id: string): Promise<void> {
  await sql`delete from account_arrival_row where arrival_id = ${id}`.execute(tx);
  await sql`delete from account_arrival_part where arrival_id = ${id}`.execute(tx);
}

/** Forgets a file that has changed nothing. Throws 404 and MIGRATION_NOT_NOW. */
export async function discardArrival(tx: Db, id: string): Promise<StoredArrival> {
  const one = await lockArrival(tx, id, 'discard');
  await sql`delete from account_arrival where id = ${id}`.execute(tx);
  return one;
}

/** The signed report. Throws 404 where there is none yet. */
export async function readReport(db: Db, id: string) {
  const one = await db
    .selectFrom('account_arrival')
    .select(['report', 'report_note'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!one?.report || one.report_note === null) throw notFound();
  return { report: one.report, note: one.report_note };
}

const LINES = 500;

/** What the source's log says of the account, line by line as it came. Throws 404 before it was read. */
export async function readHistory(db: Db, id: string): Promise<AsyncGenerator<string>> {
  const { rows } = await sql`select from account_arrival_history where arrival_id = ${id} limit 1`.execute(db);
  if (rows.length === 0) throw notFound();
  return historyLines(db, id);
}

async function* historyLines(db: Db, id: string): AsyncGenerator<string> {
  for (let from = 0; ; from += LINES) {
    const { rows } = await sql<{ line: string }>`
      select line from account_arrival_history where arrival_id = ${id} and position >= ${from}
      order by position limit ${LINES}`.execute(db);
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('');
    if (rows.length < LINES) return;
  }
}
