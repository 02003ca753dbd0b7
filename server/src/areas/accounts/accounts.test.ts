import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, seedAccounts, type SeedAccount } from '../../../seed/accounts.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';

const BASE = '/account/ui-api/v1/account';
const CUSTOMERS = '/account/ui-api/v1/customer';

let app: TestApp;
const ids = new Map<string, string>();

/**
 * Beside the cast: accounts that end on the days that matter, in every state, and with names that are hard to search.
 */
const more = (now: Date): SeedAccount[] => [
  { name: 'Ends today', identifier: 'ends-0', from: '2024-01-01', to: inDays(now, 0) },
  { name: 'Åbo Sparbank', identifier: 'ends-30', partner: 'calder-identity', from: '2024-02-01', to: inDays(now, 30) },
  { name: 'Ärzteverband', identifier: 'ends-31', partner: 'umbra-trust', from: '2024-03-01', to: inDays(now, 31) },
  { name: 'Ends in 60 days', identifier: 'ends-60', partner: 'umbra-trust', from: '2024-04-01', to: inDays(now, 60) },
  { name: 'Ends in 61 days', identifier: 'ends-61', from: '2024-05-01', to: inDays(now, 61) },
  { name: 'Over', identifier: 'over', partner: 'umbra-trust', from: '2020-01-01', to: inDays(now, -1) },
  { name: 'Not begun', identifier: 'not-begun', from: inDays(now, 1), to: inDays(now, 20) },
  { name: 'Switched off', identifier: 'switched-off', from: '2024-01-01', to: inDays(now, 10), active: false },
  { name: '100% Signatur', identifier: 'no_end', from: '2021-05-05', to: null },
  {
    name: 'arztkammer',
    identifier: 'linked',
    from: '2023-01-01',
    to: inDays(now, 300),
    federated: { id: 'F-1', name: 'Arztkammer', url: 'https://federation.example/F-1', status: 'linked' },
  },
  { name: 'Deleted', identifier: 'deleted', from: '2023-01-01', to: inDays(now, 5) },
];

beforeAll(async () => {
  app = await startTestApp();
  for (const [identifier, id] of await seedAccounts(app.db, more(app.clock.now()), app.clock.now()))
    ids.set(identifier, id);
  await app.db
    .updateTable('account')
    .set({ deleted_at: app.clock.now() })
    .where('friendly_identifier', '=', 'deleted')
    .execute();
});
afterAll(() => app.close());

const list = (person: Name | null, query = ''): Promise<Answer> => app.call(person, 'GET', `${BASE}${query}`);
const names = (answer: Answer): string[] => answer.body.items.map((one: { name: string }) => one.name);
const identifiers = (answer: Answer): string[] =>
  answer.body.items.map((one: { friendly_identifier: string }) => one.friendly_identifier);

/** What holds a day later, seen by somebody who has signed in again: the old token has ended. */
async function nextDay(look: () => Promise<void>): Promise<void> {
  app.clock.pass(86_400);
  app.forget('ada');
  await look();
  app.clock.pass(-86_400);
  app.forget('ada');
}

const BY_NAME = [
  '100% Signatur',
  'Åbo Sparbank',
  'Ärzteverband',
  'arztkammer',
  'Calder Identity',
  'Ends in 60 days',
  'Ends in 61 days',
  'Ends today',
  'Nordmark Landesbank',
  'Not begun',
  'Orsini Custody',
  'Over',
  'Signet platform',
  'Switched off',
  'Umbra Trust Services',
];
const ACTIVE = BY_NAME.filter((name) => !['Not begun', 'Over', 'Switched off'].includes(name));

describe('what a row says', () => {
  test('[A-019 A-020 A-274] every field of an account', async () => {
    const { body } = await list('ada', '?friendly_identifier=linked');
    expect(body).toEqual({
      items: [
        {
          id: ids.get('linked'),
          name: 'arztkammer',
          display_name: 'arztkammer',
          active: true,
          switched_on: true,
          friendly_identifier: 'linked',
          service_period: { from: '2023-01-01', to: '2027-09-17' },
          locale: 'en_US',
          type: 'standard',
          partner_account_id: null,
          partner_account_name: null,
          system_account: false,
          has_onelogin_id: true,
          federated_account_id: 'F-1',
          federated_account_name: 'Arztkammer',
          federated_account_details_url: 'https://federation.example/F-1',
          federation_status: 'linked',
        },
      ],
      total: 1,
      total_exact: true,
      offset: 0,
      limit: 20,
    });
    const [customer] = (await list('ada', '?friendly_identifier=nordmark-lb')).body.items;
    expect(customer).toMatchObject({
      type: 'standard',
      partner_account_id: app.accountIds.get('umbra-trust'),
      partner_account_name: 'Umbra Trust Services',
      has_onelogin_id: false,
      federated_account_id: null,
    });
    expect((await list('ada', '?friendly_identifier=no_end')).body.items[0].service_period).toEqual({
      from: '2021-05-05',
      to: null,
    });
  });

  test('[A-017 A-266] active is what is switched on and within the service period, its last day included', async () => {
    const active = Object.fromEntries(
      (await list('ada')).body.items.map((one: { friendly_identifier: string; active: boolean }) => [
        one.friendly_identifier,
        one.active,
      ]),
    );
    expect(active).toMatchObject({
      'ends-0': true,
      over: false,
      'not-begun': false,
      'switched-off': false,
      no_end: true,
    });
    await nextDay(async () => {
      expect((await list('ada', '?friendly_identifier=ends-0')).body.items[0].active).toBe(false);
      expect((await list('ada', '?friendly_identifier=not-begun')).body.items[0].active).toBe(true);
    });
  });
});

describe('the order', () => {
  test('[A-030] is by name in the order people expect, without a choice and with it, and back', async () => {
    expect(names(await list('ada'))).toEqual(BY_NAME);
    expect(names(await list('ada', '?sort=name:asc'))).toEqual(BY_NAME);
    expect(names(await list('ada', '?sort=name:desc'))).toEqual(BY_NAME.toReversed());
  });

  test.each([
    ['active:desc&sort=name:asc', ['100% Signatur', 'Åbo Sparbank', 'Ärzteverband']],
    ['active:asc&sort=name:desc', ['Switched off', 'Over', 'Not begun']],
    ['friendly_identifier:asc', ['Calder Identity', 'Ends today', 'Åbo Sparbank']],
    ['service_period.from:asc', ['Over', 'Signet platform', '100% Signatur']],
    ['service_period.to:asc', ['Over', 'Ends today', 'Switched off']],
    ['type:desc&sort=name:asc', ['100% Signatur', 'Åbo Sparbank', 'Ärzteverband']],
    ['partner_account_name:asc&sort=name:asc', ['Åbo Sparbank', 'Orsini Custody', 'Ärzteverband']],
  ])('[A-274 S-250] %s', async (sort, first) => {
    expect(names(await list('ada', `?sort=${sort}`)).slice(0, 3)).toEqual(first);
    // Whatever the order, no row is lost or told twice across pages.
    const pages = await Promise.all(
      [0, 4, 8, 12, 16].map(async (offset) => names(await list('ada', `?sort=${sort}&limit=4&offset=${offset}`))),
    );
    expect(pages.flat().toSorted((a, b) => BY_NAME.indexOf(a) - BY_NAME.indexOf(b))).toEqual(BY_NAME);
    expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 3, 0]);
  });
});

describe('a filter', () => {
  test('[A-024 A-031 A-266] by status tells active from inactive, and without it there are both', async () => {
    expect(names(await list('ada', '?active=true&sort=name:asc'))).toEqual(ACTIVE);
    expect(names(await list('ada', '?active=false'))).toEqual(BY_NAME.filter((name) => !ACTIVE.includes(name)));
    expect((await list('ada')).body.total).toBe(BY_NAME.length);
    expect(names(await list('ada', '?active=true&sort=active:desc'))).toEqual(ACTIVE);
    expect(names(await list('ada', '?active=false&sort=active:asc&sort=name:desc'))).toEqual(
      BY_NAME.filter((name) => !ACTIVE.includes(name)).toReversed(),
    );
  });

  test.each([
    ['name=arzt', ['Ärzteverband', 'arztkammer']],
    ['name=ABO', ['Åbo Sparbank']],
    ['name=%25', ['100% Signatur']],
    ['name=%5C', []],
    ['name=in%206', ['Ends in 60 days', 'Ends in 61 days']],
    ['name=nobody', []],
  ])(
    '[A-023 A-274] by name: %s, part of it, without case and accents, wildcards literally',
    async (query, expected) => {
      const answer = await list('ada', `?${query}`);
      expect([names(answer), answer.body.total]).toEqual([expected, expected.length]);
    },
  );

  test('[A-025 A-274] by identifier, part of it or the account’s id', async () => {
    expect(identifiers(await list('ada', '?friendly_identifier=ENDS-6'))).toEqual(['ends-60', 'ends-61']);
    expect(identifiers(await list('ada', '?friendly_identifier=_'))).toEqual(['no_end']);
    expect(identifiers(await list('ada', `?friendly_identifier=${ids.get('over')}`))).toEqual(['over']);
    expect(identifiers(await list('ada', '?friendly_identifier=nordmark-lb-2'))).toEqual([]);
  });

  test.each([
    ['end_date_from=2026-11-21&end_date_to=2026-12-21&active=true', ['ends-0', 'ends-30']],
    ['end_date_from=2026-11-21&end_date_to=2027-01-20&active=true', ['ends-0', 'ends-30', 'ends-31', 'ends-60']],
    ['end_date_from=2026-12-21&end_date_to=2026-12-22', ['ends-30', 'ends-31']],
    ['end_date_to=2026-11-20', ['over']],
    ['end_date_from=2028-05-01', ['umbra-trust', 'orsini-custody']],
  ])(
    '[A-026 A-027 A-043 A-274] by end date: %s, both days included, never one without an end',
    async (query, expected) => {
      expect(identifiers(await list('ada', `?${query}&sort=service_period.to:asc`))).toEqual(expected);
    },
  );

  test('[A-027] by end date: a range that ends before it begins is refused under its end', async () => {
    const { status, body } = await list('ada', '?end_date_from=2026-12-22&end_date_to=2026-12-21');
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['end_date_to']]);
    expect(body.error.fields.end_date_to.status).toBe('END_BEFORE_START');
  });

  test('[A-028 A-029 A-274] by type and by partner account, by part of its name or its id', async () => {
    expect(names(await list('ada', '?type=partner'))).toEqual(['Calder Identity', 'Umbra Trust Services']);
    expect((await list('ada', '?type=standard')).body.total).toBe(BY_NAME.length - 2);
    expect(names(await list('ada', '?partner_account_name=umbra'))).toEqual([
      'Ärzteverband',
      'Ends in 60 days',
      'Nordmark Landesbank',
      'Over',
    ]);
    const umbra = app.accountIds.get('umbra-trust') ?? '';
    expect(names(await list('ada', `?partner_account_name=${umbra}`))).toEqual(
      names(await list('ada', '?partner_account_name=umbra')),
    );
    expect(names(await list('ada', '?partner_account_name=umbra&active=true&name=ends'))).toEqual(['Ends in 60 days']);
  });
});

describe('who sees what', () => {
  test('[S-221 A-274] system all, a partner itself and its customers, an account itself, others none', async () => {
    expect(names(await list('ben'))).toEqual([
      'Ärzteverband',
      'Ends in 60 days',
      'Nordmark Landesbank',
      'Over',
      'Umbra Trust Services',
    ]);
    expect(names(await list('bea'))).toEqual(['Åbo Sparbank', 'Calder Identity', 'Orsini Custody']);
    expect(names(await list('cleo'))).toEqual(['Nordmark Landesbank']);
    expect(names(await list('carl'))).toEqual(['Orsini Custody']);
    expect((await list('emil')).status).toBe(403);
    expect((await list(null)).status).toBe(401);
  });

  test('no filter and no order reaches beyond', async () => {
    for (const query of [
      '?name=nordmark',
      `?friendly_identifier=${app.accountIds.get('nordmark-lb')}`,
      '?partner_account_name=umbra',
      `?partner_account_name=${app.accountIds.get('umbra-trust')}`,
      '?type=partner&name=umbra',
      '?end_date_from=2026-11-21&name=arzt',
      '?sort=partner_account_name:desc&name=ends',
    ]) {
      for (const person of ['bea', 'carl'] as const)
        expect([query, person, (await list(person, query)).body]).toMatchObject([
          query,
          person,
          { items: [], total: 0 },
        ]);
    }
    expect((await list('carl', '?count=exact')).body).toMatchObject({ total: 1, total_exact: true });
  });

  test('[A-275] the light list has the same parameters and accounts, and tells only what pickers need', async () => {
    const answer = await app.call('ben', 'GET', `${CUSTOMERS}?active=true&sort=name:desc&limit=2`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      items: [
        {
          id: app.accountIds.get('umbra-trust'),
          name: 'Umbra Trust Services',
          display_name: 'Umbra Trust Services',
          active: true,
        },
        {
          id: app.accountIds.get('nordmark-lb'),
          name: 'Nordmark Landesbank',
          display_name: 'Nordmark Landesbank',
          active: true,
        },
      ],
      total: 4,
      total_exact: true,
      offset: 0,
      limit: 2,
    });
    expect((await app.call('carl', 'GET', `${CUSTOMERS}?name=nordmark`)).body.items).toEqual([]);
    expect((await app.call('emil', 'GET', CUSTOMERS)).status).toBe(403);
    expect((await app.call('ben', 'GET', `${CUSTOMERS}?sort=locale:asc`)).status).toBe(400);
  });
});

describe('accounts that end soon', () => {
  test('[A-040 A-041 A-276] the active ones within 30 and 60 days, today and the last day included', async () => {
    const answer = await app.call('ada', 'GET', `${BASE}/expiringAccounts`);
    expect([answer.status, answer.body]).toEqual([200, { 30: 2, 60: 4 }]);
    await nextDay(async () =>
      expect((await app.call('ada', 'GET', `${BASE}/expiringAccounts`)).body).toEqual({ 30: 3, 60: 5 }),
    );
  });

  test('[A-043] each count is what its filter lists', async () => {
    const { body } = await app.call('ada', 'GET', `${BASE}/expiringAccounts`);
    for (const days of [30, 60])
      expect(
        (await list('ada', `?active=true&end_date_from=2026-11-21&end_date_to=${inDays(app.clock.now(), days)}`)).body
          .total,
      ).toBe(body[days]);
  });

  test('[A-040 A-277] is for system scope', async () => {
    for (const person of ['ben', 'bea', 'cleo', 'carl', 'emil'] as const)
      expect([person, (await app.call(person, 'GET', `${BASE}/expiringAccounts`)).status]).toEqual([person, 403]);
    expect((await app.call(null, 'GET', `${BASE}/expiringAccounts`)).status).toBe(401);
  });
});

describe('pages', () => {
  test('[A-044 S-012] limit and offset come back; a page beyond the end is empty and still counts', async () => {
    expect((await list('ada', '?limit=3&offset=3')).body).toMatchObject({ limit: 3, offset: 3, total: BY_NAME.length });
    expect(names(await list('ada', '?limit=3&offset=3'))).toEqual(BY_NAME.slice(3, 6));
    expect((await list('ada', '?offset=99999999')).body).toMatchObject({
      items: [],
      total: BY_NAME.length,
      total_exact: true,
    });
    expect((await list('ada', '?limit=99999')).body.items).toHaveLength(BY_NAME.length);
  });

  test.each([
    '?sort=locale:asc',
    '?sort=name',
    '?sort=name:up',
    '?sort=name:asc&sort=drop%20table:asc',
    '?limit=0',
    '?limit=-1',
    '?limit=abc',
    '?limit=100000',
    '?offset=-1',
    '?offset=100000000',
    '?offset=1.5',
    '?active=perhaps',
    '?type=gold',
    '?end_date_from=soon',
    '?end_date_to=2026-02-30',
    '?count=some',
    '?color=red',
    `?name=${'x'.repeat(257)}`,
    `?friendly_identifier=${'x'.repeat(256)}`,
  ])('[A-274] %s is refused by both lists', async (query) => {
    for (const path of [BASE, CUSTOMERS]) {
      const answer = await app.call('ada', 'GET', `${path}${query}`);
      expect([path, answer.status, typeof answer.body.error.message]).toEqual([path, 400, 'string']);
    }
  });
});

describe('the export', () => {
  test('has what the viewer may see and asked for, in order, with heads and words in the language', async () => {
    const answer = await app.call('ben', 'GET', `${BASE}/export?locale=de_DE&active=false&sort=name:asc`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="accounts-2026-11-21.csv"',
    });
    const [head, ...lines] = answer.body.split('\r\n') as string[];
    expect(head?.startsWith('\uFEFFName,Status,')).toBe(true);
    expect(lines).toEqual(['Over,Inaktiv,over,2020-01-01,2026-11-20,Standard,Umbra Trust Services', '']);
    const all = (await app.call('ada', 'GET', `${BASE}/export?sort=name:desc`)).body
      .trimEnd()
      .split('\r\n') as string[];
    expect(all.slice(1).map((line) => line.split(',')[0])).toEqual(BY_NAME.toReversed());
  });

  test('[A-021 A-022] has the columns of the list: type, partner and federation by flag and scope', async () => {
    const head = async (person: Name) =>
      ((await app.call(person, 'GET', `${BASE}/export`)).body.split('\r\n')[0] as string).slice(1).split(',').slice(5);
    const flip = (name: string, enabled: boolean) =>
      app.db.insertInto('feature_flag').values({ name, key: '', enabled, updated_at: app.clock.now() }).execute();
    expect([await head('ada'), await head('ben'), await head('cleo')]).toEqual([
      ['Type', 'Partner account'],
      ['Type', 'Partner account'],
      [],
    ]);
    await flip('AM_enable_partner_scope', false);
    await flip('AM_show_federated_info_columns', true);
    expect([await head('ada'), await head('cleo')]).toEqual([
      ['Federation status', 'Federated account ID'],
      ['Federation status', 'Federated account ID'],
    ]);
    // Switched for a person alone it is the same, as everywhere.
    await app.db
      .updateTable('feature_flag')
      .set({ key: app.userIds.get('ada') ?? '' })
      .execute();
    expect(await head('ada')).toEqual(['Federation status', 'Federated account ID']);
    await app.db.deleteFrom('feature_flag').execute();
  });

  test('of a foreign partner or account has nothing of it; a page of it cannot be asked for', async () => {
    for (const person of ['bea', 'carl'] as const)
      expect((await app.call(person, 'GET', `${BASE}/export?name=nordmark`)).body.trimEnd().split('\r\n')).toHaveLength(
        1,
      );
    expect((await app.call('emil', 'GET', `${BASE}/export`)).status).toBe(403);
    // Chosen rows are those among what the viewer may see, and no others.
    const two = ['nordmark-lb', 'orsini-custody'].map((one) => `id=${app.accountIds.get(one)}`).join('&');
    const chosen = async (person: Name, extra = '') =>
      ((await app.call(person, 'GET', `${BASE}/export?${two}${extra}`)).body.trimEnd().split('\r\n') as string[])
        .slice(1)
        .map((line) => line.split(',')[0]);
    expect([
      await chosen('ada'),
      await chosen('ada', '&sort=name:desc&name=custody'),
      await chosen('ben'),
      await chosen('cleo'),
    ]).toEqual([
      ['Nordmark Landesbank', 'Orsini Custody'],
      ['Orsini Custody'],
      ['Nordmark Landesbank'],
      ['Nordmark Landesbank'],
    ]);
    for (const query of [
      'id=nordmark',
      Array.from({ length: 201 }, () => `id=${app.accountIds.get('nordmark-lb')}`).join('&'),
    ])
      expect((await app.call('ada', 'GET', `${BASE}/export?${query}`)).status).toBe(400);
    expect((await app.call('ada', 'GET', `${BASE}?id=${app.accountIds.get('nordmark-lb')}`)).status).toBe(400);
    for (const query of ['limit=5', 'offset=5', 'count=exact', 'locale=xx_XX', 'sort=locale:asc'])
      expect([query, (await app.call('ada', 'GET', `${BASE}/export?${query}`)).status]).toEqual([query, 400]);
  });
});
