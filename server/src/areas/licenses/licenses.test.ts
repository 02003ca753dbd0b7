import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { everyFeature } from '../../license/features.ts';
import { COUNT_JOB } from '../../license-ledger/uncounted-store.ts';
import { consume } from '../../license-ledger/use-store.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { atOnce, statuses } from '../../testing/sign-in.ts';
import { undoable } from '../../testing/undo.ts';
import { syncPools } from '../../testing/sync-pools.ts';

const API = '/account/ui-api/v1';
const APP = 'ca_manager';
const MAX = Number.MAX_SAFE_INTEGER;

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
  for (const person of ['ada', 'ben', 'bea', 'cleo', 'carl'] as const) await app.call(person, 'GET', `${API}/user/me`);
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
});
afterEach(async () => {
  await requireBooks();
  await takeBack();
});

/** The books balance, and so says the database, which would ask at the end of each transaction. */
async function requireBooks(): Promise<void> {
  await sql`set constraints all immediate`.execute(app.db);
  await requireBalance(app.db);
}

/** What happens at once needs connections, and so a platform of its own. */
async function onItsOwn(work: () => Promise<void>): Promise<void> {
  const shared = app;
  app = await startTestApp();
  try {
    await work();
    await requireBooks();
  } finally {
    await app.close();
    app = shared;
  }
}

const idOf = (account: string): string => app.accountIds.get(account) ?? '';
const usageUrl = (account: string, code: string = APP): string =>
  `${API}/account/${idOf(account)}/license/usage/${code}`;
const eventUrl = (account: string): string => `${API}/account/${idOf(account)}/license/allocation-event`;

/** What a license says that has the application in its first generation alone. */
const onlyFirst = () =>
  everyFeature().map(({ app_code, features }) => ({
    app_code,
    features: features.filter(({ generation }) => app_code !== APP || generation === 'v1'),
  }));

type Change = { name: string; old: unknown; limit: unknown; reset?: boolean };
const updateOf = (changes: readonly Change[], generation = 'v1') => ({
  license_feature_version: generation,
  features: changes.map(({ name, old, limit, reset }) => ({
    name,
    attributes: { limit },
    old_limit: old,
    ...(reset === undefined ? {} : { reset }),
  })),
});
const put = (who: Name, account: string, changes: readonly Change[], code: string = APP): Promise<Answer> =>
  app.call(who, 'PUT', usageUrl(account, code), updateOf(changes));

type Figures = { limit: number; used: number; remaining: number; available: number | null };
function rowOf({ features }: LicenseApplication, name: string): Figures {
  const row = features.find((feature) => feature.name === name && feature.generation === 'v1');
  if (!row) throw new Error(`There is no row ${name}.`);
  const { limit, used, remaining, available } = row.attributes;
  return { limit, used, remaining, available };
}
async function figures(who: Name, account: string, name = 'certificates', code: string = APP): Promise<Figures> {
  const { body } = await app.call(who, 'GET', usageUrl(account, code));
  return rowOf(body, name);
}
async function ofPlatform(name = 'certificates', code: string = APP): Promise<Figures> {
  return rowOf((await app.call('ada', 'GET', `${API}/license/usage/${code}`)).body, name);
}
const expectProblem = ({ status, body }: Answer, code: number, fields: Record<string, object>): void => {
  expect({ status, fields: body?.error?.fields }).toMatchObject({ status: code, fields });
  expect(Object.keys(body.error.fields)).toEqual(Object.keys(fields));
};

describe('what a license says', () => {
  test('[A-114 A-082] of the platform: what was installed, in rows of both generations', async () => {
    const { status, body } = await app.call('ada', 'GET', `${API}/license/usage/${APP}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: '2.0',
      name: 'CA Manager',
      app_code: APP,
      license_feature_version: 'v1',
      show_v2_feature_toggle: true,
      applications: [{ app_code: APP }],
      why_not: { edit: { status: 'SYSTEM_ACCOUNT' } },
    });
    const rows = body.features.map((row: { name: string; generation: string; attributes: { limit: number } }) => [
      row.generation,
      row.name,
      row.attributes.limit,
    ]);
    expect(rows).toEqual([
      ['v1', 'certificate_authorities', 25],
      ['v1', 'certificates', 10_000],
      ['v2', 'root_ca_units', 5],
      ['v2', 'issuing_ca_units', 20],
      ['v2', 'certificate_units', 10_000],
    ]);
    expect(body.features[1].attributes).toMatchObject({ used: 0, remaining: 10_000, handed_on: 0, available: null });
  });

  test('[A-115 A-118 A-284] of a customer: what its partner has left is what may be added', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    expect(await figures('ada', 'umbra-trust')).toEqual({ limit: 500, used: 0, remaining: 500, available: 9_500 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 120 });
    expect(await figures('ben', 'nordmark-lb')).toEqual({ limit: 120, used: 0, remaining: 120, available: 380 });
    const { body } = await app.call('ben', 'GET', usageUrl('nordmark-lb'));
    expect(body.features[1].attributes.available_of).toBe('Umbra Trust Services');
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: 500, used: 120, remaining: 380 });
    expect(await ofPlatform()).toMatchObject({ limit: 10_000, used: 500, remaining: 9_500 });
  });

  test('[A-284] account manager is an application like the others', async () => {
    expect((await put('ada', 'umbra-trust', [{ name: 'accounts', old: 0, limit: 10 }], 'account_manager')).status).toBe(
      200,
    );
    expect(await figures('ada', 'umbra-trust', 'accounts', 'account_manager')).toMatchObject({
      limit: 10,
      available: 990,
    });
    expect(await figures('ben', 'nordmark-lb', 'accounts', 'account_manager')).toMatchObject({
      limit: 0,
      available: 10,
    });
  });

  test('what a pool above has left is told to system scope and the partner whose it is', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 120 });
    expect(await figures('cleo', 'nordmark-lb')).toEqual({ limit: 120, used: 0, remaining: 120, available: null });
    expect((await figures('ben', 'umbra-trust')).available).toBe(null);
    const { body } = await app.call('cleo', 'GET', usageUrl('nordmark-lb'));
    expect(JSON.stringify(body)).not.toContain('Umbra');
  });

  test('the other partner and its customer find nothing', async () => {
    for (const who of ['bea', 'carl'] as const) {
      expect((await app.call(who, 'GET', usageUrl('nordmark-lb'))).status).toBe(404);
      expect((await app.call(who, 'GET', `${API}/account/${idOf('nordmark-lb')}/license/usage`)).status).toBe(404);
      expect((await app.call(who, 'GET', `${API}/license/limit/${idOf('nordmark-lb')}/${APP}`)).status).toBe(404);
    }
    expect((await put('bea', 'nordmark-lb', [{ name: 'certificates', old: 0, limit: 1 }])).status).toBe(404);
    const told = { app_code: APP, features: [{ name: 'certificates', quantity: 1, updated_limit: 1 }] };
    expect((await app.call('bea', 'POST', eventUrl('nordmark-lb'), told)).status).toBe(404);
  });

  test('of an account that is deleted nobody finds or changes anything', async () => {
    await giveLicense(app, 'calder-identity', APP, { certificates: 5 });
    await giveLicense(app, 'orsini-custody', APP, { certificates: 5 });
    const gone = `${API}/account/${idOf('orsini-custody')}`;
    expect((await app.call('ada', 'DELETE', gone)).status).toBe(204);
    expect((await app.call('ada', 'GET', `${gone}/license/usage`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${API}/license/limit/${idOf('orsini-custody')}/${APP}`)).status).toBe(404);
    expect((await put('ada', 'orsini-custody', [{ name: 'certificates', old: 0, limit: 1 }])).status).toBe(404);
    expect((await app.call('ada', 'GET', `${gone}/license/what-if?act=delete`)).status).toBe(404);
    const toGone = `${API}/account/${idOf('nordmark-lb')}/license/what-if?act=reassign&partner_account_id=`;
    expect((await app.call('ada', 'DELETE', `${API}/account/${idOf('calder-identity')}`)).status).toBe(204);
    const { body } = await app.call('ada', 'GET', `${toGone}${idOf('calder-identity')}`);
    expect(body.error.fields).toMatchObject({ partner_account_id: { status: 'NOT_FOUND' } });
  });

  test('[A-119] the limits alone', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    const { status, body } = await app.call('ben', 'GET', `${API}/license/limit/${idOf('umbra-trust')}/${APP}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ account_id: idOf('umbra-trust'), app_code: APP, license_feature_version: 'v1' });
    expect(body.features[1]).toEqual({ name: 'certificates', generation: 'v1', limit: 500 });
  });

  test('[S-223 A-113] of each application to those who may view it', async () => {
    const permissions = ['view_account', 'view_device_manager_license'];
    const role = { id: newId(), app_code: 'device_manager' as const, name: 'Reads devices', permissions };
    await app.db
      .insertInto('role')
      .values({ ...role, created_at: app.clock.now() })
      .execute();
    await app.db
      .updateTable('user_role')
      .set({ role_id: role.id })
      .where('user_id', 'in', [app.userIds.get('ben') ?? '', app.userIds.get('ada') ?? ''])
      .execute();
    const { body } = await app.call('ben', 'GET', `${API}/account/${idOf('nordmark-lb')}/license/usage`);
    expect(body.applications.map((one: LicenseApplication) => one.app_code)).toEqual(['device_manager']);
    expect((await app.call('ben', 'GET', usageUrl('nordmark-lb', 'device_manager'))).status).toBe(200);
    expect((await app.call('ben', 'GET', usageUrl('nordmark-lb'))).status).toBe(403);
    expect((await put('ben', 'nordmark-lb', [])).status).toBe(403);
    const limits = `${API}/license/limit/${idOf('nordmark-lb')}`;
    expect((await app.call('ben', 'GET', `${limits}/device_manager`)).status).toBe(200);
    expect((await app.call('ben', 'GET', `${limits}/${APP}`)).status).toBe(403);
    expect((await app.call('ada', 'GET', `${API}/license/usage/device_manager`)).status).toBe(200);
    expect((await app.call('ada', 'GET', `${API}/license/usage/${APP}`)).status).toBe(403);
    // Whoever may manage one may view it.
    const manages = ['manage_account', `manage_${APP}_license`];
    await app.db.updateTable('role').set({ permissions: manages }).where('id', '=', role.id).execute();
    expect((await put('ben', 'nordmark-lb', [])).status).toBe(200);
    const managed = await app.call('ben', 'GET', `${API}/account/${idOf('nordmark-lb')}/license/usage`);
    expect(managed.body.applications.map((one: LicenseApplication) => one.app_code)).toEqual([APP]);
    expect((await app.call('ben', 'GET', usageUrl('nordmark-lb'))).status).toBe(200);
    expect((await app.call('ben', 'GET', `${limits}/${APP}`)).status).toBe(200);
    expect((await app.call('ben', 'GET', `${limits}/device_manager`)).status).toBe(403);
    expect((await app.call('ada', 'GET', `${API}/license/usage/${APP}`)).status).toBe(200);
  });

  test('an application or a time zone that nobody knows is refused', async () => {
    expect((await app.call('ada', 'GET', usageUrl('nordmark-lb', 'coffee_manager'))).status).toBe(400);
    const as = await app.call('ada', 'GET', `${usageUrl('nordmark-lb')}?as_of=2026-11-20&time_zone=Europe/Atlantis`);
    expect(as.status).toBe(400);
    expect((await app.call('ada', 'GET', `${usageUrl('nordmark-lb')}?as_of=2026-02-30`)).status).toBe(400);
  });
});

describe('an update', () => {
  test('[A-116] adds, subtracts and leaves as it is, all in one call, and answers the new license', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500, certificate_authorities: 10 });
    const answer = await put('ada', 'umbra-trust', [
      { name: 'certificates', old: 500, limit: 450 },
      { name: 'certificate_authorities', old: 10, limit: 10 },
    ]);
    expect(answer.status).toBe(200);
    expect(rowOf(answer.body, 'certificates')).toEqual({ limit: 450, used: 0, remaining: 450, available: 9_550 });
    expect(await ofPlatform()).toMatchObject({ used: 450, remaining: 9_550 });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 450, limit: 600 }])).status).toBe(200);
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: 600, available: 9_400 });
  });

  test('leaves one event, with what it was and what it is', async () => {
    await put('ada', 'umbra-trust', [
      { name: 'certificates', old: 0, limit: 500 },
      { name: 'certificate_authorities', old: 0, limit: 5 },
    ]);
    const events = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource_type', '=', 'LICENSE_ALLOCATION')
      .execute();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: 'UPDATE',
      account_id: idOf('umbra-trust'),
      resource_name: 'Umbra Trust Services',
      before: { app_code: APP, features: { certificates: 0, certificate_authorities: 0 } },
      after: { app_code: APP, features: { certificates: 500, certificate_authorities: 5 } },
    });
  });

  test('that changes nothing leaves no trace', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 500, limit: 500 }])).status).toBe(200);
    expect((await put('ada', 'umbra-trust', [])).status).toBe(200);
    expect(await moves()).toBe(1);
  });

  test('is refused whole where one row is wrong', async () => {
    const answer = await put('ada', 'umbra-trust', [
      { name: 'certificates', old: 0, limit: 500 },
      { name: 'certificate_authorities', old: 0, limit: 26 },
    ]);
    expectProblem(answer, 400, {
      'features.1.attributes.limit': { status: 'LICENSE_LIMIT_RANGE', params: { min: 0, max: 25 } },
    });
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: 0 });
  });

  test('[A-104 A-110] of what is no limit is refused, and nothing is changed', async () => {
    for (const limit of ['01', '1.5', 1.5, -2, '-1', '1e3', '٣', '', null, MAX + 1, Number.MAX_VALUE]) {
      const answer = await put('ada', 'umbra-trust', [{ name: 'certificates', old: 0, limit }]);
      expect({ limit, status: answer.status }).toEqual({ limit, status: 400 });
      expect(Object.keys(answer.body.error.fields)).toEqual(['features.0.attributes.limit']);
    }
    expect(await moves()).toBe(0);
  });

  test('[A-105 … A-110] out of its range is refused, and the limits that there may be are named', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 120 });
    const refused = async (who: Name, account: string, old: number, limit: number, reason: object) =>
      expectProblem(await put(who, account, [{ name: 'certificates', old, limit }]), 400, {
        'features.0.attributes.limit': reason,
      });
    await refused('ben', 'nordmark-lb', 120, 501, { status: 'LICENSE_LIMIT_RANGE', params: { min: 0, max: 500 } });
    await refused('ada', 'umbra-trust', 500, 10_001, {
      status: 'LICENSE_LIMIT_RANGE',
      params: { min: 120, max: 10_000 },
    });
    await refused('ada', 'umbra-trust', 500, 119, { status: 'LICENSE_LIMIT_BELOW_USE', params: { min: 120 } });
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: 500, used: 120 });
    expect((await put('ben', 'nordmark-lb', [{ name: 'certificates', old: 120, limit: 500 }])).status).toBe(200);
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 500, limit: 10_000 }])).status).toBe(200);
  });

  test('of an unknown feature, of one of the other generation, or of one twice, is refused', async () => {
    const answer = await put('ada', 'umbra-trust', [
      { name: 'unicorns', old: 0, limit: 1 },
      { name: 'certificate_units', old: 0, limit: 1 },
      { name: 'certificates', old: 0, limit: 1 },
      { name: 'certificates', old: 0, limit: 2 },
    ]);
    expectProblem(answer, 400, {
      'features.0.name': { status: 'LICENSE_FEATURE_UNKNOWN' },
      'features.1.name': { status: 'LICENSE_FEATURE_UNKNOWN' },
      'features.3.name': { status: 'LICENSE_FEATURE_TWICE' },
    });
    expect(await moves()).toBe(0);
  });

  test('made of a limit that has changed since is refused with the present one', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500, certificate_authorities: 4 });
    const answer = await put('ada', 'umbra-trust', [
      { name: 'certificate_authorities', old: 4, limit: 6 },
      { name: 'certificates', old: 400, limit: 450 },
    ]);
    expectProblem(answer, 409, {
      'features.1.attributes.limit': { status: 'LICENSE_LIMIT_CHANGED', params: { limit: 500 } },
    });
    expect(await figures('ada', 'umbra-trust', 'certificate_authorities')).toMatchObject({ limit: 4 });
  });

  test('[A-111 A-112] is for system scope and the account’s partner, and never of the platform', async () => {
    const change = [{ name: 'certificates', old: 0, limit: 1 }];
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    expect((await put('cleo', 'nordmark-lb', change)).status).toBe(403);
    expect((await put('ben', 'umbra-trust', [{ name: 'certificates', old: 500, limit: 501 }])).status).toBe(403);
    expect((await put('ben', 'orsini-custody', change)).status).toBe(404);
    const own = await put('ada', 'signet-platform', change);
    expect({ status: own.status, name: own.body.error.status }).toEqual({ status: 409, name: 'SYSTEM_ACCOUNT' });
    expect((await put('ben', 'nordmark-lb', change)).status).toBe(200);
  });

  test('[A-094] shows the generation of its rows from then on', async () => {
    const rows = [{ name: 'certificate_units', old: 0, limit: 5 }];
    const answer = await app.call('ada', 'PUT', usageUrl('umbra-trust'), updateOf(rows, 'v2'));
    expect(answer.body).toMatchObject({ license_feature_version: 'v2' });
    // What exists is counted in it, without a new start.
    const { rows: jobs } = await sql`select task_identifier from graphile_worker.jobs`.execute(app.db);
    expect(jobs).toContainEqual({ task_identifier: COUNT_JOB });
    expect((await app.call('ben', 'GET', usageUrl('umbra-trust'))).body.license_feature_version).toBe('v2');
    expect(
      (await app.call('ada', 'PUT', usageUrl('umbra-trust'), updateOf([], 'v1'))).body.license_feature_version,
    ).toBe('v1');
  });

  test('[A-105] gives an account its first with what it uses of that pool already, and no more', async () => {
    const seats = 'enterprise_manager';
    const three = everyFeature().map((one) => ({
      ...one,
      features: one.features.map((feature) => (feature.name === 'seats' ? { ...feature, quantity: 3 } : feature)),
    }));
    expect(await syncPools(app.db, three, app.clock.now())).toEqual([]);
    const use = async (account: string, quantity: number): Promise<void> => {
      const of = { app: seats, feature: 'seats', account: idOf(account), quantity, now: app.clock.now() } as const;
      const subject = { kind: 'seat', id: newId() };
      await app.db.transaction().execute((tx) => consume(tx, { ...of, subject }));
    };
    const give = (who: Name, account: string, limit: number) =>
      put(who, account, [{ name: 'seats', old: 0, limit }], seats);
    const range = (max: number) => ({
      'features.0.attributes.limit': { status: 'LICENSE_LIMIT_RANGE', params: { min: 0, max } },
    });
    await use('calder-identity', 1);
    await use('nordmark-lb', 2);
    expectProblem(await give('ada', 'calder-identity', 2), 400, range(1));
    expect((await give('ada', 'calder-identity', 1)).status).toBe(200);
    expect(await figures('ada', 'calder-identity', 'seats', seats)).toEqual({
      limit: 1,
      used: 1,
      remaining: 0,
      available: 0,
    });
    // What a customer uses of the platform's pool is not its partner's to give.
    expect(await syncPools(app.db, everyFeature(), app.clock.now())).toEqual([]);
    await giveLicense(app, 'umbra-trust', seats, { seats: 3 });
    await use('nordmark-lb', 1);
    const { body } = await app.call('ben', 'GET', usageUrl('nordmark-lb', seats));
    const { attributes } = body.features.find(({ name }: { name: string }) => name === 'seats');
    expect(attributes).toMatchObject({ used: 3, used_above: 3, available: 2, comes_back: 1 });
    expectProblem(await give('ben', 'nordmark-lb', 4), 400, range(3));
    expect((await give('ben', 'nordmark-lb', 3)).status).toBe(200);
    expect(await figures('ben', 'nordmark-lb', 'seats', seats)).toMatchObject({ limit: 3, used: 3, available: 0 });
  });

  test('[A-094] by a partner is in the generation of its own account, of which it was given something', async () => {
    const seats = 'enterprise_manager';
    await giveLicense(app, 'umbra-trust', seats, { seats: 1 });
    const other = updateOf([], 'v2');
    const PARTNERS = { license_feature_version: { status: 'LICENSE_PARTNER_GENERATION' } };
    expectProblem(await app.call('ben', 'PUT', usageUrl('nordmark-lb', seats), other), 400, PARTNERS);
    expectProblem(await app.call('ben', 'POST', `${usageUrl('nordmark-lb', seats)}/preview`, other), 400, PARTNERS);
    const seen = async (who: Name) => {
      const { body } = await app.call(who, 'GET', usageUrl('nordmark-lb', seats));
      return [body.license_feature_version, body.show_v2_feature_toggle];
    };
    expect(await seen('ben')).toEqual(['v1', false]);
    expect(await seen('ada')).toEqual(['v1', true]);
    // What an account shows it goes on to show, and it may come to show what its partner does.
    expect((await app.call('ada', 'PUT', usageUrl('nordmark-lb', seats), other)).status).toBe(200);
    expect((await app.call('ben', 'PUT', usageUrl('nordmark-lb', seats), other)).status).toBe(200);
    expect(await seen('ben')).toEqual(['v2', true]);
    expect((await app.call('ben', 'PUT', usageUrl('nordmark-lb', seats), updateOf([]))).status).toBe(200);
    expect(await seen('ben')).toEqual(['v1', false]);
  });

  test('[A-094] shows what the license has, once that has no more what was chosen', async () => {
    const shown = async () => (await app.call('ada', 'GET', usageUrl('umbra-trust'))).body.license_feature_version;
    await app.call('ada', 'PUT', usageUrl('umbra-trust'), updateOf([], 'v2'));
    expect(await shown()).toBe('v2');
    await syncPools(app.db, onlyFirst(), app.clock.now());
    expect(await shown()).toBe('v1');
    await syncPools(app.db, everyFeature(), app.clock.now());
    expect(await shown()).toBe('v2');
  });

  test('of a generation that the platform’s license does not have is refused under its field', async () => {
    await syncPools(app.db, onlyFirst(), app.clock.now());
    const answer = await app.call('ada', 'PUT', usageUrl('umbra-trust'), updateOf([], 'v2'));
    expectProblem(answer, 400, { license_feature_version: { status: 'LICENSE_FEATURE_UNKNOWN' } });
    expect((await app.call('ada', 'GET', usageUrl('umbra-trust'))).body.license_feature_version).toBe('v1');
  });

  test('that resets to 0 what was never given leaves the account the pool above', async () => {
    const reset = [{ name: 'key_pairs', old: 0, limit: 0, reset: true }];
    expect((await put('ada', 'nordmark-lb', reset, 'secure_software_manager')).status).toBe(200);
    expect(await moves()).toBe(0);
    const own = await app.db.selectFrom('license_pool').select('id').where('account_id', 'is not', null).execute();
    expect(own).toEqual([]);
  });

  test('two administrators allocate the last 100 at once: one has them, the other is told what is left', () =>
    onItsOwn(async () => {
      await giveLicense(app, 'umbra-trust', APP, { certificates: 9_900 });
      await app.call('ada', 'GET', usageUrl('calder-identity'));
      const answers = await atOnce(app, 2, (index) =>
        index === 0
          ? put('ada', 'umbra-trust', [{ name: 'certificates', old: 9_900, limit: 10_000 }])
          : put('ada', 'calder-identity', [{ name: 'certificates', old: 0, limit: 100 }]),
      );
      expect(statuses(answers)).toEqual([200, 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body.error.fields).toEqual({
        'features.0.attributes.limit': expect.objectContaining({
          status: 'LICENSE_NONE_LEFT',
          message: 'None are left to add.',
        }),
      });
      expect(await ofPlatform()).toMatchObject({ used: 10_000, remaining: 0 });
    }));
});

describe('an operation', () => {
  const change = updateOf([{ name: 'certificates', old: 0, limit: 100 }]);
  async function send(key: string, body: unknown = change, account = 'umbra-trust'): Promise<Answer> {
    const { access_token } = await app.signIn('ada');
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': key };
    return app.request('PUT', usageUrl(account), body, headers);
  }

  test('sent again under its key changes nothing again, and answers the same', async () => {
    const key = newId();
    const [first, again] = [await send(key), await send(key)];
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await moves()).toBe(1);
  });

  test('sent twice at once is carried out once', () =>
    onItsOwn(async () => {
      const key = newId();
      const { access_token } = await app.signIn('ada');
      const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': key };
      const answers = await atOnce(app, 6, () => app.request('PUT', usageUrl('umbra-trust'), change, headers));
      expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await moves()).toBe(1);
    }));

  test('under the key of another one is refused', async () => {
    const key = newId();
    await send(key);
    for (const other of [
      await send(key, updateOf([{ name: 'certificates', old: 100, limit: 101 }])),
      await send(key, change, 'calder-identity'),
    ])
      expect(other.body.error.status).toBe('LICENSE_OPERATION_OTHER');
    expect((await send('not-an-id')).status).toBe(400);
    expect(await moves()).toBe(1);
  });

  test('[A-117] the event confirms what was changed, however often, and changes nothing', async () => {
    await send(newId());
    const before = await moves();
    const told = { app_code: APP, features: [{ name: 'certificates', quantity: 100, updated_limit: 100 }] };
    for (const _ of [1, 2]) expect((await app.call('ada', 'POST', eventUrl('umbra-trust'), told)).status).toBe(204);
    const ofApp = await app.call('ada', 'POST', `${eventUrl('umbra-trust')}/${APP}`, { features: told.features });
    expect(ofApp.status).toBe(204);
    expect(await moves()).toBe(before);
  });

  test('[A-100 A-117] the event of "Reset all" confirms what was never given as well as what was', async () => {
    const signing = 'secure_software_manager';
    for (const account of ['umbra-trust', 'nordmark-lb']) await giveLicense(app, account, signing, { signatures: 5 });
    const resets = [
      { name: 'signatures', old: 5, limit: 0, reset: true },
      { name: 'key_pairs', old: 0, limit: 0, reset: true },
    ];
    expect((await put('ada', 'nordmark-lb', resets, signing)).status).toBe(200);
    const told = (name: string, quantity: number) => ({ name, quantity, updated_limit: 0 });
    const confirm = (...features: object[]): Promise<Answer> =>
      app.call('ada', 'POST', `${eventUrl('nordmark-lb')}/${signing}`, { features });
    for (const _ of [1, 2]) expect((await confirm(told('signatures', -5), told('key_pairs', 0))).status).toBe(204);
    // Of what was given, 0 is no more than what the books say.
    expectProblem(await confirm(told('signatures', 0)), 409, { 'features.0': { status: 'LICENSE_EVENT_UNKNOWN' } });
    expectProblem(await confirm(told('unicorns', 0)), 409, { 'features.0': { status: 'LICENSE_EVENT_UNKNOWN' } });
  });

  test('[A-117] an event without its update, of another account’s pool, or told otherwise is refused', async () => {
    await send(newId());
    const told = (quantity: unknown, updated_limit: unknown, name = 'certificates') => ({
      app_code: APP,
      features: [{ name, quantity, updated_limit }],
    });
    for (const [account, body] of [
      ['calder-identity', told(100, 100)],
      ['nordmark-lb', told(100, 100)],
      ['umbra-trust', told(99, 100)],
      ['umbra-trust', told(-100, 100)],
      ['umbra-trust', told(100, 99)],
      ['umbra-trust', told(100, 100, 'unicorns')],
      ['umbra-trust', { ...told(100, 100), app_code: 'enterprise_manager' }],
    ] as const) {
      const answer = await app.call('ada', 'POST', eventUrl(account), body);
      expectProblem(answer, 409, { 'features.0': { status: 'LICENSE_EVENT_UNKNOWN' } });
    }
    const events = eventUrl('umbra-trust');
    expect((await app.call('ada', 'POST', events, told(1.5, 100))).status).toBe(400);
    expect((await app.call('ada', 'POST', events, { features: told(100, 100).features })).status).toBe(400);
    expect((await app.call('ada', 'POST', `${events}/device_manager`, told(100, 100))).status).toBe(409);
    const otherApp = { ...told(100, 100), app_code: 'device_manager' };
    expect((await app.call('ada', 'POST', `${events}/${APP}`, otherApp)).status).toBe(409);
    expect((await app.call('ben', 'POST', events, told(100, 100))).status).toBe(403);
    expect((await app.call('bea', 'POST', events, told(100, 100))).status).toBe(404);
    expect(await moves()).toBe(1);
  });
});

describe('what an update would do', () => {
  test('is told, and nothing is changed', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    const body = updateOf([{ name: 'certificates', old: 0, limit: 120 }]);
    const answer = await app.call('ben', 'POST', `${usageUrl('nordmark-lb')}/preview`, body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        effects: [
          {
            app_code: APP,
            feature: 'certificates',
            before: { limit: 0, used: 0, remaining: 0 },
            after: { limit: 120, used: 0, remaining: 120 },
            pool: { name: 'Umbra Trust Services', before: 500, after: 380 },
          },
        ],
        shortages: [],
        accounts: 1,
      },
    });
    expect(await figures('ben', 'nordmark-lb')).toMatchObject({ limit: 0, available: 500 });
  });

  test('is refused with what the update would be refused with', async () => {
    const body = updateOf([{ name: 'certificates', old: 0, limit: 120 }]);
    const answer = await app.call('ben', 'POST', `${usageUrl('nordmark-lb')}/preview`, body);
    expectProblem(answer, 400, { 'features.0.attributes.limit': { status: 'LICENSE_NONE_LEFT' } });
  });
});

describe('without a limit', () => {
  const unlimited = async () => {
    expect(await syncPools(app.db, everyFeature(-1), app.clock.now())).toEqual([]);
  };

  test('[A-081] the platform hands on as much as is asked for, and says -1', async () => {
    await unlimited();
    expect(await ofPlatform()).toEqual({ limit: -1, used: 0, remaining: -1, available: null });
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: 0, available: -1 });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 0, limit: 1_000_000 }])).status).toBe(200);
    expect(await ofPlatform()).toMatchObject({ limit: -1, used: 1_000_000, remaining: -1 });
  });

  test('[A-092] system scope takes a limit away, and nobody adds or subtracts then', async () => {
    await unlimited();
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 500, limit: -1 }])).status).toBe(200);
    expect(await figures('ben', 'nordmark-lb')).toMatchObject({ limit: 0, available: -1 });
    const byBen = await put('ben', 'nordmark-lb', [{ name: 'certificates', old: 0, limit: -1 }]);
    expectProblem(byBen, 400, { 'features.0.attributes.limit': { status: 'LICENSE_LIMIT_OPEN', params: { min: 0 } } });
    expect((await put('ben', 'nordmark-lb', [{ name: 'certificates', old: 0, limit: 70 }])).status).toBe(200);
    expect(await figures('ada', 'umbra-trust')).toMatchObject({ limit: -1, used: 70 });
    expect(await ofPlatform()).toMatchObject({ limit: -1, used: 70 });
    for (const limit of [0, 100])
      expectProblem(await put('ada', 'umbra-trust', [{ name: 'certificates', old: -1, limit }]), 409, {
        'features.0.attributes.limit': { status: 'LICENSE_NO_RESET' },
      });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: -1, limit: -1 }])).status).toBe(200);
  });

  test('where the pool above has a limit no limit is out of range', async () => {
    const answer = await put('ada', 'umbra-trust', [{ name: 'certificates', old: 0, limit: -1 }]);
    expectProblem(answer, 400, {
      'features.0.attributes.limit': { status: 'LICENSE_LIMIT_RANGE', params: { min: 0, max: 10_000 } },
    });
  });

  test('no more is handed on in all than a number holds', async () => {
    await unlimited();
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: 0, limit: MAX }])).status).toBe(200);
    const answer = await put('ada', 'calder-identity', [{ name: 'certificates', old: 0, limit: 1 }]);
    expectProblem(answer, 400, { 'features.0.attributes.limit': { status: 'LICENSE_NONE_LEFT' } });
    expect((await put('ada', 'umbra-trust', [{ name: 'certificates', old: MAX, limit: MAX - 1 }])).status).toBe(200);
    expect((await put('ada', 'calder-identity', [{ name: 'certificates', old: 0, limit: 1 }])).status).toBe(200);
  });
});

async function moves(): Promise<number> {
  const rows = await app.db.selectFrom('license_move').select('id').where('kind', '<>', 'install').execute();
  return rows.length;
}
