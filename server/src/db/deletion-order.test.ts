/**
 * Whoever deletes an account holds its row before the rows of what belongs to it. A call that needs both takes them in
 * that order too: the other way round each of the two would wait for the other.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPeople } from '../../seed/people.ts';
import { countUncounted } from '../license-ledger/uncounted-store.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { withAuthorities } from '../testing/authorities.ts';
import { meanwhile } from '../testing/meanwhile.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';
import { A_REQUEST, aSeat, aTemplate, nordmark } from '../testing/sample.ts';

const API = '/account/ui-api/v1';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await withAuthorities(app);
});
afterAll(() => app.close());

/** Asks while somebody holds the account, who then comes to a row of what belongs to it. */
const whileHeld = <T>(table: string, id: string, ask: () => Promise<T>): Promise<T> =>
  meanwhile(app, [sql`select from account where id = ${nordmark(app)} for update`], ask, [
    sql`select from ${sql.table(table)} where id = ${id} for update`,
  ]);

test('an OAuth client is edited', async () => {
  const { id } = await insertOauthClient(app, nordmark(app));
  const edited = await whileHeld('oauth_client', id, () =>
    app.call('cleo', 'PUT', `${API}/oauth/client/${id}`, { name: 'Gates' }),
  );
  expect(edited.status).toBe(204);
});

test('a seat gets a certificate, and an invitation to one', async () => {
  const [seat_id, template_id] = [await aSeat(app), await aTemplate(app)];
  const issued = await whileHeld('seat', seat_id, () =>
    app.call('cleo', 'POST', `${API}/certificate`, { seat_id, template_id, csr: A_REQUEST }),
  );
  expect(issued.status).toBe(201);
  const invitation = { seat_id, template_id, email: 'gates@nordmark-lb.example', keystore_location: 'browser' };
  const invited = await whileHeld('seat', seat_id, () =>
    app.call('cleo', 'POST', '/account/ui-api/v2/enrollment', invitation),
  );
  expect(invited.status).toBe(201);
});

test('a person gets a certificate to sign in with', async () => {
  const dora = app.userIds.get('dora') ?? '';
  const made = await whileHeld('app_user', dora, () =>
    app.call('cleo', 'POST', `${API}/service-user/${dora}/client-auth-certificate`, { csr: A_REQUEST }),
  );
  expect(made.status).toBe(201);
});

test('people are counted against a license that came after them', async () => {
  await countUncounted(app.db, app.clock.now());
  const nils = { first: 'Nils', last: 'Holm', userName: 'nils', scope: 'account' as const, roles: [] };
  const people = [{ ...nils, accounts: ['nordmark-lb'] }];
  const ids = await seedPeople(app.db, people, app.accountIds, 'no password', app.clock.now());
  const counted = await whileHeld('app_user', ids.get('nils') ?? '', () => countUncounted(app.db, app.clock.now()));
  expect(counted).toBe(1);
});
