import { AUDIT_RESOURCES } from '@signet/contract/audit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../audit/record.ts';
import { auditRow, recordAudit } from '../../audit/record.ts';
import { eventOf } from '../../audit/testing.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';

const BASE = '/account/ui-api/v1/audit-log';
const NOON = Date.parse('2026-11-01T12:00:00Z');
const DAY = 86_400_000;
const TOKEN = { credential_id: newId(), credential_name: 'Nightly report' };

let app: TestApp;
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const orsini = (): string => app.accountIds.get('orsini-custody') ?? '';
const person = (name: Name): string => app.userIds.get(name) ?? '';
/** The events of these tests by their names, which is also the name of what they are about. */
const written = new Map<string, string>();

const record = async (name: string, fields: Partial<AuditEvent> = {}): Promise<string> => {
  const event = eventOf(0, {
    at: new Date(NOON + written.size * 1000),
    resource_name: name,
    resource_id: `id of ${name}`,
    account_id: nordmark(),
    actor_id: person('cleo'),
    actor_name: 'Cleo Marchetti',
    ...fields,
  });
  await recordAudit(app.db, event, app.runtime);
  written.set(name, event.id);
  return event.id;
};

const list = (who: Name | null, query: Record<string, string> = {}): Promise<Answer> =>
  app.call(who, 'GET', `${BASE}?${new URLSearchParams({ to: '2026-11-10', ...query }).toString()}`);
const namesOf = (answer: Answer): string[] =>
  answer.body.items.map(({ resource_name }: { resource_name: string }) => resource_name);
const names = async (who: Name, query: Record<string, string> = {}): Promise<string[]> =>
  namesOf(await list(who, query));

beforeAll(async () => {
  app = await startTestApp();
  await record('Kiel office', { action: 'CREATE', resource_type: 'ORGANIZATION', before: null });
  await record('Kiel Büro', { action: 'UPDATE', resource_type: 'ORGANIZATION' });
  await record('cleo', { action: 'LOGIN', resource_type: 'BASIC_AUTH', actor_via: 'none', before: null, after: null });
  await record('nobody', {
    action: 'LOGIN_ERROR',
    resource_type: 'BASIC_AUTH',
    result: 'failure',
    message: 'INVALID_CREDENTIALS',
    actor_id: null,
    actor_name: null,
    actor_scope: null,
    actor_via: 'none',
  });
  await record('by the platform', {
    resource_type: 'LICENSE',
    actor_id: person('ada'),
    actor_name: 'Ada Lindqvist',
    actor_scope: 'system',
  });
  await record('by the partner', {
    actor_id: person('ben'),
    actor_name: 'Ben Okafor',
    actor_scope: 'partner',
    ...TOKEN,
  });
  await record('by a token', { action: 'DELETE', resource_type: 'CONTACT', actor_via: 'token', ...TOKEN });
  await record('東京オフィス', { resource_type: 'ORGANIZATION' });
  await record('of Orsini', { account_id: orsini(), actor_id: person('carl'), actor_name: 'Carl' });
  await record('of the platform', { account_id: null, actor_id: person('ada'), actor_name: 'Ada Lindqvist' });
});
afterAll(() => app.close());

describe('the list', () => {
  test('[S-329] has the newest first, a page at a time, and says how many there are', async () => {
    const { status, body } = await list('ada', { limit: '3' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 10, total_exact: true, offset: 0, limit: 3, looked_to: null });
    expect(namesOf({ status, body, headers: {} })).toEqual(['of the platform', 'of Orsini', '東京オフィス']);
    expect(await names('ada', { limit: '3', offset: '8' })).toEqual(['Kiel Büro', 'Kiel office']);
    expect(await names('ada', { sort: 'at:asc', limit: '2' })).toEqual(['Kiel office', 'Kiel Büro']);
    expect(body.items[2]).toEqual({
      id: written.get('東京オフィス'),
      at: '2026-11-01 12:00:07',
      action: 'UPDATE',
      resource_type: 'ORGANIZATION',
      resource_id: 'id of 東京オフィス',
      resource_name: '東京オフィス',
      account_id: nordmark(),
      account_name: 'Nordmark Landesbank',
      actor_id: person('cleo'),
      actor_name: 'Cleo Marchetti',
      actor_scope: 'account',
      actor_via: 'session',
      result: 'success',
      message: null,
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['[S-128] an action', { action: 'DELETE' }, ['by a token']],
    ['[S-129] a resource type', { resource_type: 'LICENSE' }, ['by the platform']],
    ['[S-129] a type of our own', { resource_type: 'CONTACT' }, ['by a token']],
    ['[S-130] failures', { result: 'failure' }, ['nobody']],
    ['a way to be known', { actor_via: 'none' }, ['nobody', 'cleo']],
    ['all of them at once', { action: 'LOGIN', resource_type: 'BASIC_AUTH', result: 'success' }, ['cleo']],
    ['what never happened', { action: 'DELETE', result: 'failure' }, []],
    ['a text, whatever its case and accents', { text: 'KIEL buro' }, ['Kiel Büro']],
    ['a text of another script', { text: '東京' }, ['東京オフィス']],
    ['the name of a person', { text: 'okafor' }, ['by the partner']],
    ['a text within a kind', { text: 'kiel', action: 'CREATE' }, ['Kiel office']],
    ['signs that a pattern would take for any', { text: '%' }, []],
    ['a resource', { resource_id: 'id of nobody' }, ['nobody']],
    ['a resource within a kind', { resource_id: 'id of nobody', action: 'LOGIN' }, []],
  ])('%s filters it', async (_what, query, expected) => {
    expect(await names('ada', query)).toEqual(expected);
    const { body } = await list('ada', { ...query, limit: '1' });
    expect([body.total, body.total_exact]).toEqual([expected.length, true]);
    // The same for a person of that account, and for its partner.
    expect(await names('cleo', query)).toEqual(expected);
    expect(await names('ben', query)).toEqual(expected);
  });

  test('a person, an account and both filter it', async () => {
    expect(await names('ada', { actor_id: person('ada') })).toEqual(['of the platform', 'by the platform']);
    expect(await names('cleo', { actor_id: person('ada') })).toEqual(['by the platform']);
    expect(await names('ada', { account_id: orsini() })).toEqual(['of Orsini']);
    expect(await names('ada', { account_id: nordmark(), actor_id: person('ben') })).toEqual(['by the partner']);
    expect(await names('ben', { actor_id: person('cleo'), actor_via: 'token' })).toEqual(['by a token']);
  });

  test('what others did filters it: neither one’s own nor what nobody did, whatever else is asked for', async () => {
    const others = { others: 'true', to: '2026-11-04' };
    const cleos = ['東京オフィス', 'by a token', 'cleo', 'Kiel Büro', 'Kiel office'];
    expect(await names('cleo', others)).toEqual(['by the partner', 'by the platform']);
    expect(await names('ben', others)).toEqual(cleos.toSpliced(2, 0, 'by the platform'));
    expect(await names('ada', others)).toEqual(['of Orsini', ...cleos.toSpliced(2, 0, 'by the partner')]);
    expect(await names('ada', { ...others, action: 'CREATE' })).toEqual(['Kiel office']);
    expect(await names('ada', { ...others, text: 'kiel', limit: '1' })).toEqual(['Kiel Büro']);
    expect(await names('ada', { ...others, actor_id: person('ada') })).toEqual([]);
    expect(await names('cleo', { ...others, others: 'false' })).toEqual(cleos.toSpliced(2, 0, 'nobody'));
    expect((await list('cleo', others)).body).toMatchObject({ total: 2, total_exact: true, looked_to: null });
  });

  test('days are those of the time zone that is named', async () => {
    const late = await record('late in the evening', { at: new Date('2026-11-05T23:30:00Z') });
    const ofDay = async (from: string, time_zone?: string): Promise<string[]> =>
      names('ada', { from, to: from, ...(time_zone ? { time_zone } : {}) });
    expect(await ofDay('2026-11-05')).toEqual(['late in the evening']);
    expect(await ofDay('2026-11-06')).toEqual([]);
    expect(await ofDay('2026-11-06', 'Europe/Berlin')).toEqual(['late in the evening']);
    expect(await ofDay('2026-11-05', 'Europe/Berlin')).toEqual([]);
    expect(late).toBeTruthy();
  });

  test('any day that can be written is answered, in every time zone', async () => {
    const all = await names('ada', { to: '2026-11-10' });
    for (const time_zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
      for (const from of ['0001-01-01', '0202-11-27', '0999-12-31', '1000-01-01'])
        expect.soft(await names('ada', { from, time_zone }), `${from} ${time_zone}`).toEqual(all);
      expect.soft((await list('ada', { to: '9999-12-31', time_zone })).status, time_zone).toBe(200);
      expect.soft(await names('ada', { to: '0202-11-27', time_zone }), time_zone).toEqual([]);
    }
  });

  test('events of the same millisecond stand in one order, whatever the page', async () => {
    const at = new Date('2026-11-07T10:00:00.123Z');
    for (let n = 0; n < 7; n += 1) await record(`twin ${n}`, { at });
    const whole = await names('ada', { from: '2026-11-07', to: '2026-11-07' });
    const pages = await Promise.all(
      [0, 2, 4, 6].map((offset) =>
        names('ada', { from: '2026-11-07', to: '2026-11-07', limit: '2', offset: String(offset) }),
      ),
    );
    expect(pages.flat()).toEqual(whole);
    expect(new Set(whole).size).toBe(7);
  });

  test.each([
    ['action', 'READ'],
    ['resource_type', 'TEAPOT'],
    ['result', 'maybe'],
    ['actor_via', 'telepathy'],
    ['actor_id', 'cleo'],
    ['account_id', '1'],
    ['from', '2026-02-30'],
    ['to', 'yesterday'],
    ['beyond', '2026-11-01'],
    ['beyond', '2026-02-30 12:00:00'],
    ['time_zone', 'Middle/Earth'],
    ['text', 'x'.repeat(101)],
    ['limit', '0'],
    ['sort.0', 'action:asc'],
  ])('a wrong %s (%s) is named under its field', async (field, value) => {
    const { status, body } = await list('ada', { [field.replace('.0', '')]: value });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });
});

describe('who sees what', () => {
  test.each<[Name, string[]]>([
    [
      'cleo',
      ['東京オフィス', 'by a token', 'by the partner', 'by the platform', 'nobody', 'cleo', 'Kiel Büro', 'Kiel office'],
    ],
    [
      'ben',
      ['東京オフィス', 'by a token', 'by the partner', 'by the platform', 'nobody', 'cleo', 'Kiel Büro', 'Kiel office'],
    ],
    ['bea', ['of Orsini']],
    ['carl', ['of Orsini']],
  ])('%s sees the events of the accounts within sight, whoever did them', async (who, expected) => {
    expect(await names(who, { to: '2026-11-01' })).toEqual(expected);
  });

  test('the account of another tenant has no events, and neither permission nor session means no list', async () => {
    expect(await names('cleo', { account_id: orsini() })).toEqual([]);
    expect(await names('ben', { account_id: orsini() })).toEqual([]);
    expect((await list('emil')).status).toBe(403);
    expect((await list(null)).status).toBe(401);
  });

  test('an id that is typed finds the event of it, or those of its resource, within sight', async () => {
    const id = written.get('Kiel office') ?? '';
    expect(await names('cleo', { text: ` ${id.toUpperCase()} ` })).toEqual(['Kiel office']);
    expect(await names('cleo', { text: id, action: 'DELETE' })).toEqual([]);
    expect(await names('cleo', { text: id, offset: '1' })).toEqual([]);
    expect(await names('carl', { text: id })).toEqual([]);
    const resource_id = newId();
    const about = eventOf(0, {
      at: new Date(NOON - 1000),
      resource_name: 'of an id',
      resource_id,
      account_id: nordmark(),
    });
    await recordAudit(app.db, about, app.runtime);
    expect(await names('cleo', { text: resource_id })).toEqual(['of an id']);
    expect(await names('ben', { text: resource_id })).toEqual(['of an id']);
    expect(await names('carl', { text: resource_id })).toEqual([]);
    const file = await app.call(
      'cleo',
      'GET',
      `${BASE}/export?${new URLSearchParams({ text: resource_id }).toString()}`,
    );
    expect(JSON.stringify(file.body)).toContain('of an id');
  });

  test('a partner with many customers sees theirs and no others, whatever is asked for', async () => {
    const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
    const partner = await app.db
      .selectFrom('app_user')
      .select('primary_account_id')
      .where('id', '=', person('ben'))
      .executeTakeFirstOrThrow();
    const customers = Array.from({ length: 25 }, (_, n) => ({
      ...stamps,
      id: newId(),
      name: `House ${n}`,
      display_name: `House ${n}`,
      friendly_identifier: `house-${n}`,
      service_from: '2026-01-01',
      type: 'standard' as const,
      partner_account_id: partner.primary_account_id,
    }));
    await app.db.insertInto('account').values(customers).execute();
    try {
      expect(await names('ben', { to: '2026-11-01', text: 'cleo' })).toContain('Kiel office');
      const all = await names('ben', { to: '2026-11-01' });
      expect([all.includes('Kiel office'), all.includes('of Orsini')]).toEqual([true, false]);
      for (const query of [
        { text: 'of Orsini' },
        { text: 'Carl', actor_id: person('carl') },
        { actor_id: person('carl') },
        { resource_id: 'id of of Orsini' },
        { resource_id: 'id of of Orsini', text: 'of' },
      ] as Record<string, string>[])
        expect(await names('ben', { to: '2026-11-01', ...query }), JSON.stringify(query)).toEqual([]);
    } finally {
      const ids = customers.map(({ id }) => id);
      await app.db.deleteFrom('account').where('id', 'in', ids).execute();
    }
  });

  test('an event is read by whoever sees it in the list; to others it is not there', async () => {
    const id = written.get('by the partner') ?? '';
    for (const who of ['ada', 'ben', 'cleo'] as const)
      expect((await app.call(who, 'GET', `${BASE}/${id}`)).status).toBe(200);
    for (const who of ['bea', 'carl'] as const) expect((await app.call(who, 'GET', `${BASE}/${id}`)).status).toBe(404);
    expect((await app.call('cleo', 'GET', `${BASE}/${written.get('of the platform')}`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${BASE}/${newId()}`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${BASE}/none`)).status).toBe(400);
  });

  describe('the events next to one', () => {
    const beside = async (who: Name, name: string, query: Record<string, string> = {}) => {
      const asked = new URLSearchParams(query).toString();
      const { status, body } = await app.call(who, 'GET', `${BASE}/${written.get(name)}/adjacent?${asked}`);
      return status === 200 ? [body.newer.id, body.older.id].map(nameOf) : body.error.status;
    };
    const nameOf = (id: string | null) => [...written].find(([, one]) => one === id)?.[0] ?? null;

    test('are the next newer and older of those that the viewer sees and the filters find', async () => {
      expect(await beside('ada', 'Kiel Büro')).toEqual(['cleo', 'Kiel office']);
      expect(await beside('ada', 'Kiel office')).toEqual(['Kiel Büro', null]);
      expect(await beside('cleo', '東京オフィス', { to: '2026-11-01' })).toEqual([null, 'by a token']);
      expect(await beside('ada', '東京オフィス')).toEqual(['of Orsini', 'by a token']);
      expect(await beside('ada', 'cleo', { text: 'kiel' })).toEqual([null, 'Kiel Büro']);
      expect(await beside('ada', 'by a token', { resource_type: 'ORGANIZATION' })).toEqual([
        '東京オフィス',
        'Kiel Büro',
      ]);
      expect(await beside('ada', 'by a token', { actor_via: 'none', to: '2026-11-01' })).toEqual([null, 'nobody']);
      expect(await beside('ben', 'nobody', { actor_id: person('ben') })).toEqual(['by the partner', null]);
      expect(await beside('ada', 'cleo', { resource_id: 'id of Kiel office' })).toEqual([null, 'Kiel office']);
    });

    test('are found among those of the same moment too', async () => {
      const at = new Date(NOON - 1000);
      const twins = await Promise.all(['one twin', 'two twin', 'three twin'].map((name) => record(name, { at })));
      const [first, second, third] = twins.toSorted();
      const next = async (id = '') => {
        const { body } = await app.call('ada', 'GET', `${BASE}/${id}/adjacent?text=twin`);
        return [body.newer.id, body.older.id];
      };
      expect(await next(second)).toEqual([third, first]);
      expect(await next(first)).toEqual([second, null]);
    });

    test('are nobody’s who does not see that one', async () => {
      expect(await beside('carl', 'Kiel Büro')).toBe('NOT_FOUND');
      expect(await beside('ben', 'of the platform')).toBe('NOT_FOUND');
      expect(await beside('emil', 'Kiel Büro')).toBe('FORBIDDEN');
      expect(await beside('ada', 'Kiel Büro', { action: 'READ' })).toBe('INVALID_INPUT');
    });
  });

  test.each(['', '/export', '/evidence', '/{id}/adjacent'])(
    'days that end before they begin are refused under the last one: %s',
    async (path) => {
      const url = `${BASE}${path.replace('{id}', written.get('Kiel Büro') ?? '')}`;
      const { status, body } = await app.call('ada', 'GET', `${url}?from=2026-11-02&to=2026-11-01`);
      expect([status, body.error.fields]).toEqual([
        400,
        { to: expect.objectContaining({ status: 'END_BEFORE_START' }) },
      ]);
      expect((await app.call('ada', 'GET', `${url}?from=2026-11-01&to=2026-11-01`)).status).toBe(200);
    },
  );

  test('an event says whether its account is there still', async () => {
    const isGone = async (name: string) =>
      (await app.call('ada', 'GET', `${BASE}/${written.get(name)}`)).body.account_deleted;
    const put = (deleted_at: Date | null) =>
      app.db.updateTable('account').set({ deleted_at }).where('id', '=', orsini()).execute();
    expect([await isGone('of Orsini'), await isGone('of the platform')]).toEqual([false, false]);
    await put(app.clock.now());
    expect(await isGone('of Orsini')).toBe(true);
    await put(null);
  });

  test('[S-077] an event has all that was recorded; from where people of other tenants came is withheld', async () => {
    const of = async (who: Name, name: string) => (await app.call(who, 'GET', `${BASE}/${written.get(name)}`)).body;
    expect(await of('cleo', 'Kiel Büro')).toMatchObject({
      action: 'UPDATE',
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0',
      correlation_id: 'request-0',
      withheld: false,
      before: { phone: '', number: 0 },
      after: { phone: '+46 8 123', number: 0 },
    });
    for (const name of ['by the platform', 'by the partner'])
      expect(await of('cleo', name), name).toMatchObject({
        actor_name: expect.stringMatching(/Ada|Ben/),
        after: { phone: '+46 8 123', number: 0 },
        ip: null,
        user_agent: null,
        correlation_id: null,
        credential_id: null,
        credential_name: null,
        withheld: true,
      });
    for (const who of ['ada', 'ben', 'cleo'] as const) expect(await of(who, 'by a token')).toMatchObject(TOKEN);
    expect(await of('ben', 'by the platform')).toMatchObject({ ip: null, withheld: true });
    expect(await of('ben', 'by the partner')).toMatchObject({ ip: '203.0.113.7', withheld: false, ...TOKEN });
    expect(await of('ben', 'Kiel Büro')).toMatchObject({ ip: '203.0.113.7', withheld: false });
    expect(await of('cleo', 'nobody')).toMatchObject({ ip: '203.0.113.7', withheld: false, actor_id: null });
    expect(await of('ada', 'by the partner')).toMatchObject({ ip: '203.0.113.7', withheld: false });
  });

  test('what happened to a customer before it was this partner’s is not the partner’s to read', async () => {
    const since = new Date(NOON + 3_500);
    await app.db.updateTable('account').set({ partner_since: since }).where('id', '=', nordmark()).execute();
    try {
      expect(await names('ben', { to: '2026-11-01' })).toEqual([
        '東京オフィス',
        'by a token',
        'by the partner',
        'by the platform',
      ]);
      expect(await names('ben', { to: '2026-11-01', action: 'LOGIN' })).toEqual([]);
      const before = await app.call('ben', 'GET', `${BASE}/${written.get('Kiel Büro')}`);
      expect(before.status).toBe(404);
      expect(await names('cleo', { to: '2026-11-01', action: 'LOGIN' })).toEqual(['cleo']);
    } finally {
      await app.db.updateTable('account').set({ partner_since: null }).where('id', '=', nordmark()).execute();
    }
  });
});

test('[S-331] an event is neither changed nor deleted by a call', async () => {
  const id = written.get('Kiel Büro') ?? '';
  const before = (await app.call('ada', 'GET', `${BASE}/${id}`)).body;
  for (const method of ['PUT', 'DELETE', 'POST'] as const)
    expect((await app.call('ada', method, `${BASE}/${id}`, { action: 'DELETE' })).status, method).toBeOneOf([404, 405]);
  expect((await app.call('ada', 'GET', `${BASE}/${id}`)).body).toEqual(before);
});

describe('a long log', () => {
  /** Many events of one day, a second apart; every thousandth is about a rare name. */
  const MANY = 9_000;
  beforeAll(async () => {
    const rows = Array.from({ length: MANY }, (_, n) =>
      auditRow(
        eventOf(0, {
          at: new Date(NOON - 30 * DAY + n * 1000),
          account_id: n % 2 ? nordmark() : orsini(),
          actor_id: person('carl'),
          resource_id: 'the busy one',
          resource_name: n % 1000 === 0 ? `rare ${n}` : 'common',
          ...(n === 0 ? { action: 'DELETE' as const } : {}),
        }),
        app.runtime,
      ),
    );
    for (let from = 0; from < MANY; from += 1_500)
      await app.db
        .insertInto('audit_event')
        .values(rows.slice(from, from + 1_500))
        .execute();
  });
  const PAST = { to: '2026-10-31' };

  test('a rare name, a common one and a lone kind are all found, and counted as far as is known', async () => {
    const { body: rare } = await list('ada', { ...PAST, text: 'rare' });
    expect(rare).toMatchObject({ total: 9, total_exact: true, looked_to: null });
    const { body: common } = await list('ada', { ...PAST, text: 'common' });
    expect(common.items).toHaveLength(20);
    expect(common.total_exact).toBe(false);
    expect(await names('ada', { ...PAST, action: 'DELETE' })).toEqual(['rare 0']);
    const { body: all } = await list('ada', { ...PAST, text: 'common', count: 'exact', limit: '1' });
    expect(all).toMatchObject({ total: MANY - 9, total_exact: true });
  });

  test('where not everything was looked at, the answer says how far, and goes on from there', async () => {
    const busy = { ...PAST, resource_id: 'the busy one', action: 'DELETE' };
    const { body: first } = await list('ada', busy);
    expect(first).toMatchObject({ items: [], total: 0, total_exact: false, looked_to: expect.any(String) });
    const { body: next } = await list('ada', { ...busy, beyond: first.looked_to });
    expect(next.items.map(({ resource_name }: { resource_name: string }) => resource_name)).toEqual(['rare 0']);
    expect(next).toMatchObject({ total: 1, looked_to: null });
    const { body: upwards } = await list('ada', { ...busy, sort: 'at:asc' });
    expect(upwards).toMatchObject({ total: 1, total_exact: false, looked_to: expect.any(String) });
  });

  test.each([
    ['newest first', 'at:desc', '2026-09-15', 0],
    ['oldest first', 'at:asc', '2026-09-16', 2],
  ])('what lies behind very many of one moment is found, %s', async (_order, sort, day, hour) => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const own = { actor_id: person('ada'), actor_name: 'Ada' };
    const rows = [
      // So many kinds that few events of each are looked at.
      ...AUDIT_RESOURCES.flatMap((resource_type) =>
        (['CREATE', 'UPDATE'] as const).map((action) => ({ ...own, at: new Date(noon), resource_type, action })),
      ),
      ...Array.from({ length: 900 }, () => ({ ...own, at: new Date(noon + 3_600_000), action: 'DELETE' as const })),
      { at: new Date(noon + hour * 3_600_000), resource_name: `behind, ${sort}`, actor_id: person('carl') },
    ];
    await app.db
      .insertInto('audit_event')
      .values(rows.map((fields) => auditRow(eventOf(0, fields), app.runtime)))
      .execute();
    const asked = { from: day, to: day, others: 'true', result: 'success', sort };
    const seen: string[] = [];
    let { body } = await list('ada', asked);
    while (body.items.length === 0) {
      expect(seen).not.toContain(body.looked_to);
      seen.push(body.looked_to);
      ({ body } = await list('ada', { ...asked, beyond: body.looked_to }));
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(body.items[0].resource_name).toBe(`behind, ${sort}`);
  });
});
