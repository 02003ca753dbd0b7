/** What the platform decides about the trust assistant: read by whoever opens a page, changed by its administrators. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { whoWaits } from '../../testing/meanwhile.ts';
import { decideTrustAssistant } from './trust-assistant-store.ts';

const PATH = '/account/ui-api/v1/trust-assistant';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PLACE = { minimum_version: null, port: 8900, download_url: '/account/client-tools' };
const read = async () => (await app.request('GET', PATH)).body;

test('[S-213] pages without a session learn the allowed systems, and where the assistant is asked', async () => {
  expect(await read()).toEqual({ enabled: true, linux: false, ...PLACE });
});

test('[S-213] a system administrator allows Linux: it holds at once, and is in the audit log', async () => {
  const choice = { enabled: true, linux: true };
  expect(await app.call('ada', 'PUT', PATH, choice)).toMatchObject({ status: 200, body: { ...choice, ...PLACE } });
  expect(await read()).toMatchObject(choice);
  expect((await app.call('ada', 'PUT', PATH, { enabled: false, linux: true })).status).toBe(200);
  expect(await read()).toMatchObject({ enabled: false, linux: true });
  // Once more it is no change.
  expect((await app.call('ada', 'PUT', PATH, { enabled: false })).status).toBe(200);
  const events = await app.db
    .selectFrom('audit_event')
    .select(['action', 'resource_name', 'before', 'after'])
    .where('resource_name', '=', 'trust_assistant')
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { action: 'UPDATE', resource_name: 'trust_assistant', before: { enabled: true, linux: false }, after: choice },
    {
      action: 'UPDATE',
      resource_name: 'trust_assistant',
      before: choice,
      after: { enabled: false, linux: true },
    },
  ]);
});

test('of two who decide at once, before anybody has, neither undoes what the other has decided', async () => {
  await app.db.deleteFrom('platform_setting').where('name', '=', 'trust_assistant').execute();
  await app.signIn('ada');
  let second: Promise<unknown> = Promise.resolve();
  await app.db.transaction().execute(async (tx) => {
    await decideTrustAssistant(tx, { enabled: false }, app.clock.now());
    let ended = false;
    second = app.call('ada', 'PUT', PATH, { linux: true }).finally(() => (ended = true));
    await expect.poll(async () => ended || (await whoWaits(app)) > 0, { interval: 20 }).toBe(true);
  });
  expect(await second).toMatchObject({ status: 200, body: { enabled: false, linux: true } });
});

test('one is decided without the other, which stays as somebody else has decided it meanwhile', async () => {
  await app.call('ada', 'PUT', PATH, { enabled: true, linux: false });
  await app.call('ada', 'PUT', PATH, { enabled: false });
  const answer = await app.call('ada', 'PUT', PATH, { linux: true });
  expect(answer).toMatchObject({ status: 200, body: { enabled: false, linux: true, ...PLACE } });
  expect(await read()).toMatchObject({ enabled: false, linux: true });
  const last = await app.db
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .where('resource_name', '=', 'trust_assistant')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(last).toEqual({ before: { enabled: false, linux: false }, after: { enabled: false, linux: true } });
});

test.each([{}, { enabled: null }, { enabled: 'yes', linux: true }, { enabled: true, linux: true, port: 1 }, []])(
  'what decides nothing, or anything else, is refused: %j',
  async (body) => {
    const before = await read();
    expect((await app.call('ada', 'PUT', PATH, body)).status).toBe(400);
    expect(await read()).toEqual(before);
  },
);

test('people of an account and of a partner decide nothing', async () => {
  for (const person of ['carl', 'emil'] as const)
    expect((await app.call(person, 'PUT', PATH, { enabled: true, linux: false })).status).toBe(403);
});
