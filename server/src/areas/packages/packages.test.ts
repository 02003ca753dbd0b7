import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { newestEvent } from '../../testing/sign-in.ts';

const BASE = '/account/ui-api/v1/package';
const TRUST = 'discovery_automation_manager';

let app: TestApp;
let nordmark: string;
beforeAll(async () => {
  app = await startTestApp();
  nordmark = accountOf('nordmark-lb');
});
beforeEach(async () => {
  await app.db.deleteFrom('account_package').execute();
});
afterAll(() => app.close());

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const read = (person: Name, account = nordmark): Promise<Answer> =>
  app.call(person, 'GET', `${BASE}/account/${account}`);
const enable = (person: Name, body: unknown, account = nordmark, application: string = TRUST): Promise<Answer> =>
  app.call(person, 'PUT', `${BASE}/account/${account}/application/${application}`, body);
const held = async (account = nordmark): Promise<unknown> => (await read('ada', account)).body.packages;
const refused = async (answer: Promise<Answer>): Promise<[number, string]> => {
  const { status, body } = await answer;
  return [status, body.error?.status];
};
const newest = () => newestEvent(app);

describe('the catalogue', () => {
  test('[S-127 A-216 A-217 A-218 A-219] names packages, ids and upgrades; what each has, in four groups', async () => {
    const { status, body } = await app.call('cleo', 'GET', `${BASE}/${TRUST}/catalogue`);
    expect(status).toBe(200);
    expect(body.packages).toEqual([
      { package_id: 'pkg_essential', name: 'essential', canUpgradeTo: ['advanced', 'premium'] },
      { package_id: 'pkg_advanced', name: 'advanced', canUpgradeTo: ['premium'] },
      { package_id: 'pkg_premium', name: 'premium', canUpgradeTo: [] },
    ]);
    expect(body.categories.map((one: { category: string }) => one.category)).toEqual([
      'inventory',
      'management',
      'ca',
      'other',
    ]);
    expect(body.categories[0].features).toContainEqual({
      featureId: 'network_discovery',
      availability: { essential: false, advanced: true, premium: true },
    });
  });

  test.each(['device_manager', 'account', 'nothing'])('there is none of %s', async (application) => {
    expect((await app.call('ada', 'GET', `${BASE}/${application}/catalogue`)).status).toBe(400);
  });
});

describe('what an account holds', () => {
  test('[S-127 A-223] is answered by application; nothing before anything is enabled', async () => {
    expect((await read('cleo')).body).toEqual({ packages: [], why_not: { status: 'CONTACT_SALES' } });
    await enable('ada', { package_code: 'premium' });
    await enable('ada', { package_code: 'essential' }, nordmark, 'ca_manager');
    const answer = await read('cleo');
    expect(answer.status).toBe(200);
    expect(answer.body.packages).toEqual([
      { application_code: 'ca_manager', package_code: 'essential' },
      { application_code: TRUST, package_code: 'premium' },
    ]);
  });

  test('[A-223 S-425] is not there for those who may not see the account', async () => {
    await enable('ada', { package_code: 'premium' });
    for (const person of ['bea', 'carl'] as const) {
      expect([person, ...(await refused(read(person)))]).toEqual([person, 404, 'NOT_FOUND']);
      const answer = enable(person, { package_code: 'premium' }, nordmark, 'ca_manager');
      expect([person, (await answer).status]).toEqual([person, person === 'bea' ? 404 : 403]);
    }
    expect((await read('emil')).status).toBe(403);
    expect((await app.call(null, 'GET', `${BASE}/account/${nordmark}`)).status).toBe(401);
    expect((await read('ada', newId())).status).toBe(404);
    expect((await read('ada', 'nordmark-lb')).status).toBe(400);
    expect(await held()).toEqual([{ application_code: TRUST, package_code: 'premium' }]);
  });

  test('goes with a deleted account', async () => {
    const gone = accountOf('orsini-custody');
    await enable('ada', { package_code: 'advanced' }, gone);
    expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${gone}`)).status).toBe(204);
    expect((await read('ada', gone)).status).toBe(404);
    expect((await enable('ada', { package_code: 'premium' }, gone)).status).toBe(404);
    expect(await app.db.selectFrom('account_package').selectAll().execute()).toEqual([]);
  });
});

describe('enabling', () => {
  test('[A-221 A-224] by system scope: the package is the account’s, and the audit log has what it was', async () => {
    const first = await enable('ada', { package_code: 'essential' });
    expect([first.status, first.body]).toEqual([
      200,
      { packages: [{ application_code: TRUST, package_code: 'essential' }], why_not: null },
    ]);
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      resource_type: 'PACKAGE',
      resource_id: nordmark,
      resource_name: 'Nordmark Landesbank',
      account_id: nordmark,
      before: { application_code: TRUST, package_code: null },
      after: { application_code: TRUST, package_code: 'essential' },
      result: 'success',
    });
    await enable('ada', { package_code: 'premium' });
    expect(await newest()).toMatchObject({ before: { package_code: 'essential' }, after: { package_code: 'premium' } });
    expect(await held()).toEqual([{ application_code: TRUST, package_code: 'premium' }]);
  });

  test('[A-216] takes the id of a package as well as its name', async () => {
    expect((await enable('ada', { package_code: 'pkg_advanced', old_package_code: null })).status).toBe(200);
    expect(await held()).toEqual([{ application_code: TRUST, package_code: 'advanced' }]);
    expect((await enable('ada', { package_code: 'pkg_premium', old_package_code: 'pkg_advanced' })).status).toBe(200);
    expect(await held()).toEqual([{ application_code: TRUST, package_code: 'premium' }]);
  });

  test.each([
    ['advanced', 'essential', 'PACKAGE_NO_UPGRADE'],
    ['premium', 'essential', 'PACKAGE_NO_UPGRADE'],
    ['premium', 'advanced', 'PACKAGE_NO_UPGRADE'],
    ['premium', 'pkg_premium', 'PACKAGE_HELD'],
    ['essential', 'essential', 'PACKAGE_HELD'],
  ])('[A-218 A-220] from %s to %s is refused, and the account keeps its package', async (has, wanted, status) => {
    await enable('ada', { package_code: has });
    expect(await refused(enable('ada', { package_code: wanted }))).toEqual([409, status]);
    expect(await held()).toEqual([{ application_code: TRUST, package_code: has }]);
    expect(await newest()).toMatchObject({ resource_type: 'PACKAGE', result: 'failure', before: null, after: null });
  });

  test('[A-222] is refused to account scope, whatever it may do there', async () => {
    expect(await refused(enable('cleo', { package_code: 'premium' }))).toEqual([403, 'FORBIDDEN']);
    expect(await held()).toEqual([]);
  });

  test('[S-425] by a partner: for its customer, and not for itself', async () => {
    expect((await read('ben')).body.why_not).toBeNull();
    expect((await enable('ben', { package_code: 'advanced' })).status).toBe(200);
    const own = accountOf('umbra-trust');
    expect((await read('ben', own)).body.why_not).toEqual({ status: 'CONTACT_SALES' });
    expect(await refused(enable('ben', { package_code: 'premium' }, own))).toEqual([403, 'CONTACT_SALES']);
    expect(await held(own)).toEqual([]);
    expect((await enable('ada', { package_code: 'premium' }, own)).status).toBe(200);
  });

  test('the platform’s own account has none', async () => {
    const own = accountOf('signet-platform');
    expect((await read('ada', own)).body).toEqual({ packages: [], why_not: { status: 'SYSTEM_ACCOUNT' } });
    expect(await refused(enable('ada', { package_code: 'premium' }, own))).toEqual([409, 'SYSTEM_ACCOUNT']);
  });

  test.each([
    ['no package', {}, 'package_code', 'REQUIRED'],
    ['an unknown one', { package_code: 'gold' }, 'package_code', 'INVALID_INPUT'],
    ['an empty one', { package_code: '' }, 'package_code', 'REQUIRED_CHOICE'],
    ['another spelling', { package_code: 'Premium' }, 'package_code', 'INVALID_INPUT'],
    ['a list', { package_code: ['premium'] }, 'package_code', 'INVALID_INPUT'],
    [
      'an unknown one before',
      { package_code: 'premium', old_package_code: 'gold' },
      'old_package_code',
      'INVALID_INPUT',
    ],
    ['what is no field', { package_code: 'premium', price: 0 }, 'price', 'UNKNOWN_FIELD'],
  ])('%s is refused under its field', async (_, body, field, status) => {
    const answer = await enable('ada', body);
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
    expect(await held()).toEqual([]);
  });

  test('an application without packages is refused', async () => {
    expect((await enable('ada', { package_code: 'premium' }, nordmark, 'device_manager')).status).toBe(400);
    expect(await app.db.selectFrom('account_package').selectAll().execute()).toEqual([]);
  });
});

describe('two people', () => {
  test('[A-220] a page that is no longer true is refused with what the account holds now, and by whom', async () => {
    await enable('ben', { package_code: 'advanced', old_package_code: null });
    const answer = await enable('ada', { package_code: 'premium', old_package_code: null });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      status: 'PACKAGE_CHANGED',
      params: { package: 'advanced', by: 'Ben Okafor', named: 'yes', at: '2026-11-21 12:00:00' },
    });
    expect(await held()).toEqual([{ application_code: TRUST, package_code: 'advanced' }]);
    app.clock.pass(60);
    const both = { package_code: 'premium', old_package_code: 'advanced' };
    expect((await enable('ada', both)).status).toBe(200);
    expect((await enable('ben', both)).body.error).toMatchObject({
      status: 'PACKAGE_CHANGED',
      params: { package: 'premium', by: 'Ada Lindqvist', named: 'yes', at: '2026-11-21 12:01:00' },
    });
  });

  test('a partner does not hear which person of another partner it was', async () => {
    await app.db
      .insertInto('account_package')
      .values({
        account_id: nordmark,
        application_code: TRUST,
        package_code: 'essential',
        enabled_at: app.clock.now(),
        enabled_by: app.userIds.get('bea') ?? '',
      })
      .execute();
    const answer = await enable('ben', { package_code: 'premium', old_package_code: null });
    expect(answer.body.error.params).toMatchObject({ package: 'essential', by: '', named: 'no' });
  });

  test('of two at once one succeeds, and the other one hears of it; the books have one of them', async () => {
    for (const old_package_code of [null, undefined]) {
      await app.db.deleteFrom('account_package').execute();
      const both = await Promise.all([
        enable('ada', { package_code: 'premium', old_package_code }),
        enable('ben', { package_code: 'premium', old_package_code }),
      ]);
      const lost = both.find(({ status }) => status !== 200);
      expect(lost?.status).toBe(409);
      expect(both.filter(({ status }) => status === 200).length).toBe(1);
      expect(lost?.body.error.status).toBe(old_package_code === null ? 'PACKAGE_CHANGED' : 'PACKAGE_HELD');
      expect(await held()).toEqual([{ application_code: TRUST, package_code: 'premium' }]);
    }
  });
});

test('[A-003] with the feature off, nothing of packages is answered', async () => {
  const switchTo = (enabled: boolean | null) =>
    app.call('ada', 'PUT', '/account/ui-api/v1/feature-flag/AM_enable_packaging', { enabled });
  expect((await switchTo(false)).status).toBe(204);
  for (const answer of [
    await read('ada'),
    await app.call('ada', 'GET', `${BASE}/${TRUST}/catalogue`),
    await enable('ada', { package_code: 'premium' }),
  ])
    expect([answer.status, answer.body.error.status]).toEqual([403, 'FEATURE_OFF']);
  await switchTo(null);
  expect(await held()).toEqual([]);
});
