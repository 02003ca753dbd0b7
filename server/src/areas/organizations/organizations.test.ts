import { LIMITS, ZERO_UUID } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { newestEvent } from '../../testing/sign-in.ts';

const BASE = '/account/ui-api/v1/organization';
const FIELDS = {
  name: 'Nordmark Treasury',
  address: 'Hafenstraße 7',
  address2: '',
  city: 'Kiel',
  state: 'SH',
  zip_code: '24103',
  country: 'DE',
  phone: '+49431123',
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const create = async (person: Name, fields: object = {}): Promise<Answer['body']> =>
  (await app.call(person, 'POST', BASE, { ...FIELDS, ...fields })).body;
const names = (answer: Answer): string[] => answer.body.items.map((one: { name: string }) => one.name);
const count = async (): Promise<number> =>
  Number(
    (
      await app.db
        .selectFrom('organization')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
/** Many rows at once, of which the search over everything does not hear: it would take seconds over them. */
const writeUnsearched = (write: RawBuilder<unknown>) =>
  app.db.transaction().execute(async (tx) => {
    await sql`alter table organization disable trigger organization_search`.execute(tx);
    await write.execute(tx);
    await sql`alter table organization enable trigger organization_search`.execute(tx);
  });
const newest = () => newestEvent(app);

describe('an organization', () => {
  test('[S-333 S-334 A-007] is created in the own account, read back with every field, and audited', async () => {
    const answer = await app.call('cleo', 'POST', BASE, FIELDS);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...FIELDS,
      account_id: accountOf('nordmark-lb'),
      account_name: 'Nordmark Landesbank',
      version: 1,
      updated_by_name: 'Cleo Marchetti',
      abilities: { edit: true, delete: true },
    });
    expect((await app.call('cleo', 'GET', `${BASE}/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await newest()).toMatchObject({
      action: 'CREATE',
      resource_type: 'ORGANIZATION',
      resource_id: answer.body.id,
      account_id: accountOf('nordmark-lb'),
      after: FIELDS,
      result: 'success',
    });
  });

  test('[S-333 S-419] is created in another account by those who may see it, and nowhere else', async () => {
    expect((await create('ada', { account_id: accountOf('orsini-custody') })).account_name).toBe('Orsini Custody');
    expect((await create('ben', { account_id: accountOf('nordmark-lb') })).account_name).toBe('Nordmark Landesbank');
    expect((await create('ben')).account_name).toBe('Umbra Trust Services');
    expect((await create('ben', { account_id: ZERO_UUID })).account_name).toBe('Umbra Trust Services');
    const before = await count();
    for (const [person, account] of [
      ['ben', 'orsini-custody'],
      ['bea', 'nordmark-lb'],
      ['cleo', 'umbra-trust'],
      ['carl', 'nordmark-lb'],
    ] as const) {
      const answer = await app.call(person, 'POST', BASE, { ...FIELDS, account_id: accountOf(account) });
      expect([person, answer.status, Object.keys(answer.body.error.fields)]).toEqual([person, 404, ['account_id']]);
    }
    expect(await count()).toBe(before);
  });

  test('[S-335] is edited; fields that are not sent stay', async () => {
    const { id } = await create('cleo');
    const answer = await app.call('ben', 'PUT', `${BASE}/${id}`, {
      name: 'Nordmark Treasury AG',
      country: 'CH',
      city: ' Zürich ',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...FIELDS,
      name: 'Nordmark Treasury AG',
      country: 'CH',
      city: 'Zürich',
      version: 2,
      updated_by_name: 'Ben Okafor',
    });
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      resource_type: 'ORGANIZATION',
      before: { name: 'Nordmark Treasury', country: 'DE' },
      after: { name: 'Nordmark Treasury AG', country: 'CH' },
    });
  });

  test('what changes nothing neither counts as a change nor is recorded', async () => {
    const one = await create('cleo');
    const contact = (
      await app.call('cleo', 'POST', `${BASE}/${one.id}/contact`, {
        first_name: 'Jo',
        last_name: '李·小龙',
        email: 'jo@nordmark.example',
      })
    ).body;
    const before = await newest();
    expect((await app.call('ben', 'PUT', `${BASE}/${one.id}`, FIELDS)).body).toMatchObject({
      version: 1,
      updated_by_name: 'Cleo Marchetti',
    });
    expect(
      (
        await app.call('ben', 'PUT', `${BASE}/${one.id}/contact/${contact.id}`, {
          first_name: 'Jo',
          last_name: '李·小龙',
          email: 'jo@nordmark.example',
        })
      ).body,
    ).toMatchObject({ version: 1 });
    expect(await newest()).toEqual(before);
  });

  test('of two who save at once the second is told by whom and when, and nothing is overwritten', async () => {
    const { id, version } = await create('cleo');
    const both = await Promise.all([
      app.call('ben', 'PUT', `${BASE}/${id}?version=${version}`, { ...FIELDS, city: 'Bremen' }),
      app.call('ada', 'PUT', `${BASE}/${id}?version=${version}`, { ...FIELDS, city: 'Lübeck' }),
    ]);
    const first = both.find(({ status }) => status === 200);
    const second = both.find(({ status }) => status !== 200);
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: { status: 'CHANGED_MEANWHILE', params: { by: first?.body.updated_by_name, at: first?.body.updated_at } },
      },
    });
    expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).body).toEqual({ ...first?.body });
    expect((await app.call('ada', 'PUT', `${BASE}/${id}?version=2`, { ...FIELDS, city: 'Lübeck' })).status).toBe(200);
  });

  test('who saved it first is somebody else, where the second may not know who it was', async () => {
    const orsini = accountOf('orsini-custody');
    const { id } = await create('bea', { account_id: orsini });
    const give = (partner: string) =>
      app.call('ada', 'PUT', `/account/ui-api/v1/account/${orsini}/partner`, {
        partner_account_id: accountOf(partner),
      });
    expect((await give('umbra-trust')).status).toBe(200);
    const late = await app.call('ben', 'PUT', `${BASE}/${id}?version=7`, { ...FIELDS, account_id: undefined });
    expect((await give('calder-identity')).status).toBe(200);
    expect(late).toMatchObject({
      status: 409,
      body: {
        error: {
          status: 'CHANGED_MEANWHILE',
          message: expect.stringMatching(/^Somebody else saved this while you were editing\./),
          params: { by: '', named: 'no' },
        },
      },
    });
  });

  test('[S-336] is deleted with its contacts', async () => {
    const { id } = await create('cleo');
    await app.call('cleo', 'POST', `${BASE}/${id}/contact`, {
      first_name: 'Emil',
      last_name: 'Haugen',
      email: 'emil@nordmark-lb.example',
    });
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await newest()).toMatchObject({
      action: 'DELETE',
      resource_type: 'ORGANIZATION',
      resource_id: id,
      before: { name: FIELDS.name },
    });
    for (const path of [id, `${id}/contact`])
      expect((await app.call('cleo', 'GET', `${BASE}/${path}`)).status).toBe(404);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}`)).status).toBe(404);
  });

  test.each([
    ['name', '', 'REQUIRED'],
    ['name', '   ', 'REQUIRED'],
    ['name', 'x'.repeat(256), 'MAX_LENGTH'],
    ['name', '<script>alert(1)</script>', 'INVALID_LEGAL_NAME'],
    ['country', '', 'REQUIRED_CHOICE'],
    ['country', 'XX', 'INVALID_INPUT'],
    ['country', 'KP', 'INVALID_INPUT'],
    ['country', 'de', 'INVALID_INPUT'],
    ['phone', 'ring me', 'INVALID_PHONE'],
    ['city', 'Kiel\nBcc: all', 'INVALID_INPUT'],
    ['address', 'x'.repeat(256), 'MAX_LENGTH'],
    ['zip_code', 'x'.repeat(33), 'MAX_LENGTH'],
    ['id', newId(), 'UNKNOWN_FIELD'],
    ['account_id', 'nordmark', 'INVALID_INPUT'],
  ])('[A-008] %s %j is refused under its field, nothing is written', async (field, value, status) => {
    const before = await count();
    const answer = await app.call('ada', 'POST', BASE, {
      ...FIELDS,
      account_id: accountOf('nordmark-lb'),
      [field]: value,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields[field].status).toBe(status);
    expect(await count()).toBe(before);
  });

  test('[A-008] without name and country says both', async () => {
    const answer = await app.call('cleo', 'POST', BASE, {});
    expect([answer.status, Object.keys(answer.body.error.fields).toSorted()]).toEqual([400, ['country', 'name']]);
  });

  test('[S-230] somebody who may only view reads and changes nothing', async () => {
    const { id } = await create('cleo');
    await app.db
      .updateTable('user_role')
      .set({
        role_id: (
          await app.db
            .selectFrom('role')
            .select('id')
            .where('app_code', '=', 'account_manager')
            .where('name', '=', 'Auditor')
            .where('predefined', '=', true)
            .executeTakeFirstOrThrow()
        ).id,
      })
      .where('user_id', '=', app.userIds.get('cleo') ?? '')
      .execute();
    expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).body.abilities).toEqual({ edit: false, delete: false });
    expect((await app.call('cleo', 'POST', BASE, FIELDS)).status).toBe(403);
    expect((await app.call('cleo', 'PUT', `${BASE}/${id}`, FIELDS)).status).toBe(403);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}`)).status).toBe(403);
    expect((await app.call('cleo', 'POST', `${BASE}/${id}/contact`, {})).status).toBe(403);
    await app.db
      .updateTable('user_role')
      .set({
        role_id: (
          await app.db
            .selectFrom('role')
            .select('id')
            .where('app_code', '=', 'account_manager')
            .where('name', '=', 'Account administrator')
            .where('predefined', '=', true)
            .executeTakeFirstOrThrow()
        ).id,
      })
      .where('user_id', '=', app.userIds.get('cleo') ?? '')
      .execute();
  });
});

describe('a contact', () => {
  const CONTACT = { first_name: 'Emil', last_name: 'Haugen', email: 'emil@nordmark-lb.example', phone: '+49431999' };

  test('[S-337 S-338 A-008] is added, listed by last name, edited and deleted, each audited', async () => {
    const { id } = await create('cleo');
    const added = await app.call('cleo', 'POST', `${BASE}/${id}/contact`, CONTACT);
    expect([added.status, added.body]).toMatchObject([201, { ...CONTACT, organization_id: id, version: 1 }]);
    await app.call('cleo', 'POST', `${BASE}/${id}/contact`, {
      first_name: 'Åse',
      last_name: 'ahlgren',
      email: 'aase@nordmark-lb.example',
    });
    const listed = await app.call('cleo', 'GET', `${BASE}/${id}/contact`);
    expect(listed.body).toMatchObject({ total: 2, total_exact: true });
    expect(listed.body.items.map((one: { last_name: string }) => one.last_name)).toEqual(['ahlgren', 'Haugen']);
    const both = await app.call('cleo', 'GET', `${BASE}/${id}/contact?sort=name:desc&sort=name:asc`);
    expect(both.body.items.map((one: { last_name: string }) => one.last_name)).toEqual(['Haugen', 'ahlgren']);

    const place = `${BASE}/${id}/contact/${added.body.id}`;
    expect(
      (await app.call('ben', 'PUT', `${place}?version=1`, { ...CONTACT, email: 'emil.haugen@nordmark-lb.example' }))
        .body,
    ).toMatchObject({ email: 'emil.haugen@nordmark-lb.example', version: 2, updated_by_name: 'Ben Okafor' });
    expect((await app.call('cleo', 'PUT', `${place}?version=1`, CONTACT)).body.error).toMatchObject({
      status: 'CHANGED_MEANWHILE',
      params: { by: 'Ben Okafor' },
    });
    expect((await app.call('cleo', 'GET', place)).body.email).toBe('emil.haugen@nordmark-lb.example');
    expect((await app.call('cleo', 'DELETE', place)).status).toBe(204);
    expect(await newest()).toMatchObject({
      action: 'DELETE',
      resource_type: 'CONTACT',
      resource_name: 'Emil Haugen',
      account_id: accountOf('nordmark-lb'),
    });
    expect((await app.call('cleo', 'GET', place)).status).toBe(404);
  });

  test('[S-122] belongs to one organization and is not found under another', async () => {
    const [one, other] = [await create('cleo'), await create('cleo', { name: 'Nordmark Leasing' })];
    const { body: contact } = await app.call('cleo', 'POST', `${BASE}/${one.id}/contact`, CONTACT);
    expect((await app.call('cleo', 'GET', `${BASE}/${other.id}/contact`)).body.items).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(
        (
          await app.call(
            'cleo',
            method,
            `${BASE}/${other.id}/contact/${contact.id}`,
            method === 'PUT' ? CONTACT : undefined,
          )
        ).status,
      ).toBe(404);
    }
  });

  test('[A-008] needs names and an email', async () => {
    const { id } = await create('cleo');
    const answer = await app.call('cleo', 'POST', `${BASE}/${id}/contact`, {
      first_name: '',
      last_name: '',
      email: '',
    });
    expect(
      Object.entries(answer.body.error.fields).map(([field, reason]) => [field, (reason as { status: string }).status]),
    ).toEqual([
      ['first_name', 'REQUIRED'],
      ['last_name', 'REQUIRED'],
      ['email', 'REQUIRED'],
    ]);
    expect((await app.call('cleo', 'GET', `${BASE}/${id}/contact`)).body.total).toBe(0);
  });

  test('of somebody else’s organization does not exist', async () => {
    const { id } = await create('cleo');
    const { body: contact } = await app.call('cleo', 'POST', `${BASE}/${id}/contact`, CONTACT);
    for (const person of ['bea', 'carl'] as const) {
      for (const [method, path, body] of [
        ['GET', `${id}`],
        ['PUT', `${id}`, FIELDS],
        ['DELETE', `${id}`],
        ['GET', `${id}/contact`],
        ['POST', `${id}/contact`, CONTACT],
        ['GET', `${id}/contact/${contact.id}`],
        ['PUT', `${id}/contact/${contact.id}`, CONTACT],
        ['DELETE', `${id}/contact/${contact.id}`],
      ] as const) {
        expect((await app.call(person, method, `${BASE}/${path}`, body)).status, `${person} ${method} ${path}`).toBe(
          404,
        );
      }
    }
    expect((await app.call('cleo', 'GET', `${BASE}/${id}/contact/${contact.id}`)).status).toBe(200);
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await app.db.deleteFrom('organization').execute();
    for (const [name, city, country, account] of [
      ['Äpfel & Birnen', 'Köln', 'DE', 'nordmark-lb'],
      ['apfelwerk', 'Basel', 'CH', 'nordmark-lb'],
      ['Zeta_1', 'Łódź', 'PL', 'nordmark-lb'],
      ['Ångström Labs', 'Uppsala', 'SE', 'orsini-custody'],
      ['Umbra Office', 'Oslo', 'NO', 'umbra-trust'],
      ['100% Signatur', 'Kiel', 'DE', 'signet-platform'],
    ] as const)
      await create('ada', { name, city, country, account_id: accountOf(account) });
  });
  const list = (person: Name, query = '') => app.call(person, 'GET', `${BASE}${query}`);

  test('[S-419] of no account, said by the zero UUID, is that of all', async () => {
    expect((await list('ada', `?account_id=${ZERO_UUID}`)).body.total).toBe(6);
    expect((await list('ada', `?account_id=${accountOf('orsini-custody')}`)).body.total).toBe(1);
  });

  test('[S-332] tells the total of a page that is full, of one that is not, and of one beyond the end', async () => {
    const totals = async (person: Name, query: string) => {
      const { body } = await list(person, query);
      return [body.items.length, body.total, body.total_exact];
    };
    for (const [person, all] of [
      ['cleo', 3],
      ['ada', 6],
    ] as const) {
      expect([
        person,
        await totals(person, `?limit=${all}`),
        await totals(person, `?limit=${all - 1}`),
        await totals(person, '?limit=1&offset=2'),
        await totals(person, '?offset=50'),
      ]).toEqual([person, [all, all, true], [all - 1, all, true], [1, all, true], [0, all, true]]);
    }
    expect(await totals('cleo', '?country=ZA')).toEqual([0, 0, true]);
  });

  test('[S-332] names in the order people expect, and back', async () => {
    const sorted = ['100% Signatur', 'Ångström Labs', 'Äpfel & Birnen', 'apfelwerk', 'Umbra Office', 'Zeta_1'];
    expect(names(await list('ada'))).toEqual(sorted);
    expect(names(await list('ada', '?sort=name:desc'))).toEqual(sorted.toReversed());
    expect(names(await list('ada', '?sort=country:asc&sort=name:desc')).slice(0, 3)).toEqual([
      'apfelwerk',
      'Äpfel & Birnen',
      '100% Signatur',
    ]);
  });

  test('[S-332 S-221] system sees all, a partner its own and its customers’, an account its own', async () => {
    expect((await list('ada')).body).toMatchObject({ total: 6, total_exact: true });
    expect(names(await list('ben')).toSorted()).toEqual(['Umbra Office', 'Zeta_1', 'apfelwerk', 'Äpfel & Birnen']);
    expect(names(await list('bea'))).toEqual(['Ångström Labs']);
    expect(names(await list('cleo'))).toEqual(['Äpfel & Birnen', 'apfelwerk', 'Zeta_1']);
    expect(names(await list('carl'))).toEqual(['Ångström Labs']);
    expect((await list('emil')).status).toBe(403);
  });

  test.each([
    ['name=apfel', ['Äpfel & Birnen', 'apfelwerk']],
    ['name=ÄPFEL%20%26', ['Äpfel & Birnen']],
    ['name=angstrom', ['Ångström Labs']],
    ['name=%25', ['100% Signatur']],
    ['name=_', ['Zeta_1']],
    ['city=lodz', ['Zeta_1']],
    ['country=DE', ['100% Signatur', 'Äpfel & Birnen']],
    ['name=nobody', []],
  ])('[S-332] filter %s ignores case and accents, and takes wildcards literally', async (query, expected) => {
    const answer = await list('ada', `?${query}`);
    expect([names(answer), answer.body.total]).toEqual([expected, expected.length]);
  });

  test('of one account', async () => {
    expect(names(await list('ada', `?account_id=${accountOf('orsini-custody')}`))).toEqual(['Ångström Labs']);
    expect(names(await list('cleo', `?account_id=${accountOf('orsini-custody')}`))).toEqual([]);
  });

  test('[S-332] pages without loss or repetition', async () => {
    const pages = await Promise.all(
      [0, 2, 4, 6].map(async (offset) => names(await list('ada', `?limit=2&offset=${offset}`))),
    );
    expect(pages.flat()).toEqual(names(await list('ada')));
  });

  test.each([
    '?sort=phone:asc',
    '?sort=name',
    '?sort=name:up',
    '?limit=0',
    '?limit=abc',
    '?offset=-1',
    '?color=red',
    '?country=DEU',
    '?account_id=x',
    '?count=some',
    '?name=%00',
    '?city=a%00b',
  ])('%s is refused', async (query) => {
    expect((await list('ada', query)).status).toBe(400);
  });

  test('leaves as CSV: what the viewer may see and asked for, formulas harmless, heads in the language', async () => {
    await create('ada', { name: '+SUM(A1', city: '-1', account_id: accountOf('nordmark-lb') });
    const answer = await app.call('cleo', 'GET', `${BASE}/export?locale=de_DE&sort=name:desc`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="organizations-2026-11-21.csv"',
    });
    const lines: string[] = answer.body.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFName,Adresse,"Adresse, zweite Zeile",Ort,Bundesland oder Provinz,Postleitzahl,Land,Telefon,Konto',
    );
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual([
      'Zeta_1',
      'apfelwerk',
      'Äpfel & Birnen',
      "'+SUM(A1",
    ]);
    expect(lines[4]).toContain(",'-1,");
    expect((await app.call('carl', 'GET', `${BASE}/export?name=apfel`)).body.split('\r\n')).toHaveLength(2);
    expect((await app.call('cleo', 'GET', `${BASE}/export?limit=1`)).status).toBe(400);
    const [one, foreign] = await Promise.all(
      ['apfelwerk', 'Umbra Office'].map(
        async (name) => (await app.call('ada', 'GET', `${BASE}?name=${name}`)).body.items[0].id as string,
      ),
    );
    expect(
      (await app.call('cleo', 'GET', `${BASE}/export?id=${one}&id=${foreign}`)).body.trimEnd().split('\r\n').slice(1),
    ).toEqual([expect.stringMatching(/^apfelwerk,/)]);
  });

  test('says "more than" where counting would take long, the exact number when asked, and of all of them', async () => {
    const length = LIMITS.countBound + 5;
    await writeUnsearched(
      sql`insert into organization (id, account_id, name, country, created_at, updated_at)
        select gen_random_uuid(), ${accountOf('orsini-custody')}, 'Branch ' || n, 'SE', now(), now()
        from generate_series(1, ${length}) n`,
    );
    expect((await list('carl', '?name=branch')).body).toMatchObject({ total: LIMITS.countBound, total_exact: false });
    const { body: all } = await list('carl', '?limit=99999');
    expect(all.items.length).toBeGreaterThanOrEqual(length);
    expect((await list('carl', '?limit=5')).body).toMatchObject({ total: all.items.length, total_exact: true });
    expect((await list('carl', '?limit=5&count=exact')).body.total).toBe(all.items.length);
    expect((await list('ada', '?limit=5')).body.total).toBe((await list('ada', '?limit=99999')).body.items.length);
    expect((await list('carl', '?name=branch&count=exact')).body).toMatchObject({ total: length, total_exact: true });
    expect((await list('cleo', '?name=branch')).body.total).toBe(0);
    const whole = await app.call('carl', 'GET', `${BASE}/export?name=branch`);
    expect(whole.body.trimEnd().split('\r\n')).toHaveLength(length + 1);
    expect(new Set(whole.body.split('\r\n')).size).toBe(length + 2);
    await writeUnsearched(sql`delete from organization where name like 'Branch %'`);
  });

  test('of six at once four go on, two are told to wait, and afterwards all is well', async () => {
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%organization o%'`;
    // Two of one person, at most.
    const people = ['ada', 'ada', 'carl', 'carl', 'cleo', 'cleo'] as const;
    for (const person of people) await app.call(person, 'GET', BASE);
    const hold = await app.pool.connect();
    await hold.query('begin');
    await hold.query('lock table organization in access exclusive mode');
    const refused: number[] = [];
    const all = people.map(async (person) => {
      const { status } = await app.call(person, 'GET', `${BASE}/export`);
      if (status !== 200) refused.push(status);
      return status;
    });
    try {
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { interval: 5 }).toBe(4);
      await expect.poll(() => refused, { interval: 5 }).toEqual([429, 429]);
    } finally {
      await hold.query('rollback');
      hold.release();
    }
    expect((await Promise.all(all)).filter((status) => status === 200)).toHaveLength(4);
    expect((await app.call('ada', 'GET', `${BASE}/export?name=apfel`)).status).toBe(200);
  });
});

test('names of other scripts are found by any part of them, one sign too', async () => {
  for (const name of ['株式会社・テスト', 'Банк Север', 'Kontor 銀行 Øst', 'Kontor Ost'])
    await create('carl', { name });
  const found = async (text: string) =>
    names(await app.call('carl', 'GET', `${BASE}?name=${encodeURIComponent(text)}`)).toSorted();
  expect(await found('会社')).toEqual(['株式会社・テスト']);
  expect(await found('社')).toEqual(['株式会社・テスト']);
  expect(await found('・テ')).toEqual(['株式会社・テスト']);
  expect(await found('СЕВ')).toEqual(['Банк Север']);
  expect(await found('銀行 øst')).toEqual(['Kontor 銀行 Øst']);
  expect(await found('øst')).toEqual(['Kontor Ost', 'Kontor 銀行 Øst']);
  expect(await found('会テ')).toEqual([]);
  expect((await app.call('cleo', 'GET', `${BASE}?name=${encodeURIComponent('会社')}`)).body.total).toBe(0);
});

describe('an account that changes hands', () => {
  test('[S-221] takes its organizations along: to its next partner, to nobody while deleted, and back', async () => {
    const { id, body } = {
      id: accountOf('orsini-custody'),
      body: await create('carl', { name: 'Moved with its account' }),
    };
    const seen = async () =>
      Promise.all(
        (['ada', 'ben', 'bea'] as const).map(
          async (person) => names(await app.call(person, 'GET', `${BASE}?name=moved%20with`)).length,
        ),
      );
    const readable = async () =>
      Promise.all(
        (['ada', 'ben', 'bea'] as const).map(
          async (person) => (await app.call(person, 'GET', `${BASE}/${body.id}`)).status,
        ),
      );
    expect(await seen()).toEqual([1, 0, 1]);
    expect(
      (
        await app.call('ada', 'PUT', `/account/ui-api/v1/account/${id}/partner`, {
          partner_account_id: accountOf('umbra-trust'),
        })
      ).status,
    ).toBe(200);
    expect([await seen(), await readable()]).toEqual([
      [1, 1, 0],
      [200, 200, 404],
    ]);
    const deleted = (at: Date | null) =>
      app.db.updateTable('account').set({ deleted_at: at }).where('id', '=', id).execute();
    await deleted(app.clock.now());
    expect(await seen()).toEqual([0, 0, 0]);
    expect(await readable()).toEqual([404, 404, 404]);
    await deleted(null);
    expect(await seen()).toEqual([1, 1, 0]);
  });
});
