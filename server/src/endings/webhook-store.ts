/** Where people have messages of ends sent: set up, removed, taken to be sent to, and what came of it. */
import type { EndingWebhook } from '@signet/contract/areas/ends-soon';
import { daysAfter } from '@signet/contract/areas/ends-soon-record';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { fieldProblem, notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { hasCome } from '../db/has-come.ts';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import { newId } from '../ids.ts';
import type { failureOf } from '../outside/failure.ts';
import { newWebhookSecret } from '../outside/webhook-signature.ts';
import type { Runtime } from '../runtime.ts';

/** Whoever has taken one is alone with it so long, well over the time that sending may take; in seconds. */
const TAKEN_SECONDS = 60;
/** The hour at which a day's messages begin, in UTC. */
const HOUR = 6;
/** No message is put off for so long, in milliseconds: the next one is tomorrow's. */
const FARTHEST = 2 * 86_400_000;

/** One that is sent to. */
export type Errand = { id: string; userId: string; address: string; secret: string; toldOn: string; failed: number };

type Sealed = { id: string; user_id: string; address: string; secret_sealed: Buffer };
const contextOf = (id: string): string => `ending-webhook:${id}`;
const openSecret = ({ seal }: Pick<Runtime, 'seal'>, { id, secret_sealed }: Sealed): string =>
  seal.open(secret_sealed, contextOf(id)).toString();

/** The viewer's own, without its secret; null where there is none. */
export async function readWebhook(viewer: Viewer, db: Db): Promise<EndingWebhook | null> {
  const row = await db
    .selectFrom('ending_webhook')
    .select(['address', 'made_at', 'sent_at', 'failure', 'failure_detail', 'failed_at', 'next_try_at'])
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  if (!row) return null;
  const { address, made_at, sent_at, failure, failure_detail: detail, failed_at, next_try_at } = row;
  const failed = failure !== null && failed_at !== null;
  return {
    address,
    made_at: storedDateTime(made_at),
    sent_at: sent_at && storedDateTime(sent_at),
    failure: failed
      ? { reason: failure, detail, at: storedDateTime(failed_at), next_try_at: storedDateTime(next_try_at) }
      : null,
  };
}

const eventOf = (viewer: Viewer, address: string): ChangeEvent => ({
  resource_id: viewer.userId,
  resource_name: new URL(address).host,
  account_id: viewer.primaryAccountId,
});

/** Sets up the viewer's webhook, in place of the one before. Its secret is answered this once. */
export async function makeWebhook(
  viewer: Viewer,
  tx: Db,
  address: string,
  { now, runtime: { seal, config } }: { now: Date; runtime: Pick<Runtime, 'seal' | 'config'> },
): Promise<{ secret: string; event: ChangeEvent }> {
  const { protocol } = URL.parse(address) ?? {};
  if (protocol !== 'https:' && !(protocol === 'http:' && config.OWN_NETWORK_PROVIDERS))
    throw fieldProblem('address', { status: 'INVALID_WEBHOOK_ADDRESS' });
  const [id, secret] = [newId(), newWebhookSecret()];
  const made = {
    id,
    address,
    secret_sealed: seal.seal(Buffer.from(secret), contextOf(id)),
    made_at: now,
    next_try_at: now,
    failed_tries: 0,
    failure: null,
    failure_detail: '',
    failed_at: null,
    sent_at: null,
  };
  await tx
    .insertInto('ending_webhook')
    .values({ user_id: viewer.userId, told_on: daysAfter(payloadDate(now), -1), ...made })
    // `told_on` stays: what the former webhook did not deliver is still owed, and what it delivered is not sent again.
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute();
  return { secret, event: eventOf(viewer, address) };
}

/** From now on nothing is sent. */
export async function removeWebhook(viewer: Viewer, tx: Db): Promise<ChangeEvent | 'nothing'> {
  const removed = await tx
    .deleteFrom('ending_webhook')
    .where('user_id', '=', viewer.userId)
    .returning('address')
    .executeTakeFirst();
  return removed ? eventOf(viewer, removed.address) : 'nothing';
}

/** Where the viewer's messages go, and by which secret. Throws 404. */
export async function readDestination(
  viewer: Viewer,
  db: Db,
  runtime: Pick<Runtime, 'seal'>,
): Promise<Pick<Errand, 'address' | 'secret'>> {
  const row = await db
    .selectFrom('ending_webhook')
    .select(['id', 'user_id', 'address', 'secret_sealed'])
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { address: row.address, secret: openSecret(runtime, row) };
}

/** Takes at most `most` whose time has come and that no process has: whoever waits for longest first. */
export async function takeDueWebhooks(
  { db, seal }: Pick<Runtime, 'db' | 'seal'>,
  now: Date,
  most: number,
): Promise<Errand[]> {
  if (most <= 0) return [];
  const taken = new Date(now.getTime() + TAKEN_SECONDS * 1000);
  const { rows } = await sql<Sealed & { told_on: string; failed_tries: number }>`
    update ending_webhook set next_try_at = ${taken} where user_id in (
      select w.user_id from ending_webhook w where ${hasCome(sql.ref('w.next_try_at'), now, FARTHEST)}
      order by w.next_try_at, w.user_id limit ${most} for update skip locked)
    returning id, user_id, address, secret_sealed, told_on, failed_tries`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    address: row.address,
    secret: openSecret({ seal }, row),
    toldOn: row.told_on,
    failed: row.failed_tries,
  }));
}

/** A day's message has arrived, or there was nothing to say. */
export async function noteTold(db: Db, { id }: Errand, today: string, sentAt: Date | null): Promise<void> {
  const next = new Date(`${daysAfter(today, 1)}T00:00:00Z`);
  next.setUTCHours(HOUR);
  await db
    .updateTable('ending_webhook')
    .set({
      told_on: today,
      next_try_at: next,
      failed_tries: 0,
      failure: null,
      failure_detail: '',
      failed_at: null,
      ...(sentAt ? { sent_at: sentAt } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** It has not arrived; `nextTry`: when it is sent again. */
export async function noteFailed(
  db: Db,
  { id }: Errand,
  { reason, detail }: ReturnType<typeof failureOf>,
  { now, nextTry }: { now: Date; nextTry: Date },
): Promise<void> {
  await sql`update ending_webhook set failure = ${reason}, failure_detail = ${detail}, failed_at = ${now},
    failed_tries = failed_tries + 1, next_try_at = ${nextTry} where id = ${id}`.execute(db);
}
