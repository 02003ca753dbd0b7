import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { hashSecret } from '../../secrets.ts';
import type { TestApp } from '../../testing/app.ts';
import { NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

/** An account that everybody who sees accounts may see, made to end in twenty days; and how the list names it. */
async function anEnding(app: TestApp): Promise<{ key: string }> {
  const account = app.accountIds.get('nordmark-lb') ?? '';
  const service_to = new Date(app.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  await app.db.updateTable('account').set({ service_to }).where('id', '=', account).execute();
  return { key: `account:${account}` };
}

/** One that everybody who could has put off. */
async function aSnoozed(app: TestApp): Promise<{ key: string }> {
  const one = await anEnding(app);
  const account = one.key.slice('account:'.length);
  const { service_to } = await app.db
    .selectFrom('account')
    .select('service_to')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const row = {
    kind: 'account' as const,
    subject: account,
    ends_at: new Date(Date.parse(`${service_to}T00:00:00Z`) + 86_400_000),
    until: new Date(app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
    reason: 'The customer decides',
    made_at: app.clock.now(),
    made_by: app.userIds.get('ada') ?? '',
  };
  for (const account_id of [null, account, ...app.accountIds.values()])
    await app.db
      .insertInto('ending_snooze')
      .values({ ...row, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return one;
}

const SECRET = 'secret-of-the-access-matrix';

/** An address for each person of the cast; that of Cleo is known. */
async function aFeed(app: TestApp): Promise<void> {
  const cleo = app.userIds.get('cleo');
  for (const user_id of app.userIds.values())
    await app.db
      .insertInto('calendar_feed')
      .values({
        user_id,
        secret_hash: hashSecret(user_id === cleo ? SECRET : user_id),
        made_at: app.clock.now(),
      })
      .execute();
}

/** A webhook of each person of the cast, at an address that is not asked: of the own network. */
async function aWebhook(app: TestApp): Promise<void> {
  const now = app.clock.now();
  for (const user_id of app.userIds.values()) {
    const id = newId();
    const secret_sealed = app.runtime.seal.seal(Buffer.from('whsec_AAAA'), `ending-webhook:${id}`);
    await app.db
      .insertInto('ending_webhook')
      .values({
        user_id,
        id,
        address: 'https://127.0.0.1:1/',
        secret_sealed,
        made_at: now,
        told_on: now.toISOString().slice(0, 10),
        next_try_at: now,
      })
      .execute();
  }
}

export const endsSoonSamples: SamplesOf<typeof areas.endsSoon> = {
  list: NO_INPUT,
  export: NO_INPUT,
  weeks: NO_INPUT,
  snooze: async (app) => ({
    params: await anEnding(app),
    body: {
      until: new Date(app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
      reason: 'The customer decides',
    },
  }),
  wake: async (app) => ({ params: await aSnoozed(app) }),
  readFeed: NO_INPUT,
  makeFeed: NO_INPUT,
  revokeFeed: async (app) => (await aFeed(app), {}),
  readWebhook: NO_INPUT,
  makeWebhook: async () => ({ body: { address: 'https://hooks.example/ends' } }),
  removeWebhook: async (app) => (await aWebhook(app), {}),
  testWebhook: async (app) => (await aWebhook(app), {}),
  calendar: async (app) => (await aFeed(app), { params: { secret: SECRET } }),
};
