/**
 * Goes on with an account that comes, a step at a time, each in a transaction of its own: whoever is killed leaves what
 * was done, and the next one goes on from there; none is done twice.
 */
import { TELLING_HOURS } from '@signet/contract/areas/migration-rules';
import { Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { isUnavailable, tookTooLong } from '../db/unavailable.ts';
import { refusal } from '../db/violation.ts';
import type { Runtime } from '../runtime.ts';
import { viewerLater } from '../sign-in/later.ts';
import {
  enqueueArrival,
  forgetFile,
  LEFT_AFTER_MINUTES,
  requireLiving,
  setProgress,
  setState,
  takeArrival,
  takeUntold,
  type StoredArrival,
} from './arrival-store.ts';
import { compareAndReport } from './compare-store.ts';
import { SourceAway, tellMoved } from './fetch.ts';
import { fetchNext, forgetCode, sourceOf, toldSource } from './fetch-store.ts';
import { rehearse } from './rehearse-store.ts';
import { bringBatch, countProgress, fillLate, takeAway } from './run-store.ts';
import { stageFile } from './stage-store.ts';
import { tellOfMigration } from './tell.ts';

/** Steps of one job; then it queues again, so that a long run doesn't keep mail waiting. */
const STEPS = 50;
/** Nor does it look as if its process had left it, where the source is slow. In milliseconds. */
const LONGEST = (LEFT_AFTER_MINUTES * 60_000) / 2;
const HOUR = 3_600_000;

/** Does the next steps of an arrival, and queues it again while there are more. `lastTry`: none follows a failure. */
export async function runArrival(runtime: Runtime, id: string, lastTry: boolean): Promise<void> {
  const { clock } = runtime;
  const end = clock.now().getTime() + LONGEST;
  for (let n = 0; n < STEPS && clock.now().getTime() < end; n += 1) if (!(await step(runtime, id, lastTry))) return;
  await enqueueArrival(runtime.db, id);
}

/** One step; false where there is none, or another process has it in hand, or the source makes the file yet. */
export async function step(runtime: Runtime, id: string, lastTry = false): Promise<boolean> {
  try {
    // What is asked of others holds no transaction.
    const next = await fetchNext(runtime, id);
    if (next !== 'here') return next === 'fetched';
    return await runtime.db.transaction().execute(async (tx) => {
      const arrival = await takeArrival(tx, id);
      if (!arrival) return false;
      if (arrival.state === 'reading') await read(runtime, tx, arrival);
      else if (arrival.state === 'running') await run(runtime, tx, arrival);
      else await undo(runtime, tx, arrival);
      return true;
    });
  } catch (error) {
    const reason = reasonOf(error, lastTry);
    if (!reason) throw error;
    if (!(error instanceof Problem || error instanceof SourceAway))
      runtime.log.error({ err: error }, 'arrival stopped');
    await giveUp(runtime, id, reason);
    return false;
  }
}

/** Why an arrival does not go on; null where a later try may. */
function reasonOf(error: unknown, lastTry: boolean): Reason | null {
  if (error instanceof Problem) return error.reason;
  if (error instanceof SourceAway) return lastTry ? error.problem.reason : null;
  // What runs for too long each time would do so for ever.
  if (error instanceof Error && isUnavailable(error) && !(lastTry && tookTooLong(error))) return null;
  const refused = refusal(error);
  if (refused)
    return { status: refused.referred ? 'MIGRATION_SINCE' : 'MIGRATION_VALUE_TAKEN', params: refused.params };
  return { status: 'MIGRATION_FAILED' };
}

async function giveUp(runtime: Runtime, id: string, failure: Reason): Promise<void> {
  const now = runtime.clock.now();
  await runtime.db.transaction().execute(async (tx) => {
    const arrival = await takeArrival(tx, id);
    if (!arrival) return;
    const state = arrival.state === 'reading' ? 'refused' : 'stopped';
    await setState(tx, id, state, { failure, now });
    await tell(runtime, tx, arrival, { state, failure: failure.status });
  });
}

async function read(runtime: Runtime, tx: Db, arrival: StoredArrival): Promise<void> {
  await stageFile(runtime, tx, arrival);
  const staged = await takeArrival(tx, arrival.id);
  const viewer = await mover(runtime, tx, arrival);
  if (!staged) return;
  const conflicts = await rehearse(tx, viewer, staged, runtime.clock.now());
  await setState(tx, arrival.id, 'rehearsed', { now: runtime.clock.now() });
  await tell(runtime, tx, staged, { state: 'rehearsed', conflicts: conflicts.length });
}

async function run(runtime: Runtime, tx: Db, arrival: StoredArrival): Promise<void> {
  await requireLiving(tx, arrival);
  const progress = await bringBatch(tx, arrival);
  if (progress) return setProgress(tx, arrival.id, progress);
  await fillLate(tx, arrival);
  const viewer = await mover(runtime, tx, arrival);
  const report = await compareAndReport(runtime, tx, arrival, viewer.name);
  await setProgress(tx, arrival.id, await countProgress(tx, arrival));
  await setState(tx, arrival.id, 'arrived', { now: runtime.clock.now() });
  await tell(runtime, tx, arrival, { state: 'arrived', same: report.same });
}

async function undo(runtime: Runtime, tx: Db, arrival: StoredArrival): Promise<void> {
  await takeAway(tx, arrival);
  await forgetFile(tx, arrival.id);
  await forgetCode(tx, arrival.id);
  await setState(tx, arrival.id, 'undone', { now: runtime.clock.now() });
  await tell(runtime, tx, arrival, { state: 'undone' });
}

const runBy = z.object({
  /** Missing where an older version enqueued the job: for that one it was always the person who began the arrival. */
  user: z.string().optional(),
  via: z.discriminatedUnion('by', [
    z.object({ by: z.literal('session'), sessionId: z.string() }),
    z.object({ by: z.literal('token'), tokenId: z.string(), name: z.string() }),
    z.object({ by: z.literal('certificate'), certificateId: z.string(), tokenId: z.string().optional() }),
  ]),
});

/** Whoever runs it, as they are now. Throws STARTER_NOT_ALLOWED where they may do nothing any more. */
async function mover({ clock }: Runtime, tx: Db, arrival: StoredArrival): Promise<Viewer> {
  // What came with the token of an OAuth client ends with that token.
  const { data } = runBy.safeParse(arrival.run_by);
  const viewer = data && (await viewerLater(tx, data.user ?? arrival.made_by, data.via, clock.now()));
  if (!viewer) throw new Problem('STARTER_NOT_ALLOWED');
  return viewer;
}

/** Every turn of it is an event. */
const tell = (
  runtime: Runtime,
  tx: Db,
  { id, account, account_id, state }: StoredArrival,
  after: Record<string, unknown> & { failure?: string },
): Promise<void> =>
  tellOfMigration(runtime, tx, {
    action: 'UPDATE',
    resource_id: id,
    resource_name: account?.name ?? null,
    account_id,
    before: { state },
    after,
    failure: after.failure,
  });

/** Tells the source of a confirmed arrival; afterwards its code is forgotten. Throws where a later try may tell it. */
export async function tellSource(runtime: Runtime, id: string): Promise<void> {
  const source = await sourceOf(runtime, id, 'confirmed');
  if (!source) return;
  try {
    await tellMoved(source, runtime.publicUrl);
  } catch (error) {
    if (!(await giveUpTelling(runtime, id, error))) throw error;
    return;
  }
  await toldSource(runtime.db, id);
}

/** A source that is gone for good is not asked for ever. False where a later try may tell it. */
async function giveUpTelling(runtime: Runtime, id: string, error: unknown): Promise<boolean> {
  const isAway = error instanceof SourceAway;
  if (!isAway && !(error instanceof Problem)) return false;
  const { reason } = isAway ? error.problem : error;
  return runtime.db.transaction().execute(async (tx) => {
    const arrival = await takeUntold(tx, id);
    if (!arrival) return false;
    const hours = (runtime.clock.now().getTime() - (arrival.ended_at?.getTime() ?? 0)) / HOUR;
    if (isAway && hours < TELLING_HOURS) return false;
    await forgetCode(tx, id);
    await tell(runtime, tx, arrival, { state: 'confirmed', source_told: 'given_up', failure: reason.status });
    return true;
  });
}
