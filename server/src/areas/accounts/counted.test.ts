/** What an account manager's license counts: accounts and the people who administer them. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { everyFeature } from '../../license/features.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { atOnce, statuses } from '../../testing/sign-in.ts';
import { syncPools } from '../../testing/sync-pools.ts';

const BASE = '/account/ui-api/v1/account';
const APP = 'account_manager';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'ben'],
  after: ({ db }) => requireBalance(db),
});

const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
let n = 0;
const create = (person: Name, more: object = {}): Promise<Answer> =>
  app.call(person, 'POST', BASE, {
    name: 'Kontor Bank',
    friendly_identifier: `kontor-${(n += 1)}`,
    service_period: { from: '2026-11-21', to: '2027-11-20' },
    locale: 'en_US',
    organization: { name: 'Kontor Bank' },
    ...more,
  });
const administrator = (name: string) => ({ first_name: name, last_name: 'Kerr', email: `${name}@kontor.example` });
const used = async (person: Name, account: string | null, name: string): Promise<number> => {
  const path =
    account === null ? `/account/ui-api/v1/license/usage/${APP}` : `${BASE}/${idOf(account)}/license/usage/${APP}`;
  const { body } = await app.call(person, 'GET', path);
  return body.features.find((feature: { name: string }) => feature.name === name).attributes.used;
};
const accounts = async (): Promise<number> =>
  (await app.db.selectFrom('account').select('id').where('deleted_at', 'is', null).execute()).length;

describe('accounts count', () => {
  test('as their partner’s, where it has a number of them; beyond it nothing is made', async () => {
    await giveLicense(app, 'umbra-trust', APP, { accounts: 2 });
    expect(statuses([await create('ben'), await create('ben')])).toEqual([201, 201]);
    const before = await accounts();
    expect(await create('ben')).toMatchObject({ status: 409, body: { error: { status: 'LICENSE_USED_UP' } } });
    expect(await accounts()).toBe(before);
    expect(await used('ben', 'umbra-trust', 'accounts')).toBe(2);
    // Another partner has none of its own and counts as the platform's.
    expect((await create('bea')).status).toBe(201);
    expect(await used('ada', null, 'accounts')).toBe(3);
  });

  test(
    'two at once take the last one once, and the other hears what the limit is',
    alone(async () => {
      await giveLicense(app, 'umbra-trust', APP, { accounts: 1 });
      const answers = await atOnce(app, 2, () => create('ben'));
      expect(statuses(answers)).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
        status: 'LICENSE_USED_UP',
        message: expect.stringContaining('Account Manager'),
      });
    }),
  );

  test('one that is deleted is free again; one that changes its partner counts there, or stays', async () => {
    await giveLicense(app, 'umbra-trust', APP, { accounts: 1 });
    await giveLicense(app, 'calder-identity', APP, { accounts: 1 });
    const { id } = (await create('ben')).body;
    expect((await create('ben')).status).toBe(409);
    expect(
      (await app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: idOf('calder-identity') })).status,
    ).toBe(200);
    expect(await used('ben', 'umbra-trust', 'accounts')).toBe(0);
    expect(await used('bea', 'calder-identity', 'accounts')).toBe(1);
    const other = (await create('ben')).body;
    const moved = await app.call('ada', 'PUT', `${BASE}/${other.id}/partner`, {
      partner_account_id: idOf('calder-identity'),
    });
    expect(moved).toMatchObject({ status: 409, body: { error: { status: 'LICENSE_USED_UP' } } });
    expect((await app.call('ada', 'GET', `${BASE}/${other.id}`)).body.partner_account_id).toBe(idOf('umbra-trust'));
    expect((await app.call('ada', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await used('bea', 'calder-identity', 'accounts')).toBe(0);
  });
});

describe('before an account is given to another partner', () => {
  const calder = () => idOf('calder-identity');
  const shortages = async (id: string) =>
    (await app.call('ada', 'GET', `${BASE}/${id}/license/what-if?act=reassign&partner_account_id=${calder()}`)).body
      .shortages;
  const give = (id: string) => app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: calder() });
  const SHORT = { app_code: APP, feature: 'accounts', generation: 'v1' };
  const USED_UP = { status: 409, body: { error: { status: 'LICENSE_USED_UP' } } };

  test('it is said that the other one may have no more accounts, as the act would', async () => {
    await giveLicense(app, 'calder-identity', APP, { accounts: 1 });
    expect((await create('bea')).status).toBe(201);
    const { id } = (await create('ben')).body;
    expect(await shortages(id)).toEqual([{ ...SHORT, limit: 0, needed: 1, missing: 1 }]);
    expect(await give(id)).toMatchObject(USED_UP);
    await giveLicense(app, 'calder-identity', APP, { accounts: 2 });
    expect(await shortages(id)).toEqual([]);
    expect((await give(id)).status).toBe(200);
  });

  test('it counts beside what it takes along of the same license', async () => {
    await giveLicense(app, 'umbra-trust', APP, { accounts: 10 });
    await giveLicense(app, 'nordmark-lb', APP, { accounts: 3 });
    const id = idOf('nordmark-lb');
    for (const [had, status] of [
      [2, 'LICENSE_PARTNER_SHORT'],
      [3, 'LICENSE_USED_UP'],
    ] as const) {
      await giveLicense(app, 'calder-identity', APP, { accounts: had });
      expect(await shortages(id)).toEqual([{ ...SHORT, limit: had, needed: 4, missing: 4 - had }]);
      expect((await give(id)).body.error.status).toBe(status);
    }
    await giveLicense(app, 'calder-identity', APP, { accounts: 4 });
    expect(await shortages(id)).toEqual([]);
    expect((await give(id)).status).toBe(200);
    expect(await used('bea', 'calder-identity', 'accounts')).toBe(4);
  });

  test('one that stays in the pool that counts it needs no more of it', async () => {
    const { id } = (await create('ben')).body;
    const quantity = await used('ada', null, 'accounts');
    const full = everyFeature().map(({ features, ...of }) => ({
      ...of,
      features: features.map((one) => (one.name === 'accounts' ? { ...one, quantity } : one)),
    }));
    expect(await syncPools(app.db, full, app.clock.now())).toEqual([]);
    expect(await create('bea')).toMatchObject(USED_UP);
    expect(await shortages(id)).toEqual([]);
    expect((await give(id)).status).toBe(200);
  });
});

describe('administrators count', () => {
  test('of the account they belong to first; an account that is not made counts nobody', async () => {
    await giveLicense(app, 'umbra-trust', APP, { administrators: 1 });
    expect((await create('ben', { administrator: administrator('ann') })).status).toBe(201);
    const before = await accounts();
    const refused = await create('ben', { administrator: administrator('bob') });
    expect(refused).toMatchObject({ status: 409, body: { error: { status: 'LICENSE_USED_UP' } } });
    expect(await accounts()).toBe(before);
    expect(await used('ben', 'umbra-trust', 'administrators')).toBe(1);
  });

  test('their use ends with their account', async () => {
    const before = await used('ada', null, 'administrators');
    const { id } = (await create('ada', { administrator: administrator('ann') })).body;
    expect(await used('ada', null, 'administrators')).toBe(before + 1);
    expect((await app.call('ada', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await used('ada', null, 'administrators')).toBe(before);
  });

  test('who belongs to another account too counts there from then on', async () => {
    const { id } = (await create('ada', { administrator: administrator('ann') })).body;
    await sql`insert into user_account (user_id, account_id)
      select u.id, ${idOf('orsini-custody')} from app_user u where u.email = 'ann@kontor.example'`.execute(app.db);
    const before = await used('ada', null, 'administrators');
    expect((await app.call('ada', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await used('ada', null, 'administrators')).toBe(before);
    expect(await used('carl', 'orsini-custody', 'administrators')).toBe(1);
    const { body } = await app.call('ada', 'GET', `${BASE}/${idOf('orsini-custody')}/license/usage/${APP}`);
    const row = body.features.find(({ name }: { name: string }) => name === 'administrators');
    const draws_on = { of: 'platform', name: null };
    expect(row.attributes).toMatchObject({ limit: 0, used: 1, used_above: 1, draws_on });
  });
});

describe('what was there before it counted', () => {
  test('is counted once, of the nearest pool, also beyond what is left there', async () => {
    await giveLicense(app, 'umbra-trust', APP, { accounts: 1, administrators: 0 });
    const orsini = sql`friendly_identifier = 'orsini-custody'`;
    await sql`update account set partner_account_id = ${idOf('umbra-trust')} where ${orsini}`.execute(app.db);
    app.clock.pass(60);
    expect(await countUncounted(app.db, app.clock.now())).toBeGreaterThan(0);
    expect(await countUncounted(app.db, app.clock.now())).toBe(0);
    // It is used since it is there, not since it was counted.
    const { rows } = await sql`select u.used_at = a.created_at as since_made from license_use u
      join account a on a.id = u.subject_id where a.${orsini}`.execute(app.db);
    expect(rows).toEqual([{ since_made: true }]);
    expect(await used('ben', 'umbra-trust', 'accounts')).toBe(2);
    expect((await create('ben')).status).toBe(409);
    expect(await used('ada', null, 'accounts')).toBe(3);
  });

  test('is counted in the other generation, once that one is shown', async () => {
    await countUncounted(app.db, app.clock.now());
    const before = await used('ada', null, 'accounts');
    const path = `${BASE}/${idOf('umbra-trust')}/license/usage/${APP}`;
    expect((await app.call('ada', 'PUT', path, { license_feature_version: 'v2', features: [] })).status).toBe(200);
    expect(await used('ada', null, 'account_units')).toBe(0);
    expect(await used('ada', null, 'accounts')).toBe(before - 1);
    // Nordmark, of which Umbra is the partner, and Dora, who belongs to none of its accounts.
    expect(await countUncounted(app.db, app.clock.now())).toBe(1);
    expect(await used('ada', null, 'account_units')).toBe(1);
  });

  test(
    'what is deleted while it is counted is not counted',
    alone(async () => {
      const id = newId();
      const now = app.clock.now();
      await sql`insert into account
          (id, name, display_name, friendly_identifier, active, service_from, type, created_at, updated_at)
        values (${id}, 'Quay', 'Quay', 'quay', true, '2024-01-01', 'standard', ${now}, ${now})`.execute(app.db);
      await meanwhile(app, [sql`update account set deleted_at = ${now} where id = ${id}`], () =>
        countUncounted(app.db, now),
      );
      expect((await sql`select from license_use where subject_id = ${id}`.execute(app.db)).rows).toEqual([]);
    }),
  );

  test(
    'two processes at once count nothing twice',
    alone(async () => {
      const counted = await Promise.all([1, 2, 3].map(() => countUncounted(app.db, app.clock.now())));
      // Ada, the two partners and the two of accounts; Emil, who is an end user, administers nothing.
      expect(await used('ada', null, 'administrators')).toBe(5);
      expect(counted.reduce((sum, one) => sum + one, 0)).toBe((await used('ada', null, 'accounts')) + 5);
    }),
  );
});
