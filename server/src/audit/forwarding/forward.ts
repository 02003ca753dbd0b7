/** Sends to a receiver what it is owed: batch by batch, in the order of the log, each again until it has arrived. */
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
  noteFailed,
  noteTested,
  readErrand,
  type Errand,
  type Lease,
} from './delivery-store.ts';
import { failureOf } from '../../outside/failure.ts';
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
const BATCH_BYTES = 1_000_000;

/** Before the next try, in seconds: after each one twice as long, up to ten minutes. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 600;
export const waitAfter = (failedTries: number): number =>
  Math.min(FIRST_WAIT * 2 ** Math.min(failedTries - 1, 16), LONGEST_WAIT);

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

/** Sends the next batch. False where there is none, or it has not arrived. */
async function sendBatch(forwarding: Forwarding, lease: Lease, errand: Errand): Promise<boolean> {
  const { db, clock, log, batch = BATCH_EVENTS } = forwarding;
  const { events } = await readPlaces(db, { from: errand.nextIndex, limit: batch, bytes: BATCH_BYTES });
  const last = events.at(-1);
  if (!last) return false;
  try {
    await sendEvents(forwarding, lease, errand, events);
  } catch (error) {
    const now = clock.now();
    const tries = errand.failedTries + 1;
    const failure = failureOf(error);
    if (tries === 1) log.warn({ ...failure, receiver: errand.name }, 'audit log: a receiver does not take events');
    await noteFailed(db, lease, failure, now, new Date(now.getTime() + waitAfter(tries) * 1000));
    return false;
  }
  if (errand.failedTries > 0)
    log.info({ receiver: errand.name, after: errand.failedTries }, 'audit log: a receiver takes events again');
  return noteArrived(db, lease, last.index + 1, clock.now());
}

function sendEvents(
  { clock, timeoutMs = SEND_TIMEOUT }: Forwarding,
  { receiverId }: Lease,
  { kind, destination }: Errand,
  events: readonly PlacedEvent[],
): Promise<void> {
  if (kind === 'syslog') return sendFrames(destination, events.map(eventFrame), timeoutMs);
  const id = `${receiverId}:${events[0]?.index}-${events.at(-1)?.index}`;
  return postLines(destination, { id, at: clock.now(), lines: events.map(placeLine) }, timeoutMs);
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
