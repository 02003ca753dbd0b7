import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { holdAccountOf } from '../../sign-in/person-store.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';

const BASE = '/account/ui-api/v1/search';
type Group = 'accounts' | 'organizations' | 'people';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());

const search = (person: Name | null, text: string) =>
  app.call(person, 'GET', `${BASE}?${new URLSearchParams({ text }).toString()}`);
const names = async (person: Name, group: Group, text: string): Promise<string[]> =>
  (await search(person, text)).body[group].map((one: { name: string }) => one.name);
const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';

async function addPerson(
  first: string,
  last: string,
  more: { user_name?: string; email?: string; account?: string; id?: string; active?: boolean } = {},
): Promise<string> {
  const id = more.id ?? newId();
  const now = app.clock.now();
  await app.db
    .insertInto('app_user')
    .values({
      id,
      first_name: first,
      last_name: last,
      user_name: more.user_name ?? `user-${id}`,
      email: more.email ?? `${id}@people.example`,
      access_scope: 'account',
      primary_account_id: accountOf(more.account ?? 'nordmark-lb'),
      active: more.active ?? true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function addOrganization(name: string, account: string): Promise<string> {
  const id = newId();
  const now = app.clock.now();
  await app.db
    .insertInto('organization')
    .values({ id, account_id: accountOf(account), name, country: 'DE', created_at: now, updated_at: now })
    .execute();
  return id;
}

test('roles and service users are found by name, of those in sight, by who may see their lists', async () => {
  const body = { app_code: 'ca_manager', name: 'Zweigstelle Ausstellung', description: '', permissions: ['view_ca'] };
  const role = (await app.call('cleo', 'POST', '/account/ui-api/v1/role', body)).body;
  const found = async (person: Name, text: string) => (await search(person, text)).body;
  expect((await found('cleo', 'ausstell zweig')).roles).toEqual([
    { id: role.id, name: body.name, app_code: 'ca_manager', predefined: false, account_name: 'Nordmark Landesbank' },
  ]);
  expect((await found('ada', 'AUSSTELL')).roles).toHaveLength(1);
  expect((await found('ada', 'zw')).roles).toEqual([]);
  expect((await found('carl', 'ausstell')).roles).toEqual([]);
  const [dora] = (await found('cleo', 'dora')).service_users;
  expect(dora).toEqual({ id: app.userIds.get('dora'), name: 'Dora Service', account_name: 'Nordmark Landesbank' });
  expect((await found('cleo', 'dora')).people).toEqual([]);
  expect((await found('carl', 'dora')).service_users).toEqual([]);
  await app.call('cleo', 'PUT', `/account/ui-api/v1/role/${role.id}/archived`, { archived: true });
  expect((await found('cleo', 'ausstell')).roles).toEqual([]);
  const none = await found('emil', 'dora');
  expect([none.roles, none.service_users]).toEqual([undefined, undefined]);
});

test('[S-221] of more roles and service users than are shown the first by name, and none that is deleted', async () => {
  const found = async (): Promise<string[][]> => {
    const { roles, service_users } = (await search('ada', 'kontor')).body;
    return [roles, service_users].map((rows: { name: string }[]) => rows.map(({ name }) => name));
  };
  const role = { app_code: 'ca_manager', description: '', permissions: ['view_ca'] };
  const program = { description: '', email: 'programs@people.example', locale: 'de_DE', access_scope: 'account' };
  const programs: string[] = [];
  const called = ['Kontor 1', 'Kontor 2', 'Kontor 3', 'Kontor 4', 'Kontor 5', 'Kontor 6'];
  for (const name of called) {
    expect((await app.call('cleo', 'POST', '/account/ui-api/v1/role', { ...role, name })).status).toBe(201);
    const made = await app.call('cleo', 'POST', '/account/ui-api/v1/service-user', { ...program, name });
    programs.push(made.body.id);
  }
  expect(await found()).toEqual([called.slice(0, 5), called.slice(0, 5)]);
  await app.call('cleo', 'DELETE', `/account/ui-api/v1/service-user/${programs[0]}`);
  expect(await found()).toEqual([called.slice(0, 5), called.slice(1)]);
});

describe('what is found', () => {
  test('accounts, organizations and people at once, each with what tells it apart', async () => {
    const id = await addOrganization('Nordmark Leasing', 'nordmark-lb');
    const person = await addPerson('Maren', 'Nordhoff', { user_name: 'maren.n' });
    const answer = await search('ada', 'nord');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accounts: [{ id: accountOf('nordmark-lb'), name: 'Nordmark Landesbank', friendly_identifier: 'nordmark-lb' }],
      organizations: [{ id, name: 'Nordmark Leasing', account_name: 'Nordmark Landesbank' }],
      people: [
        {
          id: person,
          name: 'Maren Nordhoff',
          user_name: 'maren.n',
          access_scope: 'account',
          account_id: accountOf('nordmark-lb'),
          account_name: 'Nordmark Landesbank',
        },
        // By the domain of their address, after everybody who is called so.
        {
          id: app.userIds.get('cleo'),
          name: 'Cleo Marchetti',
          user_name: 'cleo',
          access_scope: 'account',
          account_id: accountOf('nordmark-lb'),
          account_name: 'Nordmark Landesbank',
        },
        {
          id: app.userIds.get('emil'),
          name: 'Emil Haugen',
          user_name: 'emil',
          access_scope: 'end_user',
          account_id: accountOf('nordmark-lb'),
          account_name: 'Nordmark Landesbank',
        },
      ],
      roles: [],
      // By the same domain.
      service_users: [{ id: app.userIds.get('dora'), name: 'Dora Service', account_name: 'Nordmark Landesbank' }],
    });
  });

  test('whatever the case and the accents, in any script', async () => {
    await addPerson('Jürgen', 'Łukaszewicz');
    await addPerson('太郎', '山田証券');
    await addPerson('Клео', 'Новгородская');
    for (const text of ['jurgen', 'JÜRGEN', 'lukasz', 'ŁUKASZ', 'szewicz'])
      expect(await names('ada', 'people', text), text).toEqual(['Jürgen Łukaszewicz']);
    for (const text of ['太', '山田', '田証券', '太郎 山'])
      expect(await names('ada', 'people', text), text).toEqual(['太郎 山田証券']);
    for (const text of ['кле', 'ГОРОД', 'но кл'])
      expect(await names('ada', 'people', text), text).toEqual(['Клео Новгородская']);
    for (const text of ['田証', 'ород-', 'юрген']) expect(await names('ada', 'people', text), text).toEqual([]);
  });

  test('one or two characters begin a word, more stand anywhere, and every word must be found', async () => {
    await addPerson('Quentin', 'Xavier-Zwinger', { user_name: 'qxz-1', email: 'quentin@pont-zwinger.example' });
    for (const text of ['q', 'xa', 'zw', 'zw qu', 'QX', 'avier', 'inger', 'quen xav', 'pont-zw', '@pont', 'xavier-z'])
      expect(await names('ada', 'people', text), text).toContain('Quentin Xavier-Zwinger');
    for (const text of ['av', 'vi', 'quentin av', 'quentin nobody', 'zwinger nord', 'xavierz'])
      expect(await names('ada', 'people', text), text).not.toContain('Quentin Xavier-Zwinger');
  });

  test('the identifier itself first, then names that begin with the text, words that do, any with it', async () => {
    for (const [first, last] of [
      ['Abel', 'Stenvik'],
      ['Vikander', 'Olsen'],
      ['Anna', 'Vikström'],
      ['Vik', 'Berg'],
      ['Bo', 'Vik Holm'],
    ] as const)
      await addPerson(first, last);
    expect(await names('ada', 'people', 'vik')).toEqual([
      'Vik Berg',
      'Vikander Olsen',
      'Anna Vikström',
      'Bo Vik Holm',
      'Abel Stenvik',
    ]);
    await addPerson('Zacharias', 'Last', { user_name: 'Vik' });
    expect((await names('ada', 'people', 'vik'))[0]).toBe('Zacharias Last');
    expect(await names('ada', 'people', 'vik')).toHaveLength(5);
    expect(await names('ada', 'accounts', 'NORDMARK-LB')).toEqual(['Nordmark Landesbank']);
    expect(await names('ada', 'people', 'vik')).toEqual(await names('ada', 'people', 'vik'));
  });

  test('people by full name, user name and email; disabled ones too, service users and deleted ones not', async () => {
    for (const text of ['cleo marchetti', 'marchetti cleo', 'cleo@nordmark-lb.example', 'cleo'])
      expect(await names('ada', 'people', text), text).toEqual(['Cleo Marchetti']);
    await addPerson('Ulla', 'Ausgeschieden', { active: false });
    expect(await names('ada', 'people', 'ausgesch')).toEqual(['Ulla Ausgeschieden']);
    expect(await names('ada', 'people', 'dora')).toEqual([]);
    await app.db
      .updateTable('app_user')
      .set({ deleted_at: app.clock.now() })
      .where('last_name', '=', 'Ausgeschieden')
      .execute();
    expect(await names('ada', 'people', 'ausgesch')).toEqual([]);
  });
});

describe('who finds what', () => {
  test('[S-221] system scope all, a partner its customers’, an account its own; the other side nothing', async () => {
    await addOrganization('Quayside Registers', 'nordmark-lb');
    await addPerson('Quirin', 'Quayside');
    const seen = async (person: Name) => {
      const { body } = await search(person, 'quayside');
      return [body.organizations?.length, body.people?.length];
    };
    for (const person of ['ada', 'ben', 'cleo'] as const)
      expect([person, await seen(person)]).toEqual([person, [1, 1]]);
    for (const person of ['bea', 'carl'] as const) {
      expect([person, await seen(person)]).toEqual([person, [0, 0]]);
      for (const text of ['nordmark', 'nordmark-lb', 'cleo', 'marchetti', 'umbra', 'umbra-trust', 'ben', 'n', 'm'])
        expect(JSON.stringify((await search(person, text)).body), text).not.toMatch(/Nordmark|Marchetti|Umbra|Okafor/);
    }
    for (const person of ['ben', 'cleo'] as const)
      for (const text of ['orsini', 'orsini-custody', 'carl', 'calder', 'bea'])
        expect(JSON.stringify((await search(person, text)).body), text).not.toMatch(
          /Orsini|Vestergaard|Calder|Castellan/,
        );
    expect(await names('ben', 'accounts', 'umbra')).toEqual(['Umbra Trust Services']);
    expect(await names('cleo', 'accounts', 'umbra')).toEqual([]);
    expect(await names('cleo', 'people', 'ben')).toEqual([]);
  });

  test('an identifier of the other side takes no place from what is found', async () => {
    for (let n = 0; n < 5; n += 1) await addPerson('Bea', `Nordsee ${n}`);
    expect(await names('ben', 'people', 'bea')).toHaveLength(5);
  });

  test('an end user finds nothing, nobody is asked to sign in', async () => {
    expect((await search('emil', 'nordmark')).body).toEqual({});
    expect((await search(null, 'nordmark')).status).toBe(401);
  });

  test('[S-220] a group is there only with one of its permissions', async () => {
    const other = await startTestApp({ lastMayGo: true });
    try {
      for (const [permission, groups] of [
        ['view_account', ['accounts']],
        ['manage_account', ['accounts']],
        ['view_organization', ['organizations']],
        ['manage_organization', ['organizations']],
        ['view_user', ['people', 'service_users']],
        ['manage_account_user', ['people', 'service_users']],
        ['view_user_role', ['roles']],
        ['manage_partner_user', []],
        ['view_audit_log', []],
      ] as const) {
        await other.db
          .updateTable('role')
          .set({ permissions: [permission] })
          .where('name', '=', 'Account administrator')
          .execute();
        expect([permission, Object.keys((await other.call('cleo', 'GET', `${BASE}?text=nordmark`)).body)]).toEqual([
          permission,
          groups,
        ]);
      }
    } finally {
      await other.close();
    }
  });

  test('who belongs to several accounts finds the people of each', async () => {
    await app.db
      .insertInto('user_account')
      .values({ user_id: app.userIds.get('cleo') ?? '', account_id: accountOf('umbra-trust') })
      .execute();
    expect(await names('cleo', 'people', 'okafor')).toEqual(['Ben Okafor']);
    expect(await names('cleo', 'people', 'ben')).toEqual(['Ben Okafor']);
    expect(await names('cleo', 'people', 'marchetti')).toEqual(['Cleo Marchetti']);
    expect(await names('cleo', 'accounts', 'umbra')).toEqual(['Umbra Trust Services']);
    await app.db
      .deleteFrom('user_account')
      .where('user_id', '=', app.userIds.get('cleo') ?? '')
      .where('account_id', '=', accountOf('umbra-trust'))
      .execute();
    expect(await names('cleo', 'people', 'okafor')).toEqual([]);
  });
});

describe('what changes is found as it is now', () => {
  test('a renamed, moved or deleted row', async () => {
    const id = await addOrganization('Firstname Holding', 'nordmark-lb');
    await app.call('cleo', 'PUT', `/account/ui-api/v1/organization/${id}`, {
      name: 'Secondname Holding',
      country: 'DE',
    });
    expect([
      await names('ada', 'organizations', 'firstname'),
      await names('ada', 'organizations', 'secondname'),
    ]).toEqual([[], ['Secondname Holding']]);
    await app.call('cleo', 'DELETE', `/account/ui-api/v1/organization/${id}`);
    expect(await names('ada', 'organizations', 'secondname')).toEqual([]);

    const person = await addPerson('Greta', 'Umzug');
    await app.db
      .updateTable('app_user')
      .set({ primary_account_id: accountOf('orsini-custody') })
      .where('id', '=', person)
      .execute();
    expect([
      await names('ben', 'people', 'umzug'),
      await names('bea', 'people', 'umzug'),
      await names('carl', 'people', 'umzug'),
    ]).toEqual([[], ['Greta Umzug'], ['Greta Umzug']]);
  });

  test('an account that changes partner, and is deleted, takes its organizations and people along', async () => {
    const other = await startTestApp({ lastMayGo: true });
    try {
      const now = other.clock.now();
      const nordmark = other.accountIds.get('nordmark-lb') ?? '';
      await other.db
        .insertInto('organization')
        .values({
          id: newId(),
          account_id: nordmark,
          name: 'Nordmark Leasing',
          country: 'DE',
          created_at: now,
          updated_at: now,
        })
        .execute();
      const found = async (person: Name) => {
        const { body } = await other.call(person, 'GET', `${BASE}?text=nordmark`);
        return [body.accounts.length, body.organizations.length, body.people.length];
      };
      expect([await found('ben'), await found('bea')]).toEqual([
        [1, 1, 2],
        [0, 0, 0],
      ]);
      await other.db
        .updateTable('account')
        .set({ partner_account_id: other.accountIds.get('calder-identity') ?? '' })
        .where('id', '=', nordmark)
        .execute();
      expect([await found('ben'), await found('bea'), await found('ada')]).toEqual([
        [0, 0, 0],
        [1, 1, 2],
        [1, 1, 2],
      ]);
      await other.db.updateTable('account').set({ deleted_at: now }).where('id', '=', nordmark).execute();
      expect([await found('bea'), (await found('ada')).slice(0, 2)]).toEqual([
        [0, 0, 0],
        [0, 0],
      ]);
      const byIdentifier = await other.call('ada', 'GET', `${BASE}?text=nordmark-lb`);
      expect(byIdentifier.body.accounts).toEqual([]);
      await other.db.updateTable('account').set({ deleted_at: null }).where('id', '=', nordmark).execute();
      expect(await found('bea')).toEqual([1, 1, 2]);
    } finally {
      await other.close();
    }
  });

  test('a person who is renamed while the account changes partner is found under the new one', async () => {
    const other = await startTestApp({ lastMayGo: true });
    try {
      const nordmark = other.accountIds.get('nordmark-lb') ?? '';
      const cleo = other.userIds.get('cleo') ?? '';
      const rename = (n: number) =>
        other.db.transaction().execute(async (tx) => {
          await holdAccountOf(tx, cleo);
          const named = { last_name: `Marchetti ${n}` };
          await tx.updateTable('app_user').set(named).where('id', '=', cleo).execute();
        });
      const move = (to: string) =>
        other.db
          .updateTable('account')
          .set({ partner_account_id: other.accountIds.get(to) ?? '' })
          .where('id', '=', nordmark)
          .execute();
      for (let n = 0; n < 20; n += 1)
        await Promise.all([rename(n), move(n % 2 === 0 ? 'calder-identity' : 'umbra-trust'), rename(n + 100)]);
      await move('calder-identity');
      expect((await other.call('bea', 'GET', `${BASE}?text=marchetti`)).body.people).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  test('entries made anew are the same', async () => {
    const entries = async () =>
      (
        await app.pool.query(
          'select id, kind, account_id, owner_account_id, begins, named, holds from search_entry order by id',
        )
      ).rows;
    const before = await entries();
    expect(before.length).toBeGreaterThan(10);
    await app.pool.query('select search_rebuild()');
    expect(await entries()).toEqual(before);
  });

  test('the longest name that may be saved fits the index, whatever its letters become when folded', async () => {
    const name = '\u{FDFA}'.repeat(255);
    await addOrganization(name, 'nordmark-lb');
    expect(await names('ada', 'organizations', '\u{FDFA}')).toEqual([name]);
  });
});

describe('among many', () => {
  beforeAll(async () => {
    // A text that thousands hold is answered from the one in 256 whose id ends in 00, a rare one from all.
    await app.pool.query(
      `insert into app_user
         (id, user_name, email, first_name, last_name, access_scope, primary_account_id, created_at, updated_at)
       select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'crowd' || n,
         'crowd' || n || '@crowd.example', (array['Gerda', 'Hilde', 'Isa'])[1 + n % 3], 'Vielkopf ' || n, 'account', $1,
         now(), now()
       from generate_series(1, 4000) n`,
      [accountOf('nordmark-lb')],
    );
    await app.pool.query('analyze search_entry');
  });

  test('a common text has its best rows: what begins with it before what holds it', async () => {
    await addPerson('Ielkopf', 'First');
    await addPerson('Anna', 'Ielkopf');
    expect((await names('ada', 'people', 'ielkopf')).slice(0, 2)).toEqual(['Ielkopf First', 'Anna Ielkopf']);
    for (const person of ['ada', 'ben', 'cleo'] as const)
      for (const text of ['v', 'vi', 'vielkopf', 'ielko', 'crowd.ex', 'ex', 'isa viel', 'opf gerda', '@crowd'])
        expect([person, text, (await names(person, 'people', text)).length]).toEqual([person, text, 5]);
    for (const person of ['bea', 'carl', 'emil'] as const)
      expect(JSON.stringify((await search(person, 'vielkopf')).body)).not.toContain('Vielkopf');
  });

  test('[S-221] the many of the other side do not stand before the one of the own', async () => {
    await addPerson('Zara', 'Vielkopf', { account: 'orsini-custody' });
    for (const person of ['bea', 'carl'] as const)
      for (const text of ['z', 'zara', 'viel', 'ielkop', 'vielkopf zara', 'vi za'])
        expect([person, text, await names(person, 'people', text)]).toEqual([person, text, ['Zara Vielkopf']]);
  });

  test('a rare one is found among them, by any part', async () => {
    await addPerson('Hilde', 'Rarissima-Vielkopf', { user_name: 'hilde.rarissima' });
    for (const text of [
      'rarissi',
      'arissima',
      'hilde rar',
      'rarissima vielkopf',
      'vielkopf rar',
      'hi ra vi',
      'hilde.rari',
      'ssima-viel',
    ])
      expect(await names('ada', 'people', text), text).toEqual(['Hilde Rarissima-Vielkopf']);
    expect(await names('ada', 'people', 'vielkopf 3999')).toEqual(['Gerda Vielkopf 3999']);
    for (const text of ['rarissima gerda', 'kopfviel', 'example.crowd'])
      expect(await names('ada', 'people', text), text).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    ['', 'REQUIRED'],
    ['   ', 'REQUIRED'],
    ['x'.repeat(101), 'MAX_LENGTH'],
    ['x'.repeat(300), 'MAX_LENGTH'],
    ['nord\0mark', 'INVALID_INPUT'],
    ['\0', 'INVALID_INPUT'],
    ['nord\nmark', 'INVALID_INPUT'],
  ])('%j is refused with %s', async (text, status) => {
    const answer = await search('ada', text);
    expect([answer.status, answer.body.error.status, Object.keys(answer.body.error.fields)]).toEqual([
      400,
      status,
      ['text'],
    ]);
  });

  test.each([
    ['', 'REQUIRED'],
    ['?text=a&text=b', 'INVALID_INPUT'],
    ['?text=a&limit=5', 'UNKNOWN_FIELD'],
    ['?text=%00', 'INVALID_INPUT'],
  ])('the query %j is refused with %s', async (query, status) => {
    const answer = await app.call('ada', 'GET', `${BASE}${query}`);
    expect([answer.status, answer.body.error.status]).toEqual([400, status]);
  });

  test('signs are themselves, and nothing in a text is a pattern or a statement', async () => {
    await addPerson('Odd%One', '100%_Sign\\');
    for (const text of [
      '%',
      '_',
      '\\',
      '%%%',
      '___',
      '.*',
      '.+.+',
      '(',
      '[a-z]',
      '^n',
      '$',
      '|',
      '?',
      '*',
      "'",
      "';select 1--",
      '"',
      '{}',
      '\u{FDFA}',
      '\u0301',
      '😀',
      '\uFFFF',
      '-',
      '--',
      '&',
      'x'.repeat(100),
      '% '.repeat(50),
    ]) {
      const answer = await search('ada', text);
      expect([text, answer.status]).toEqual([text, 200]);
      expect(answer.body.accounts, text).toEqual([]);
    }
    for (const text of ['odd%', '100%', 'dd%one', '%_sign', 'sign\\', '100%_sign\\'])
      expect(await names('ada', 'people', text), text).toEqual(['Odd%One 100%_Sign\\']);
    for (const text of ['odd_', '100_', '1%0', 'odd%%one', '%sign', 'dd_one'])
      expect(await names('ada', 'people', text), text).toEqual([]);
  });

  test('who asks without end is asked to wait', async () => {
    const other = await startTestApp({ lastMayGo: true });
    try {
      await other.db
        .insertInto('rate_window')
        .values({
          bucket: `GET ${BASE} 127.0.0.1`,
          window_start: new Date(Math.floor(other.clock.now().getTime() / 60_000) * 60_000),
          hits: 599,
        })
        .execute();
      const answers = [
        await other.call('ada', 'GET', `${BASE}?text=a`),
        await other.call('ada', 'GET', `${BASE}?text=a`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    } finally {
      await other.close();
    }
  });
});
