import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figuresAfter } from '@signet/contract/areas/license-rules';
import { everyFeature } from '../../license/features.ts';
import { newId } from '../../ids.ts';
import { consume, release, type Subject } from '../../license-ledger/use-store.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { syncPools } from '../../testing/sync-pools.ts';

/** The history of Nordmark, a customer of Umbra, whose partner is Ben; Orsini is Bea's. */
let app: TestApp;
let nordmark: string;
const APP = 'ca_manager';
const limitOf = (account: string, code = APP): string => `/account/ui-api/v1/license/limit/${account}/${code}`;
const of = (end: string): string => `${limitOf(nordmark)}/${end}`;
const get = (person: Name, url: string) => app.call(person, 'GET', url);

/** Moves the clock; whoever is signed in signs in again. */
function at(instant: string): void {
  app.clock.set(instant);
  for (const person of ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] as const) app.forget(person);
}

/** Ben gives Nordmark another limit of certificates, as the form does. */
async function setLimit(limit: number, old_limit: number, more: object = {}): Promise<void> {
  const row = { name: 'certificates', attributes: { limit }, old_limit, ...more };
  const body = { license_feature_version: 'v1', features: [row] };
  const answer = await app.call('ben', 'PUT', `/account/ui-api/v1/account/${nordmark}/license/usage/${APP}`, body);
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
  await giveLicense(app, 'umbra-trust', APP, { certificates: 5000, certificate_authorities: 5 });
  at('2026-11-22T23:30:00Z');
  await setLimit(100, 0);
  at('2026-11-23T08:00:00Z');
  await setLimit(60, 100);
  at('2026-11-23T23:45:00Z');
  for (const limit of [70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190]) {
    app.clock.pass(1);
    await setLimit(limit, limit - 10);
  }
});
afterAll(() => app.close());

describe('the history of a license', () => {
  test('[A-083 A-120 A-122] has fifteen events, newest first, ten at a time', async () => {
    const first = (await get('ada', of('history?limit=10&offset=0&sort=timestamp:desc'))).body;
    expect([first.items.length, first.total, first.limit]).toEqual([10, 15, 10]);
    expect(first.items[0]).toEqual({
      id: expect.any(String),
      timestamp: '2026-11-23 23:45:13',
      date: '2026-11-23',
      actor: 'Ben Okafor',
      app_code: APP,
      feature: 'certificates',
      generation: 'v1',
      kind: 'allocation',
      quantity: 10,
      previous_limit: 180,
      limit: 190,
    });
    expect((await get('ada', of('history'))).body).toEqual(first);
    const rest = (await get('ada', of('history?limit=10&offset=10'))).body;
    expect(rest.items.map(({ limit, quantity }: { limit: number; quantity: number }) => [limit, quantity])).toEqual([
      [90, 10],
      [80, 10],
      [70, 10],
      [60, -40],
      [100, 100],
    ]);
    const upwards = (await get('ada', of('history?sort=timestamp:asc&limit=2'))).body;
    expect(upwards.items.map(({ limit }: { limit: number }) => limit)).toEqual([100, 60]);
  });

  test('[A-084 A-120] events are of the day of the asked time zone', async () => {
    const days = async (query: string) =>
      (await get('ada', of(`history?sort=timestamp:asc&limit=3${query}`))).body.items.map(
        ({ date }: { date: string }) => date,
      );
    expect(await days('')).toEqual(['2026-11-22', '2026-11-23', '2026-11-23']);
    expect(await days('&time_zone=Europe/Berlin')).toEqual(['2026-11-23', '2026-11-23', '2026-11-24']);
    expect(await days('&time_zone=America/Los_Angeles')).toEqual(['2026-11-22', '2026-11-23', '2026-11-23']);
  });

  test('[A-085] who did it is told to system scope alone', async () => {
    const actors = async (person: Name, end: string) =>
      new Set((await get(person, of(end))).body.items.map(({ actor }: { actor: unknown }) => actor));
    for (const end of ['history', 'history-details']) {
      expect(await actors('ada', end)).toEqual(new Set(['Ben Okafor']));
      expect(await actors('ben', end)).toEqual(new Set([null]));
      expect(await actors('cleo', end)).toEqual(new Set([null]));
    }
  });

  test('[A-121] details tell from whose pool it came and what was left there, to those who see that pool', async () => {
    const { items } = (await get('ada', of('history?sort=timestamp:asc&limit=2'))).body;
    const detail = async (person: Name, { id }: { id: string }) => {
      const { body } = await get(
        person,
        of(`history-details?id=${id}&time_zone=UTC&limit=10&offset=0&sort=timestamp:desc`),
      );
      expect(body.total).toBe(1);
      return body.items[0];
    };
    const given = { pool_name: 'Umbra Trust Services', pool_before: 5000, pool_after: 4900 };
    expect(await detail('ada', items[0])).toEqual({ ...items[0], ...given, used_before: 0, used_after: 0 });
    expect(await detail('ben', items[0])).toMatchObject(given);
    expect(await detail('ben', items[1])).toMatchObject({ quantity: -40, pool_before: 4900, pool_after: 4940 });
    expect(await detail('cleo', items[0])).toMatchObject({ ...given, pool_before: null, pool_after: null });
  });

  test('[A-121] what the platform has left is for system scope to know', async () => {
    const umbra = `${limitOf(app.accountIds.get('umbra-trust') ?? '')}/history-details`;
    const authorities = (answer: { body: { items: { feature: string }[] } }) =>
      answer.body.items.find(({ feature }) => feature === 'certificate_authorities');
    expect(authorities(await get('ada', umbra))).toMatchObject({ pool_name: null, pool_before: 25, pool_after: 20 });
    expect(authorities(await get('ben', umbra))).toMatchObject({
      pool_name: null,
      pool_before: null,
      pool_after: null,
    });
  });

  test('[A-121] what was left there is what the pool’s own account did not use at that very time', async () => {
    const code = 'device_manager';
    const umbra = app.accountIds.get('umbra-trust') ?? '';
    const use = async (quantity: number): Promise<Subject> => {
      const subject = { kind: 'device', id: newId() };
      const used = { app: code, feature: 'devices', account: umbra, subject, quantity } as const;
      await app.db.transaction().execute((tx) => consume(tx, { ...used, now: app.clock.now() }));
      return subject;
    };
    const free = (...subjects: Subject[]) =>
      app.db.transaction().execute(async (tx) => {
        for (const subject of subjects) await release(tx, subject, app.clock.now());
      });
    await giveLicense(app, 'umbra-trust', code, { devices: 500 });
    const [longBefore, untilThen] = [await use(100), await use(10)];
    app.clock.pass(60);
    await use(30);
    const fromThen = await use(5);
    await free(untilThen);
    await giveLicense(app, 'nordmark-lb', code, { devices: 50 });
    app.clock.pass(60);
    await free(longBefore, fromThen);
    await use(200);
    const { items } = (await get('ada', `${limitOf(nordmark, code)}/history-details`)).body;
    expect(items).toMatchObject([{ quantity: 50, pool_before: 500 - 135, pool_after: 450 - 135 }]);
  });

  test('[A-118 A-121] at the first allocation what is left there is one number everywhere', async () => {
    const code = 'enterprise_manager';
    const umbra = app.accountIds.get('umbra-trust') ?? '';
    const use = async (account: string, quantity: number): Promise<void> => {
      const subject = { kind: 'seat', id: newId() };
      const used = { app: code, feature: 'seats', account, subject, quantity } as const;
      await app.db.transaction().execute((tx) => consume(tx, { ...used, now: app.clock.now() }));
    };
    await giveLicense(app, 'umbra-trust', code, { seats: 100 });
    await use(umbra, 5);
    await use(nordmark, 12);
    app.clock.pass(60);
    const usage = `/account/ui-api/v1/account/${nordmark}/license/usage/${code}`;
    const read = async () =>
      (await get('ben', usage)).body.features.find(({ name }: { name: string }) => name === 'seats');
    const { name, attributes } = await read();
    expect(attributes).toMatchObject({
      available: 83,
      used: 12,
      used_above: 12,
      draws_on: { of: 'partner', name: 'Umbra Trust Services', left: 83 },
    });
    const row = { name, attributes: { limit: 20 }, old_limit: 0 };
    const body = { license_feature_version: 'v1', features: [row] };
    expect((await app.call('ben', 'PUT', usage, body)).status).toBe(200);
    const after = figuresAfter('add', { name, ...attributes }, 20);
    expect(after).toEqual({ limit: 20, used: 12, remaining: 8, available: 75 });
    expect((await read()).attributes).toMatchObject({ ...after, used_above: 0, draws_on: null });
    const { items } = (await get('ben', `${limitOf(nordmark, code)}/history-details`)).body;
    expect(items).toMatchObject([{ quantity: 20, pool_before: 83, pool_after: 75 }]);
  });

  test('[A-086 A-123] all of it as CSV: a line for each event, who did it for system scope alone', async () => {
    const lines = async (person: Name, query = '') => {
      const answer = await get(person, of(`history/export${query}`));
      expect(answer.headers['content-type']).toContain('text/csv');
      return String(answer.body).replace('\uFEFF', '').trim().split('\r\n');
    };
    const system = await lines('ada');
    expect(system).toHaveLength(16);
    expect(system[0]).toBe('Time (UTC),Day,By,Application,Feature,Change,Quantity,Limit before,Limit');
    expect(system[1]).toMatch(/^2026-11-23 23:45:13,2026-11-23,Ben Okafor,CA Manager,[^,]+,Allocation,10,180,190$/);
    const partner = await lines('ben', '?time_zone=Asia/Tokyo&sort=timestamp:asc');
    expect(partner).toHaveLength(16);
    expect(partner[0]).toBe('Time (UTC),Day,Application,Feature,Change,Quantity,Limit before,Limit');
    expect(partner.slice(1, 3)).toEqual([
      expect.stringMatching(/^2026-11-22 23:30:00,2026-11-23,CA Manager,[^,]+,Allocation,100,0,100$/),
      expect.stringMatching(/^2026-11-23 08:00:00,2026-11-23,CA Manager,[^,]+,Allocation,-40,100,60$/),
    ]);
    expect((await lines('cleo', '?locale=de_DE'))[0]).toMatch(/^Zeit \(UTC\),Tag,Anwendung/);
    expect(await lines('ada', '?kind=reset')).toHaveLength(1);
  });

  test('a name that a spreadsheet would take for a formula is made harmless', async () => {
    await app.db
      .updateTable('app_user')
      .set({ first_name: '=1+1' })
      .where('id', '=', app.userIds.get('ben') ?? '')
      .execute();
    await setLimit(191, 190);
    const csv = String((await get('ada', of('history/export'))).body);
    expect(csv.split('\r\n')[1]).toContain(",'=1+1 Okafor,");
    await app.db
      .updateTable('app_user')
      .set({ first_name: 'Ben' })
      .where('id', '=', app.userIds.get('ben') ?? '')
      .execute();
  });

  test('a reset stands apart from allocations', async () => {
    const signing = 'secure_software_manager';
    await giveLicense(app, 'umbra-trust', signing, { signatures: 500 });
    await giveLicense(app, 'nordmark-lb', signing, { signatures: 100 });
    const row = { name: 'signatures', attributes: { limit: 40 }, old_limit: 100, reset: true };
    const path = `/account/ui-api/v1/account/${nordmark}/license/usage/${signing}`;
    const body = { license_feature_version: 'v1', features: [row] };
    expect((await app.call('ben', 'PUT', path, body)).status).toBe(200);
    const kinds = async (query: string) =>
      (await get('ben', `${limitOf(nordmark, signing)}/history${query}`)).body.items.map(
        ({ kind, limit }: { kind: string; limit: number }) => [kind, limit],
      );
    expect(await kinds('')).toEqual([
      ['reset', 40],
      ['allocation', 100],
    ]);
    expect(await kinds('?kind=reset')).toEqual([['reset', 40]]);
    expect(await kinds('?kind=allocation')).toEqual([['allocation', 100]]);
  });

  test('what was before an account came to a partner is not told to that partner', async () => {
    const [orsini, umbra] = ['orsini-custody', 'umbra-trust'].map((one) => app.accountIds.get(one) ?? '');
    await giveLicense(app, 'calder-identity', APP, { certificates: 20 });
    await giveLicense(app, 'orsini-custody', APP, { certificates: 5 });
    app.clock.pass(60);
    const body = { partner_account_id: umbra };
    const answer = await app.call('ada', 'PUT', `/account/ui-api/v1/account/${orsini}/partner`, body);
    expect(answer.status).toBe(200);
    const kinds = async (person: Name) =>
      (await get(person, `${limitOf(orsini ?? '')}/history`)).body.items.map(({ kind }: { kind: string }) => kind);
    expect(await kinds('ada')).toEqual(['reassign', 'allocation']);
    expect(await kinds('ben')).toEqual(['reassign']);
  });

  test('another tenant finds nothing, and who may not see that application is refused', async () => {
    const ends = ['history', 'history-details', 'history/export'];
    for (const end of ends) {
      for (const stranger of ['bea', 'carl'] as const) expect((await get(stranger, of(end))).status).toBe(404);
      expect((await get('emil', of(end))).status).toBe(403);
      expect((await app.call(null, 'GET', of(end))).status).toBe(401);
    }
    expect((await get('bea', limitOf(nordmark))).status).toBe(404);
    const without = `array_remove(array_remove(permissions, 'view_${APP}_license'), 'manage_${APP}_license')`;
    await app.pool.query(`update role set permissions = ${without}`);
    app.forget('cleo');
    for (const end of ends) expect((await get('cleo', of(end))).status).toBe(403);
    expect((await get('cleo', `${limitOf(nordmark, 'device_manager')}/history`)).status).toBe(200);
  });

  test('[A-081] the CSV says of no limit what the console says, in its language', async () => {
    await syncPools(app.db, everyFeature(-1), app.clock.now());
    const code = 'device_manager';
    await giveLicense(app, 'calder-identity', code, { devices: 5 });
    await giveLicense(app, 'calder-identity', code, { devices: -1 });
    const calder = limitOf(app.accountIds.get('calder-identity') ?? '', code);
    const newest = async (locale: string) =>
      String((await get('ada', `${calder}/history/export?locale=${locale}`)).body).split('\r\n')[1];
    expect(await newest('en_US')).toMatch(/,,5,Unlimited$/);
    expect(await newest('de_DE')).toMatch(/,,5,Unbegrenzt$/);
  });

  test('[A-121] a license that another partner holds now comes from that one, also where it has no limit', async () => {
    const code = 'device_manager';
    const [orsini, umbra, calder] = ['orsini-custody', 'umbra-trust', 'calder-identity'].map(
      (one) => app.accountIds.get(one) ?? '',
    );
    await giveLicense(app, 'orsini-custody', code, { devices: 30 });
    const give = async (partner: string | null | undefined) => {
      at(new Date(app.clock.now().getTime() + 60_000).toISOString());
      const path = `/account/ui-api/v1/account/${orsini}/partner`;
      const answer = await app.call('ada', 'PUT', path, { partner_account_id: partner });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const sources = async (person: Name) => {
      const { items } = (await get(person, `${limitOf(orsini ?? '', code)}/history-details?kind=reassign`)).body;
      return items.map((one: Record<string, unknown>) => [one['pool_name'], one['pool_before'], one['pool_after']]);
    };
    // Of Umbra, which has 500 of them, to Calder, which has no limit, as the platform has none.
    await give(calder);
    expect(await sources('bea')).toEqual([['Calder Identity', -1, -1]]);
    await give(null);
    await give(umbra);
    expect(await sources('ada')).toEqual([
      ['Umbra Trust Services', 220, 190],
      [null, -1, -1],
      ['Calder Identity', -1, -1],
    ]);
  });

  test('bad questions are refused under their field', async () => {
    const refused = async (query: string) => (await get('ada', of(`history?${query}`))).body.error;
    expect(await refused('time_zone=Mars/Olympus')).toMatchObject({
      fields: { time_zone: { status: 'INVALID_INPUT' } },
    });
    expect(await refused('time_zone=%2B02:00')).toMatchObject({ fields: { time_zone: {} } });
    expect(await refused('limit=0')).toMatchObject({ fields: { limit: { status: 'INVALID_NUMBER' } } });
    expect(await refused('sort=actor:asc')).toMatchObject({ fields: {} });
    expect(await refused('kind=gift')).toMatchObject({ fields: { kind: {} } });
    expect((await get('ada', `${limitOf(nordmark, 'coffee')}/history`)).status).toBe(400);
  });
});
