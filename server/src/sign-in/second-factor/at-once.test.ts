/** Second factors that are changed while somebody else changes them, or their person. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { addKey, askPasskey, codeOf, giveCode, givePasskey, givePassword } from '../../testing/second-factor.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';

const OWN = '/account/ui-api/v1/second-factor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('security_key').execute();
  await app.db.deleteFrom('authenticator_app').execute();
});

const cleo = (): string => app.userIds.get('cleo') ?? '';
/** What whoever changes a person, or what is theirs, holds. */
const held = () => sql`select from app_user where id = ${cleo()} for no key update`;
const idOfKey = async (): Promise<string> => (await app.call('cleo', 'GET', OWN)).body.items[0].id;

test('one that was removed meanwhile gets no other name, and the log tells of none', async () => {
  await addKey(app, 'cleo');
  const id = await idOfKey();
  const renamed = await meanwhile(app, [held(), sql`delete from security_key where id = ${id}`], () =>
    app.call('cleo', 'PUT', `${OWN}/${id}`, { name: 'Desk' }),
  );
  expectRefusal(renamed, 404, 'NOT_FOUND');
  expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ resource_type: 'SECOND_FACTOR', result: 'failure' });
});

test('of two new names the second follows the first', async () => {
  await addKey(app, 'cleo');
  const id = await idOfKey();
  const renamed = await meanwhile(app, [held(), sql`update security_key set name = 'Desk' where id = ${id}`], () =>
    app.call('cleo', 'PUT', `${OWN}/${id}`, { name: 'Bag' }),
  );
  expect(renamed.status).toBe(204);
  expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ before: { name: 'Desk' }, after: { name: 'Bag' } });
});

test('who is deleted meanwhile leaves neither an app nor a key, and proves nothing', async () => {
  const key = newAuthenticator();
  const asked = (await app.call('emil', 'POST', `${OWN}/key/options`)).body;
  const { secret } = (await app.call('emil', 'POST', `${OWN}/app`)).body;
  const emil = app.userIds.get('emil') ?? '';
  const deleted = () => [
    sql`select from app_user where id = ${emil} for no key update`,
    sql`delete from authenticator_app where user_id = ${emil}`,
    sql`update app_user set deleted_at = ${app.clock.now()} where id = ${emil}`,
  ];
  const there = () => app.db.updateTable('app_user').set({ deleted_at: null }).where('id', '=', emil).execute();
  const calls = [
    () => app.call('emil', 'POST', `${OWN}/key`, { name: 'Key', answer: key.register(asked) }),
    () => app.call('emil', 'POST', `${OWN}/app`),
    () => app.call('emil', 'POST', `${OWN}/app/confirm`, { name: 'Phone', code: codeOf(app, secret) }),
    () => app.call('emil', 'POST', '/account/ui-api/v1/session/proof', { code: '123456' }),
  ];
  for (const ask of calls) {
    expectRefusal(await meanwhile(app, deleted(), ask), 401, 'UNAUTHORIZED');
    await there();
  }
  expect(await app.db.selectFrom('security_key').select('id').execute()).toEqual([]);
  expect(await app.db.selectFrom('authenticator_app').select('id').execute()).toEqual([]);
});

test('a passkey waits for its person and holds nothing that whoever takes it away needs', async () => {
  const { key } = await addKey(app, 'cleo', { rk: true });
  const answer = key.answer(await askPasskey(app), { verified: true });
  const signedIn = await meanwhile(app, [held()], () => givePasskey(app, answer), [
    sql`select from security_key where credential_id = ${key.id} for update nowait`,
  ]);
  expect(signedIn.status).toBe(200);
});

test('a code for a sign-in that was ended meanwhile is no wrong one', async () => {
  await addKey(app, 'cleo');
  const signIn = await givePassword(app, 'cleo');
  const ended = [held(), sql`delete from pending_sign_in where user_id = ${cleo()}`];
  expectRefusal(await meanwhile(app, ended, () => giveCode(app, signIn, '123456')), 410, 'STATE_EXPIRED');
  expect(await app.db.selectFrom('second_factor_failure').select('id').execute()).toEqual([]);
});
