/** Sends messages of what ends, each again until it has arrived. */
import { payloadDate } from '@signet/contract/dates';
import { newId } from '../ids.ts';
import { failureOf, OutsideFailure } from '../outside/failure.ts';
import { fetchOutside } from '../outside/fetch.ts';
import { doublingWait } from '../outside/wait.ts';
import { signatureHeaders } from '../outside/webhook-signature.ts';
import type { Runtime } from '../runtime.ts';
import { dueEndings } from './due-store.ts';
import { endingSource } from './list-store.ts';
import { findSubscriber, localeOf } from './subscriber-store.ts';
import { endingMessage, testMessage } from './webhook-message.ts';
import { noteFailed, noteTold, type Errand } from './webhook-store.ts';

/** Of an answer, of which nothing is kept but its status. */
const BOUNDS = { mostBytes: 1_000_000, timeoutMs: 10_000 } as const;

/** Before the next try, in seconds: after each one twice as long, up to six hours. */
export const waitAfter = doublingWait(60, 21_600);

type Destination = Pick<Errand, 'address' | 'secret'>;

/** It has arrived when the answer is 2xx. Rejects with an OutsideFailure, or what the network says. */
async function send(
  { config }: Pick<Runtime, 'config'>,
  { address, secret }: Destination,
  { id, at, body }: { id: string; at: Date; body: string },
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    ...signatureHeaders(secret, { id, at }, body),
  };
  const bounds = { ...BOUNDS, ownNetwork: config.OWN_NETWORK_PROVIDERS };
  const { status } = await fetchOutside(address, { method: 'POST', headers, body }, bounds);
  if (status < 200 || status > 299) throw new OutsideFailure('answer', String(status));
}

/** Sends a message that names nothing; answers why it has not arrived. */
export async function sendTest(
  runtime: Pick<Runtime, 'config' | 'publicUrl'>,
  destination: Destination,
  now: Date,
): Promise<ReturnType<typeof failureOf> | null> {
  const body = testMessage({ at: now, publicUrl: runtime.publicUrl });
  return send(runtime, destination, { id: `test:${newId()}`, at: now, body }).then(() => null, failureOf);
}

/**
 * Sends a day's message to a webhook that was taken: what its person may see at this moment. Under the same id however
 * often it is sent on that day. Where there is nothing to tell, nothing is sent.
 */
export async function tellOfEnds(runtime: Runtime, errand: Errand): Promise<void> {
  const { db, clock, config, publicUrl, log } = runtime;
  const now = clock.now();
  const today = payloadDate(now);
  const source = await endingSource(db, config, now);
  const viewer = await findSubscriber(db, errand.userId, source);
  const { rows, more } = viewer ? await dueEndings(viewer, db, source, errand.toldOn) : { rows: [], more: false };
  if (rows.length === 0) return noteTold(db, errand, today, null);
  const locale = await localeOf(db, errand.userId);
  const body = endingMessage(rows, { locale, today, at: now, publicUrl, more });
  try {
    await send(runtime, errand, { id: `${errand.id}:${today}`, at: now, body });
  } catch (error) {
    const at = clock.now();
    const failure = failureOf(error);
    if (errand.failed === 0) log.warn({ ...failure, userId: errand.userId }, 'a webhook of ends takes no message');
    const nextTry = new Date(at.getTime() + waitAfter(errand.failed + 1) * 1000);
    return noteFailed(db, errand, failure, { now: at, nextTry });
  }
  await noteTold(db, errand, today, clock.now());
}
