import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCheckpoint } from '../../audit/checkpoint.ts';
import { openLogKey } from '../../audit/keys.ts';
import { parseVerifierKey } from '../../audit/note.ts';
import { verifyInclusion } from '../../audit/proof.ts';
import { recordAudit } from '../../audit/record.ts';
import { sequence } from '../../audit/sequencer.ts';
import { eventOf } from '../../audit/testing.ts';
import { startTestApp } from '../../testing/app.ts';
import type { Name, TestApp } from '../../testing/app.ts';

let app: TestApp;
/** An event of each kind of account, and one of the platform as a whole. */
const events = { cleo: '', carl: '', platform: '' };

beforeAll(async () => {
  app = await startTestApp();
  const account = async (person: string): Promise<string | null> =>
    (
      await app.db
        .selectFrom('app_user')
        .select('primary_account_id')
        .where('user_name', '=', person)
        .executeTakeFirstOrThrow()
    ).primary_account_id;
  for (const whose of ['cleo', 'carl', 'platform'] as const) {
    const event = eventOf(0, { at: app.clock.now(), account_id: whose === 'platform' ? null : await account(whose) });
    await recordAudit(app.db, event, app.runtime);
    events[whose] = event.id;
  }
});
afterAll(() => app.close());

const signer = () =>
  openLogKey(app.db, { seal: app.runtime.seal, clock: app.clock, origin: app.runtime.config.AUDIT_ORIGIN });
const sequenceAll = async () =>
  sequence(app.db, {
    signer: await signer(),
    mac: app.runtime.eventMac,
    kept: app.runtime.keptHead,
    clock: app.clock,
    log: app.runtime.log,
  });
const verify = (person: Name | null, id: string) =>
  app.call(person, 'GET', `/account/ui-api/v1/audit-log/${id}/verify`);
const checkpoint = (person: Name | null) => app.call(person, 'GET', '/account/ui-api/v1/audit-log/checkpoint');

test('before anything is sequenced there is a key but no checkpoint, and events say that they wait', async () => {
  const { status, body } = await checkpoint('ada');
  expect(status).toBe(200);
  expect(body).toMatchObject({ checkpoint: null, tree_size: 0, at: null });
  expect(parseVerifierKey(body.public_key)).not.toBeNull();
  expect((await verify('ada', events.cleo)).body).toEqual({
    verified: false,
    reason: 'not-yet-sequenced',
    sentence: `Event ${events.cleo} waits for its place in the log.`,
    tree_index: null,
    tree_size: null,
  });
});

test('[S-330] the answer holds all that is needed to check an event with the checkpoint taken home', async () => {
  await sequenceAll();
  const { body: newest } = await checkpoint('ada');
  const key = parseVerifierKey(newest.public_key)!;
  const opened = openCheckpoint(newest.checkpoint, key);
  expect(opened).toMatchObject({ ok: true, checkpoint: { origin: 'signet.local/audit', size: newest.tree_size } });
  expect(newest.at).toBe('2026-11-21 12:00:00');
  const { status, body } = await verify('ada', events.cleo);
  expect(status).toBe(200);
  expect(body).toMatchObject({ verified: true, tree_size: newest.tree_size, checkpoint: newest.checkpoint });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  expect(
    verifyInclusion(bytes(body.leaf_hash), body.tree_index, body.tree_size, body.proof.map(bytes), bytes(body.root)),
  ).toBe(true);
  expect(opened.ok && opened.checkpoint.root.toString('base64')).toBe(body.root);
});

test('the events of a sign-in are in the log like any other', async () => {
  await app.signIn('emil');
  await sequenceAll();
  const { id } = await app.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'LOGIN')
    .orderBy('tree_index', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await verify('ada', id)).body).toMatchObject({ verified: true });
});

test.each<[Name, Partial<Record<keyof typeof events, number>>]>([
  ['ada', { cleo: 200, carl: 200, platform: 200 }],
  ['ben', { cleo: 200, carl: 404, platform: 404 }],
  ['bea', { cleo: 404, carl: 200, platform: 404 }],
  ['cleo', { cleo: 200, carl: 404, platform: 404 }],
  ['carl', { cleo: 404, carl: 200, platform: 404 }],
  ['emil', { cleo: 403, carl: 403, platform: 403 }],
])('an event outside %s’s accounts does not exist', async (person, expected) => {
  for (const [whose, status] of Object.entries(expected)) {
    expect.soft((await verify(person, events[whose as keyof typeof events])).status, whose).toBe(status);
  }
});

test('an event that is not there answers as a hidden one; a wrong id is refused; nobody sees nothing', async () => {
  const missing = await verify('cleo', '0192f0c1-0000-7000-8000-00000000ffff');
  const hidden = await verify('cleo', events.carl);
  expect([missing.status, missing.body.error.status]).toEqual([hidden.status, hidden.body.error.status]);
  expect((await verify('ada', 'no-id')).status).toBe(400);
  expect((await verify(null, events.cleo)).status).toBe(401);
  expect((await checkpoint(null)).status).toBe(401);
  expect((await checkpoint('emil')).status).toBe(403);
});

test('a trail outlives its account, for the partner too', async () => {
  await app.pool.query(
    `update account set deleted_at = now() where id = (select account_id from audit_event where id = $1)`,
    [events.carl],
  );
  for (const person of ['ada', 'bea'] as const)
    expect((await verify(person, events.carl)).body).toMatchObject({ verified: true });
  await app.pool.query(
    `update account set deleted_at = null where id = (select account_id from audit_event where id = $1)`,
    [events.carl],
  );
});

test('[S-331] there is no call that changes or deletes an event', async () => {
  for (const method of ['PUT', 'DELETE', 'POST'] as const) {
    for (const path of ['', `/${events.cleo}`, `/${events.cleo}/verify`, '/checkpoint']) {
      expect
        .soft((await app.call('ada', method, `/account/ui-api/v1/audit-log${path}`)).status, `${method} ${path}`)
        .toBeOneOf([404, 405]);
    }
  }
});

test('[S-330] an event altered in storage is reported as invalid', async () => {
  await app.pool.query('alter table audit_event disable trigger user');
  await app.pool.query(`update audit_event set after = '{"phone": "0"}' where id = $1`, [events.cleo]);
  expect((await verify('cleo', events.cleo)).body).toMatchObject({ verified: false, reason: 'changed' });
  expect((await verify('ada', events.carl)).body).toMatchObject({ verified: true });
});
