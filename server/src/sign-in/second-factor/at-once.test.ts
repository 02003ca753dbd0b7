/** Second factors that are changed while somebody else changes them, or their person. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { addKey } from '../../testing/second-factor.ts';
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
