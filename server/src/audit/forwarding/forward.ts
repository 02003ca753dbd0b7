/** Sends to a receiver what it is owed: batch by batch, in the order of the log, each again until it has arrived. */
import type { DeliveryFailure } from '@signet/contract/areas/audit-receiver-record';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import type { Seal } from '../../secrets.ts';
import { placeLine, type PlacedEvent } from '../place-line.ts';
import { readPlaces } from '../place-store.ts';
import { SEND_TIMEOUT } from './connection.ts';
import {
  giveBack,
  noteArrived,
  noteBegun,
  noteFailed,
  noteTested,
  readErrand,
  type Errand,
  type Failed,
  type Lease,
} from './delivery-store.ts';
import { failureOf } from '../../outside/failure.ts';
import { doublingWait } from '../../outside/wait.ts';
import { postLines } from './https-post.ts';
import { eventFrame, testFrame } from './syslog-message.ts';
import { sendFrames } from './syslog-tls.ts';

/**
 * What sending works with. `timeoutMs` is the most that a receiver may take over a batch, `batch` the most events of
 * one.
 */
export type Forwarding = {
  db: Db;
  seal: Seal;
  clock: Clock;
  publicUrl: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  timeoutMs?: number;
  batch?: number;
};

const BATCH_EVENTS = 500;
/** Of the lines of a batch, unless it is one event: what many servers take of a body, 1 MiB, is a little more. */
const BATCH_BYTES = 1_000_000;

/** Failures after which fewer events may arrive where as many do not. */
const MAY_BE_TOO_MUCH: ReadonlySet<DeliveryFailure | null> = new Set(['timeout', 'closed', 'answer']);
const CONTENT_TOO_LARGE = '413';

/**
 * How many events are sent next after a batch of `sent` has failed; null for the same again. Halved at once where the
 * receiver says that it is too large, otherwise at the second such failure in a row: the answer alone may have been
 * lost, and by the same `webhook-id` a receiver knows the batch again.
 */
function smallerAfter(failure: Failed, before: DeliveryFailure | null, sent: number): number | null {
  const isTooLarge = failure.reason === 'answer' && failure.detail === CONTENT_TOO_LARGE;
  const isAgain = MAY_BE_TOO_MUCH.has(failure.reason) && MAY_BE_TOO_MUCH.has(before);
  return isTooLarge || isAgain ? Math.max(1, Math.floor(sent / 2)) : null;
}

/** The limit after a batch of `sent` has arrived: a sixteenth more where it was full, until there is none. */
function limitAfter(limit: number | null, sent: number, most: number): number | null {
  const next = limit === null || sent < limit ? limit : limit + Math.max(1, Math.floor(limit / 16));
  return next === null || next >= most ? null : next;
}

/** Before the next try, in seconds: after each one twice as long, up to ten minutes. */
export const waitAfter = doublingWait(5, 600);

/** Sends until nothing is owed, a try fails, the receiver is taken by another process, or `ending` says to stop. */
export async function forward(forwarding: Forwarding, lease: Lease, ending?: AbortSignal): Promise<void> {
  const { db, clock, seal } = forwarding;
  const isEnding = (): boolean => ending?.aborted === true;
  while (!isEnding()) {
    const errand = await readErrand(db, lease, clock.now(), seal);
    if (!errand) return;
    const goesOn =
      errand.testAskedAt !== null
        ? await sendTest(forwarding, lease, errand, errand.testAskedAt)
        : errand.isDue && (await sendBatch(forwarding, lease, errand));
    if (!goesOn) break;
  }
  await giveBack(db, lease);
}

type Line = { event: PlacedEvent; line: string };

/** The batch that was begun and has not arrived, as it was; otherwise as many events as may be sent at once. */
async function readBatch({ db, batch = BATCH_EVENTS }: Forwarding, errand: Errand): Promise<Line[]> {
  const { nextIndex: from, batchEnd, batchLimit } = errand;
  if (batchEnd !== null) {
    const { events } = await readPlaces(db, { from, limit: batchEnd - from + 1, bytes: Number.MAX_SAFE_INTEGER });
    const begun = events.filter(({ index }) => index <= batchEnd);
    // None is left where somebody has deleted them: the log goes on behind them.
    if (begun.length > 0) return begun.map((event) => ({ event, line: placeLine(event) }));
  }
  const { events } = await readPlaces(db, { from, limit: Math.min(batch, batchLimit ?? batch), bytes: BATCH_BYTES });
  const lines: Line[] = [];
  let bytes = 0;
  for (const event of events) {
    const line = placeLine(event);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > BATCH_BYTES && lines.length > 0) break;
    lines.push({ event, line });
  }
  return lines;
}

/** Sends the next batch. False where there is none, or it has not arrived. */
async function sendBatch(forwarding: Forwarding, lease: Lease, errand: Errand): Promise<boolean> {
  const { db, clock, log, batch = BATCH_EVENTS } = forwarding;
  const lines = await readBatch(forwarding, errand);
  const end = lines.at(-1)?.event.index;
  if (end === undefined) return false;
  if (end !== errand.batchEnd && !(await noteBegun(db, lease, end))) return false;
  try {
    await sendEvents(forwarding, lease, errand, lines);
  } catch (error) {
    const now = clock.now();
    const tries = errand.failedTries + 1;
    const failure = failureOf(error);
    if (tries === 1) log.warn({ ...failure, receiver: errand.name }, 'audit log: a receiver does not take events');
    const nextTry = new Date(now.getTime() + waitAfter(tries) * 1000);
    const smaller = smallerAfter(failure, errand.failure, lines.length);
    await noteFailed(db, lease, failure, { now, nextTry, smaller });
    return false;
  }
  if (errand.failedTries > 0)
    log.info({ receiver: errand.name, after: errand.failedTries }, 'audit log: a receiver takes events again');
  const batchLimit = limitAfter(errand.batchLimit, lines.length, batch);
  return noteArrived(db, lease, { nextIndex: end + 1, batchLimit }, clock.now());
}

function sendEvents(
  { clock, timeoutMs = SEND_TIMEOUT }: Forwarding,
  { receiverId }: Lease,
  { kind, destination }: Errand,
  lines: readonly Line[],
): Promise<void> {
  if (kind === 'syslog') {
    const frames = lines.map(({ event, line }) => eventFrame(event, line));
    return sendFrames(destination, frames, timeoutMs);
  }
  const id = `${receiverId}:${lines[0]?.event.index}-${lines.at(-1)?.event.index}`;
  return postLines(destination, { id, at: clock.now(), lines: lines.map(({ line }) => line) }, timeoutMs);
}

/** Sends an event that is none of the log's, and says so. */
async function sendTest(forwarding: Forwarding, lease: Lease, errand: Errand, askedAt: Date): Promise<boolean> {
  const { db, clock, publicUrl, timeoutMs = SEND_TIMEOUT } = forwarding;
  const { name, kind, destination } = errand;
  const at = clock.now();
  const line = JSON.stringify({ test: true, at: at.toISOString(), platform: publicUrl, receiver: name });
  const sending =
    kind === 'syslog'
      ? sendFrames(destination, [testFrame(at, line)], timeoutMs)
      : postLines(destination, { id: `test:${newId()}`, at, lines: [line] }, timeoutMs);
  const failure = await sending.then(() => null, failureOf);
  return noteTested(db, lease, askedAt, failure, clock.now());
}
