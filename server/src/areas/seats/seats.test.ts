/** Seats, and what is issued for them: by profiles and templates, and what a license allows. */
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainOf } from '../../authority/authority-store.ts';
import { releaseEnded } from '../../authority/ended-store.ts';
import { revokeCertificate } from '../../authority/revocation-store.ts';
import { tendAuthorities } from '../../authority/tending.ts';
import { discount, leftFor } from '../../license-ledger/counted.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { takeKeysAway } from '../../testing/keys-away.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const V1 = '/account/ui-api/v1';
const ENROLLMENT = '/account/ui-api/v2/enrollment';
const SEAT = { type: 'server', name: 'Mail', identifier: 'mail.nordmark-lb.example' };
const STATUS_RESPONDER = '00000000-0000-7000-8000-0000000000c5';
const PROFILE = {
  name: 'Servers',
  key_usage: ['digitalSignature'],
  purposes: ['server_auth'],
  key_types: ['ec_p256'],
  days: 90,
};

const ssl = openSsl();
let app: TestApp;
let authorityId: string;
beforeAll(async () => {
  app = await startTestApp();
  authorityId = await withAuthorities(app);
});
afterAll(async () => {
  rmSync(ssl.folder, { recursive: true });
  await app.close();
});

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const post = (person: Name, path: string, body: object): Promise<Answer> => app.call(person, 'POST', V1 + path, body);
const put = (person: Name, path: string, body: object): Promise<Answer> => app.call(person, 'PUT', V1 + path, body);
const get = (person: Name, path: string): Promise<Answer> => app.call(person, 'GET', V1 + path);
const v2 = (person: Name, method: 'GET' | 'PUT' | 'DELETE', id: string, body?: object): Promise<Answer> =>
  app.call(person, method, `/account/ui-api/v2/seat/${id}`, body);
const fields = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries<{ status: string }>(body.error.fields ?? {}).map(([name, { status }]) => [name, status]),
  );
const names = ({ body }: Answer): string[] => body.items.map(({ name }: { name: string }) => name);

let counter = 0;
const seat = async (more: object = {}): Promise<string> => {
  counter += 1;
  return (await post('cleo', '/seat', { ...SEAT, identifier: `host-${counter}.nordmark-lb.example`, ...more })).body.id;
};
const profile = async (person: Name = 'cleo', more: object = {}): Promise<string> => {
  counter += 1;
  return (await post(person, '/profile', { ...PROFILE, name: `Profile ${counter}`, ...more })).body.id;
};
const template = async (person: Name = 'cleo', more: object = {}): Promise<Answer> => {
  counter += 1;
  const profile_id = 'profile_id' in more ? undefined : await profile(person);
  return post(person, '/template', { name: `Template ${counter}`, profile_id, seat_types: ['server'], ...more });
};
/** A certificate request by a new key. */
function request(key = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']): string {
  ssl.run('genpkey', ...key, '-out', 'key.pem');
  ssl.run('req', '-new', '-key', 'key.pem', '-subj', '/CN=evil.example/O=Wish', '-out', 'request.pem');
  return ssl.get('request.pem').toString();
}

describe('seats', () => {
  test('[S-348] have types', async () => {
    const { body } = await get('cleo', '/seat/types');
    expect(body.items.map(({ type }: { type: string }) => type)).toEqual(['user', 'device', 'server', 'organization']);
    expect(body.total).toBe(4);
  });

  test('[S-349 S-351] are made, read, edited and deleted by those who see the account', async () => {
    const made = await post('cleo', '/seat', { ...SEAT, email: 'it@nordmark-lb.example' });
    expect(made.body).toMatchObject({ ...SEAT, account_name: 'Nordmark Landesbank', certificates: 0, version: 1 });
    const { id } = made.body;
    expect((await v2('ben', 'GET', id)).body).toEqual(made.body);
    expect(names(await get('cleo', '/seat?name=MAIL&type=server'))).toEqual(['Mail']);
    await seat({ name: 'Mail archive' });
    await seat({ type: 'device', name: 'Mail scanner' });
    const listed = await get('cleo', '/seat?name=MAIL&type=server&limit=1');
    expect([listed.status, names(listed), listed.body.total]).toEqual([200, ['Mail'], 2]);
    for (const person of ['carl', 'bea'] as const) {
      for (const method of ['GET', 'DELETE'] as const) expect((await v2(person, method, id)).status).toBe(404);
      expect((await v2(person, 'PUT', id, { name: 'Mine' })).status).toBe(404);
    }
    const read = `${id}?version=1`;
    expect((await v2('cleo', 'PUT', read, { name: 'Mail 2' })).body).toMatchObject({ name: 'Mail 2', version: 2 });
    const late = await v2('ben', 'PUT', read, { name: 'Mail 3' });
    expect([late.status, late.body.error?.status]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(fields(await post('cleo', '/seat', { ...SEAT, identifier: 'MAIL.nordmark-lb.example' }))).toEqual({
      identifier: 'SEAT_EXISTS',
    });
    expect((await v2('cleo', 'DELETE', id)).status).toBe(204);
    expect((await v2('cleo', 'GET', id)).status).toBe(404);
  });

  test('are known by what fits their type', async () => {
    for (const [type, identifier, status] of [
      ['user', 'cleo', 'INVALID_EMAIL'],
      ['server', 'not a host', 'INVALID_HOST'],
      ['server', 'localhost', 'INVALID_HOST'],
      ['server', '10.0.0.256', 'INVALID_HOST'],
      ['server', '010.0.0.7', 'INVALID_HOST'],
      ['server', '*.0.0.7', 'INVALID_HOST'],
      ['server', 'mail.7', 'INVALID_HOST'],
      ['device', '', 'REQUIRED'],
    ])
      expect([type, fields(await post('cleo', '/seat', { type, name: 'X', identifier }))['identifier']]).toEqual([
        type,
        status,
      ]);
    for (const [name, status] of [
      ['n'.repeat(65), 'MAX_LENGTH'],
      ['\u200b', 'REQUIRED'],
    ])
      expect(fields(await post('cleo', '/seat', { ...SEAT, name }))).toEqual({ name: status });
    expect((await post('cleo', '/seat', { ...SEAT, type: 'pigeon' })).status).toBe(400);
    expect(fields(await post('cleo', '/seat', { ...SEAT, account_id: accountOf('orsini-custody') }))).toEqual({
      account_id: 'NOT_FOUND',
    });
  });

  test('[S-350] are counted: how many more there may be, and none beyond', async () => {
    const read = async () => (await get('cleo', '/seat/available')).body;
    const before = await read();
    const id = await seat();
    expect(await read()).toEqual({
      account_id: accountOf('nordmark-lb'),
      seats: before.seats + 1,
      available: before.available - 1,
      draws_on: { of: 'withheld', name: null },
    });
    const toldTo = async (name: Name) =>
      (await get(name, `/seat/available?account_id=${accountOf('nordmark-lb')}`)).body.draws_on;
    expect([await toldTo('ada'), await toldTo('ben')]).toEqual([
      { of: 'platform', name: null },
      { of: 'withheld', name: null },
    ]);
    await v2('cleo', 'DELETE', id);
    expect(await read()).toEqual(before);
    expect((await get('cleo', `/seat/available?account_id=${accountOf('orsini-custody')}`)).status).toBe(404);
  });
});

describe('certificate profiles', () => {
  test('[S-249 S-355 A-010 S-352] are listed: the product’s own and those of the account', async () => {
    const id = await profile('cleo', { name: 'Mail servers' });
    const all = await get('cleo', '/profile?limit=99999999');
    expect(names(all)).toEqual(
      expect.arrayContaining(['Client authentication', 'Server authentication', 'Mail servers']),
    );
    expect(names(all)).not.toContain('Root authority');
    expect(names(await get('ada', '/profile'))).toContain('Root authority');
    expect((await get('cleo', '/profile?limit=100000000')).status).toBe(400);
    for (const [query, found] of [
      ['name=CLIENT', ['Client authentication']],
      [`account_id=${accountOf('nordmark-lb')}`, ['Mail servers']],
      ['cert_type=root_ca', ['Root authority']],
      ['built_in=false', ['Mail servers']],
    ] as const)
      expect([query, names(await get('ada', `/profile?${query}`))]).toEqual([query, found]);
    expect((await get('cleo', `/profile/${id}`)).body).toMatchObject({ name: 'Mail servers', why_not_manage: null });
    for (const path of [`/profile/${id}`, `/account/${accountOf('nordmark-lb')}/profile`])
      expect((await get('carl', path)).status).toBe(404);
    const usable = await get('ben', `/account/${accountOf('nordmark-lb')}/profile`);
    expect(names(usable)).toContain('Mail servers');
    expect(names(usable)).not.toContain('Status responder');
    expect(names(await get('ada', `/account/${accountOf('orsini-custody')}/profile`))).not.toContain('Mail servers');
  });

  test('[S-355] are made and edited by what the standards allow', async () => {
    const own = `/profile/${await profile()}`;
    for (const [wrong, refused] of [
      [
        { key_usage: ['keyEncipherment'], purposes: ['client_auth'], key_types: ['rsa_2048'] },
        { key_usage: 'SIGNATURE_NEEDED' },
      ],
      [{ key_usage: ['digitalSignature', 'keyEncipherment'] }, { key_usage: 'ENCIPHERMENT_BY_CURVE' }],
      [{ days: 826 }, { days: 'INVALID_NUMBER' }],
      [{ purposes: ['email_protection'], days: 826 }, { days: 'INVALID_NUMBER' }],
      [{ days: 0 }, { days: 'INVALID_NUMBER' }],
      [
        { purposes: [], key_types: [] },
        { purposes: 'NOTHING_CHOSEN', key_types: 'NOTHING_CHOSEN' },
      ],
    ] as const) {
      expect(fields(await post('cleo', '/profile', { ...PROFILE, ...wrong }))).toEqual(refused);
      expect(fields(await put('cleo', own, { ...PROFILE, ...wrong }))).toEqual(refused);
    }
    for (const usage of ['keyCertSign', 'cRLSign'])
      expect((await post('cleo', '/profile', { ...PROFILE, key_usage: [usage] })).status).toBe(400);
    const name = 'Twice';
    await profile('cleo', { name });
    expect(fields(await post('cleo', '/profile', { ...PROFILE, name: 'TWICE' }))).toEqual({
      name: 'PROFILE_NAME_EXISTS',
    });
  });

  test('that come with the product, or are for all accounts, are not changed by accounts', async () => {
    const builtIn = (await get('ada', '/profile?built_in=true&name=client')).body.items[0].id;
    expect((await put('ada', `/profile/${builtIn}`, PROFILE)).body.error.status).toBe('PROFILE_BUILT_IN');
    expect((await put('ada', `/profile/${builtIn}/archived`, { archived: true })).body.error.status).toBe(
      'PROFILE_BUILT_IN',
    );
    const shared = await profile('ada');
    expect((await get('cleo', `/profile/${shared}`)).body.why_not_manage).toEqual({ status: 'OF_THE_PLATFORM' });
    expect((await put('cleo', `/profile/${shared}`, PROFILE)).status).toBe(403);
    const own = await profile();
    const read = `/profile/${own}?version=1`;
    expect((await put('cleo', read, { ...PROFILE, name: 'Ours', days: 30 })).body.days).toBe(30);
    const late = await put('ben', read, { ...PROFILE, name: 'Mine' });
    expect([late.status, late.body.error?.status]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await put('cleo', `/profile/${own}/archived`, { archived: true })).body.archived_at).not.toBeNull();
    expect(names(await get('cleo', '/profile?archived=true'))).toEqual(['Ours']);
    const usable = names(await get('cleo', `/account/${accountOf('nordmark-lb')}/profile?limit=1000`));
    expect([usable.includes('Mail servers'), usable.includes('Ours')]).toEqual([true, false]);
  });
});

describe('templates', () => {
  test('[S-352 A-009] are listed; tenants have those for people, devices and servers alone', async () => {
    const authority = (await get('ada', '/profile?cert_type=issuing_ca')).body.items[0].id;
    const forAuthorities = await template('ada', { name: 'Sub-authorities', profile_id: authority });
    expect(forAuthorities.body).toMatchObject({ cert_type: 'issuing_ca', account_id: null });
    const own = await template('cleo', { name: 'Own' });
    await template('ada', { name: 'For all' });
    const paged = await get('cleo', '/template?limit=1&offset=1');
    expect([paged.body.items.length, paged.body.limit, paged.body.offset]).toEqual([1, 1, 1]);
    expect(names(await get('cleo', '/template'))).toEqual(expect.arrayContaining(['For all', 'Own']));
    expect(names(await get('cleo', '/template'))).not.toContain('Sub-authorities');
    // What is to be found and what is not: each filter, and what an account may use.
    await template('ada', { name: 'Of Orsini', account_id: accountOf('orsini-custody') });
    const over = (await template('cleo', { name: 'Over' })).body.id;
    await put('cleo', `/template/${over}/archived`, { archived: true });
    for (const [query, found] of [
      ['name=OWN', ['Own']],
      ['cert_type=issuing_ca', ['Sub-authorities']],
      [`account_id=${accountOf('nordmark-lb')}`, ['Over', 'Own']],
      ['archived=true', ['Over']],
    ] as const)
      expect([query, names(await get('ada', `/template?${query}`))]).toEqual([query, found]);
    expect(names(await get('ada', `/account/${accountOf('nordmark-lb')}/template`))).toEqual(['For all', 'Own']);
    expect((await get('cleo', `/template/${forAuthorities.body.id}`)).status).toBe(404);
    expect((await get('carl', `/template/${own.body.id}`)).status).toBe(404);
    expect((await get('carl', `/account/${accountOf('nordmark-lb')}/template`)).status).toBe(404);
  });

  test('name a profile and an authority that are for their account', async () => {
    const authorities = (await get('ada', '/profile?cert_type=issuing_ca')).body.items[0].id;
    const foreign = await profile('ada', { account_id: accountOf('orsini-custody') });
    for (const [more, refused] of [
      [{ profile_id: foreign }, { profile_id: 'NOT_FOUND' }],
      [{ profile_id: authorities }, { profile_id: 'NOT_FOUND' }],
      // The product's own for whoever answers for certificates: what is made by it is never revoked.
      [{ profile_id: STATUS_RESPONDER }, { profile_id: 'NOT_FOUND' }],
      [{ authority_id: foreign }, { authority_id: 'NOT_FOUND' }],
      [{ country: 'Germany' }, { country: expect.any(String) }],
      [{ country: 'XX' }, { country: 'INVALID_INPUT' }],
      [{ seat_types: [] }, { seat_types: 'NOTHING_CHOSEN' }],
    ] as const)
      expect(fields(await template('cleo', more))).toEqual(refused);
    const body = { profile_id: authorities, account_id: accountOf('nordmark-lb') };
    expect(fields(await template('ada', body))).toEqual({ profile_id: 'PROFILE_OF_AUTHORITIES' });
    expect((await template('cleo', { authority_id: authorityId })).body.authority_name).toBe('Signet Issuing CA');
  });

  test('keep their authority where an edit names none; null and the zero UUID take it away', async () => {
    const { body } = await template('cleo', { authority_id: authorityId });
    const edited = async (more: object) => {
      const edit = { name: body.name, profile_id: body.profile_id, seat_types: ['server'], ...more };
      return (await put('cleo', `/template/${body.id}`, edit)).body.authority_id;
    };
    expect(await edited({ country: 'DE' })).toBe(authorityId);
    expect(await edited({ authority_id: null })).toBeNull();
    expect(await edited({ authority_id: authorityId })).toBe(authorityId);
    expect(await edited({ authority_id: '00000000-0000-0000-0000-000000000000' })).toBeNull();
    expect((await template('cleo', { authority_id: null })).body.authority_id).toBeNull();
  });

  test('[S-427] are edited and archived by their owners', async () => {
    const { body } = await template('cleo', { name: 'Edited' });
    const edit = { name: 'Edited 2', profile_id: body.profile_id, seat_types: ['server', 'device'], country: 'DE' };
    const saved = await put('cleo', `/template/${body.id}?version=1`, edit);
    expect(saved.body).toMatchObject({ ...edit, seat_types: ['device', 'server'], version: 2 });
    expect((await put('ben', `/template/${body.id}?version=1`, edit)).body.error.status).toBe('CHANGED_MEANWHILE');
    expect((await put('cleo', `/template/${body.id}/archived`, { archived: true })).body.archived_at).not.toBeNull();
    // One whose profile is archived issues nothing, which is said of it; nor is it offered.
    const { id, profile_id } = (await template('cleo')).body;
    await put('cleo', `/profile/${profile_id}/archived`, { archived: true });
    expect((await get('cleo', `/template/${id}`)).body).toMatchObject({ archived_at: null, profile_archived: true });
    const offered = (await get('cleo', `/account/${accountOf('nordmark-lb')}/template`)).body.items;
    expect(offered.map((one: { id: string }) => one.id)).not.toContain(id);
    await put('cleo', `/profile/${profile_id}/archived`, { archived: false });
    expect((await get('cleo', `/template/${id}`)).body).toMatchObject({ profile_archived: false });
    const shared = (await template('ada')).body;
    for (const [path, change] of [
      ['', { name: 'Mine', profile_id: shared.profile_id, seat_types: ['server'] }],
      ['/archived', { archived: true }],
    ] as const) {
      const refused = await put('cleo', `/template/${shared.id}${path}`, change);
      expect([path, refused.status, refused.body.error?.status]).toEqual([path, 403, 'OF_THE_PLATFORM']);
    }
    expect((await get('cleo', `/template/${shared.id}`)).body).toMatchObject({ name: shared.name, archived_at: null });
  });

  test('are there for whoever saves them while somebody else gives them another profile', async () => {
    const { id, name, profile_id } = (await template('cleo')).body;
    const gives = sql`update certificate_template set version = version + 1, profile_id = ${await profile()}
      where id = ${id}`;
    const edit = { name, profile_id, seat_types: ['server'] };
    const late = await meanwhile(app, [gives], () => put('cleo', `/template/${id}?version=1`, edit));
    expect([late.status, late.body.error?.status]).toEqual([409, 'CHANGED_MEANWHILE']);
  });
});

describe('a certificate for a seat', () => {
  const order = async (more: object = {}) => ({
    seat_id: await seat(),
    template_id: (await template('cleo', { organization: 'Nordmark Landesbank', country: 'DE' })).body.id,
    csr: request(),
    ...more,
  });

  test('names what seat and template say, whatever the request wishes, and OpenSSL accepts it', async () => {
    const answer = await post(
      'cleo',
      '/certificate',
      await order({ seat_id: await seat({ identifier: 'www.nordmark.example' }) }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'issued',
      subject: 'CN=www.nordmark.example,O=Nordmark Landesbank,C=DE',
      seat: { name: 'Mail' },
      created_by_name: 'Cleo Marchetti',
      parsed: { alternativeNames: [{ kind: 'host', value: 'www.nordmark.example' }], purposes: ['server_auth'] },
    });
    const chain = await chainOf(app.db, authorityId);
    ssl.put('root.pem', pem('CERTIFICATE', chain[1] ?? Buffer.alloc(0)));
    ssl.put('issuing.pem', pem('CERTIFICATE', chain[0] ?? Buffer.alloc(0)));
    ssl.put('leaf.pem', answer.body.pem);
    const at = Math.floor(app.clock.now().getTime() / 1000);
    const how = `-x509_strict -purpose sslserver -verify_hostname www.nordmark.example -attime ${at}`;
    expect(ssl.ask(...`verify ${how} -CAfile root.pem -untrusted issuing.pem leaf.pem`.split(' '))).toMatchObject({
      agrees: true,
    });
    expect(names(await get('cleo', `/seat?name=www`))).toEqual(['Mail']);
    const listed = await get('cleo', `/certificate?seat_id=${answer.body.seat.id}`);
    expect(listed.body.total).toBe(1);
  });

  test('[S-348] of an organization names it, and no other one that the template says', async () => {
    const seat_id = await seat({ type: 'organization', name: 'Nordmark Leasing', identifier: 'HRB 1' });
    const says = { seat_types: ['organization'], organization: 'Nordmark Landesbank', country: 'DE' };
    const template_id = (await template('cleo', says)).body.id;
    const { body } = await post('cleo', '/certificate', await order({ seat_id, template_id }));
    expect(body.subject).toBe('CN=Nordmark Leasing,O=Nordmark Leasing,C=DE');
  });

  test('belongs to its seat, which is not deleted before it is revoked', async () => {
    const placed = await order();
    const { id } = (await post('cleo', '/certificate', placed)).body;
    expect((await v2('cleo', 'DELETE', placed.seat_id)).body.error).toMatchObject({
      status: 'SEAT_IN_USE',
      params: { count: 1 },
    });
    await put('cleo', `/certificate/${id}/revoke`, { reason: 'superseded' });
    expect((await v2('cleo', 'DELETE', placed.seat_id)).status).toBe(204);
    expect((await get('cleo', `/certificate/${id}`)).body).toMatchObject({ seat: null, status: 'revoked' });
  });

  test('[S-351] on hold keeps its seat as one that is good, until it has ended', async () => {
    const placed = await order();
    const { id } = (await post('cleo', '/certificate', placed)).body;
    await put('cleo', `/certificate/${id}/revoke`, { reason: 'certificateHold' });
    expect((await v2('cleo', 'DELETE', placed.seat_id)).body.error).toMatchObject({
      status: 'SEAT_IN_USE',
      params: { count: 1 },
    });
    const now = app.clock.now();
    const ended = { valid_to: new Date(now.getTime() - 1000) };
    await app.db.updateTable('certificate').set(ended).where('id', '=', id).execute();
    expect((await v2('cleo', 'DELETE', placed.seat_id)).status).toBe(204);
    expect(await releaseEnded(app.db, now)).toBe(1);
  });

  test('on hold goes on counting where all is counted anew, as in another generation', async () => {
    const left = () => leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    await countUncounted(app.db, app.clock.now());
    const before = await left();
    const { id } = (await post('cleo', '/certificate', await order())).body;
    await put('cleo', `/certificate/${id}/revoke`, { reason: 'certificateHold' });
    // What was used in a generation ends once the account shows another one.
    await app.db.transaction().execute((tx) => discount(tx, { kind: 'certificate', id }, app.clock.now()));
    await countUncounted(app.db, app.clock.now());
    expect(await left()).toBe((before ?? 0) - 1);
    expect((await app.call('cleo', 'PUT', `${V1}/certificate/${id}/release`)).status).toBe(200);
    expect(await left()).toBe((before ?? 0) - 1);
  });

  test('that another platform signed, as of an account that came, keeps no seat and frees its place', async () => {
    const left = () => leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    const before = await left();
    const placed = await order();
    const { id } = (await post('cleo', '/certificate', placed)).body;
    await app.db.updateTable('certificate').set({ authority_id: null }).where('id', '=', id).execute();
    await countUncounted(app.db, app.clock.now());
    expect(await left()).toBe((before ?? 0) - 1);
    expect((await put('cleo', `/certificate/${id}/revoke`, { reason: 'superseded' })).body.error.status).toBe(
      'NOT_OF_OUR_AUTHORITY',
    );
    expect((await v2('cleo', 'GET', placed.seat_id)).body).toMatchObject({ certificates: 0, why_not_delete: null });
    expect((await v2('cleo', 'DELETE', placed.seat_id)).status).toBe(204);
    expect((await get('cleo', `/certificate/${id}`)).body).toMatchObject({ seat: null, status: 'issued' });
    await countUncounted(app.db, app.clock.now());
    expect(await left()).toBe(before);
  });

  test('whose making began before the deletion of its seat keeps the seat', async () => {
    const { id } = (await post('cleo', '/certificate', await order())).body;
    const empty = await seat();
    const refused = await meanwhile(
      app,
      [
        sql`select from seat where id = ${empty} for share`,
        sql`update certificate set seat_id = ${empty} where id = ${id}`,
      ],
      () => v2('cleo', 'DELETE', empty),
    );
    expect(refused.body.error).toMatchObject({ status: 'SEAT_IN_USE', params: { count: 1 } });
    expect((await get('cleo', `/certificate/${id}`)).body.seat).toMatchObject({ id: empty });
  });

  test('asked for again with its key, as after a lost answer, is the same one, and counts once', async () => {
    const asked = await order();
    const left = () => leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    const before = (await left()) ?? 0;
    const [first, second] = await Promise.all([
      post('cleo', '/certificate', asked),
      post('cleo', '/certificate', asked),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await get('cleo', `/certificate?seat_id=${asked.seat_id}`)).body.total).toBe(1);
    const events = app.db.selectFrom('audit_event').select('id').where('resource_id', '=', first.body.id);
    expect(await events.execute()).toHaveLength(1);
    expect(await left()).toBe(before - 1);
    // By another template it is another certificate.
    const { template_id } = await order();
    const other = await post('cleo', '/certificate', { ...asked, template_id });
    expect(other.body.id).not.toBe(first.body.id);
  });

  test('asked for again with its key once what it says was corrected, is another one that says so', async () => {
    const asked = await order();
    const first = await post('cleo', '/certificate', asked);
    app.clock.pass(1);
    const { name, profile_id, seat_types } = (await get('cleo', `/template/${asked.template_id}`)).body;
    const corrected = { name, profile_id, seat_types, locality: 'Husum' };
    expect((await put('cleo', `/template/${asked.template_id}`, corrected)).status).toBe(200);
    const second = await post('cleo', '/certificate', asked);
    expect(second.body.subject).toContain('L=Husum');
    expect(second.body.id).not.toBe(first.body.id);
    expect((await post('cleo', '/certificate', asked)).body.id).toBe(second.body.id);
  });

  test('is not made for a key of which one is on hold, until that is released', async () => {
    const asked = await order();
    const { id } = (await post('cleo', '/certificate', asked)).body;
    const left = await leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    expect((await put('cleo', `/certificate/${id}/revoke`, { reason: 'certificateHold' })).status).toBe(200);
    // It goes on counting: once released it is good again.
    expect(await leftFor(app.db, 'certificate', accountOf('nordmark-lb'))).toBe(left);
    for (const again of [asked, { ...(await order()), csr: asked.csr }])
      expect(fields(await post('cleo', '/certificate', again))).toEqual({ csr: 'KEY_ON_HOLD' });
    expect((await put('cleo', `/certificate/${id}/release`, {})).status).toBe(200);
    expect((await post('cleo', '/certificate', { ...(await order()), csr: asked.csr })).status).toBe(201);
  });

  test('is not made for a key on hold that is written otherwise', async () => {
    const asked = await order();
    ssl.run('ec', '-in', 'key.pem', '-conv_form', 'compressed', '-out', 'compressed.pem');
    ssl.run('req', '-new', '-key', 'compressed.pem', '-subj', '/CN=Mail', '-out', 'request.pem');
    const csr = ssl.get('request.pem').toString();
    const { id } = (await post('cleo', '/certificate', asked)).body;
    expect((await put('cleo', `/certificate/${id}/revoke`, { reason: 'certificateHold' })).status).toBe(200);
    expect(fields(await post('cleo', '/certificate', { ...(await order()), csr }))).toEqual({ csr: 'KEY_FORM' });
  });

  test('is not made for a key that others have, wherever it is asked for', async () => {
    const asked = await order();
    const { id } = (await post('cleo', '/certificate', asked)).body;
    const left = await leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    expect((await put('cleo', `/certificate/${id}/revoke`, { reason: 'keyCompromise' })).status).toBe(200);
    const other = { ...(await order()), csr: asked.csr };
    for (const again of [asked, other])
      expect(fields(await post('cleo', '/certificate', again))).toEqual({ csr: 'KEY_COMPROMISED' });
    const dora = `/service-user/${app.userIds.get('dora')}/client-auth-certificate`;
    expect(fields(await post('cleo', dora, { csr: asked.csr }))).toEqual({ csr: 'KEY_COMPROMISED' });
    expect(await leftFor(app.db, 'certificate', accountOf('nordmark-lb'))).toBe((left ?? 0) + 1);
  });

  test.each([
    // A request is no secret: who sees no other tenant ends nothing of theirs by it.
    ['cleo', null],
    ['ada', 'keyCompromise'],
  ] as const)('whose key others have ends with the others that %s may revoke; one on hold alone', async (by, other) => {
    const asked = await order();
    const orsini = { identifier: `keys-of-${by}.orsini.example`, account_id: accountOf('orsini-custody') };
    const theirs = { seat_id: (await post('ada', '/seat', { ...SEAT, ...orsini })).body.id };
    const template_id = (await template('ada')).body.id;
    const left = () => leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    const before = await left();
    const ids: string[] = [];
    for (const more of [{}, { seat_id: await seat() }, theirs])
      ids.push((await post('ada', '/certificate', { ...asked, template_id, ...more })).body.id);
    const reasons = async () =>
      Promise.all(ids.map(async (id) => (await get('ada', `/certificate/${id}`)).body.revocation_reason));
    const revoke = async (reason: string) =>
      expect((await put(by, `/certificate/${ids[0]}/revoke`, { reason })).status).toBe(200);
    await revoke('certificateHold');
    expect(await reasons()).toEqual(['certificateHold', null, null]);
    await revoke('keyCompromise');
    expect(await reasons()).toEqual(['keyCompromise', 'keyCompromise', other]);
    // All accounts have their places of one pool.
    expect(await left()).toBe((before ?? 0) - (other ? 0 : 1));
    const told = await app.db
      .selectFrom('audit_event')
      .select('account_id')
      .where('action', '=', 'UPDATE')
      .where('resource_id', 'in', ids.slice(1))
      .orderBy('resource_id')
      .execute();
    const ended = other ? ['nordmark-lb', 'orsini-custody'] : ['nordmark-lb'];
    expect(told.map(({ account_id }) => account_id)).toEqual(ended.map(accountOf));
  });

  test.each([
    ['keyCompromise', 'KEY_COMPROMISED'],
    ['certificateHold', 'KEY_ON_HOLD'],
  ] as const)('is not made for a key of which one is revoked at that moment as %s', async (reason, refused) => {
    const asked = await order();
    const { id } = (await post('cleo', '/certificate', asked)).body;
    const other = { ...(await order()), csr: asked.csr };
    const answer = await meanwhile(
      app,
      [{ execute: (tx) => revokeCertificate(tx, id, { reason, by: null }, app.clock.now()) }],
      () => post('cleo', '/certificate', other),
    );
    expect([answer.status, fields(answer)]).toEqual([409, { csr: refused }]);
  });

  test('uses the license until it has ended, and is not counted anew', async () => {
    const left = () => leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    const before = await left();
    const { id } = (await post('cleo', '/certificate', await order())).body;
    const used = await left();
    expect(used).toBe((before ?? 0) - 1);
    const now = app.clock.now();
    const ends = (valid_to: Date) => app.db.updateTable('certificate').set({ valid_to }).where('id', '=', id).execute();
    // Its last second counts.
    await ends(now);
    expect([await releaseEnded(app.db, now), await left()]).toEqual([0, used]);
    await ends(new Date(now.getTime() - 1000));
    expect((await tendAuthorities(app.runtime)).ended).toBe(1);
    await countUncounted(app.db, now);
    expect([await left(), await releaseEnded(app.db, now)]).toEqual([before, 0]);
  });

  test('whose authority is retired while it is made is signed by the one that signs then', async () => {
    const own = { name: 'Nordmark CA', common_name: 'Nordmark CA', key_type: 'ec_p256' };
    const at = '/certificate-authority/api/v1/ca';
    const { body } = await app.call('ada', 'POST', at, { ...own, account_id: accountOf('nordmark-lb') });
    const placed = await order();
    // As whoever retires it does, who gives back what it uses of the license.
    const made = await meanwhile(
      app,
      [
        sql`select from license_slot for update`,
        sql`update certificate_authority set state = 'retired' where id = ${body.id}`,
      ],
      () => post('cleo', '/certificate', placed),
    );
    expect([made.status, made.body.authority_id]).toEqual([201, authorityId]);
  });

  test.each([
    ['server', '*.Nordmark.example', 'DNS:*.nordmark.example'],
    ['server', '10.0.0.7', 'IP Address:10.0.0.7'],
    ['user', 'info@nördmark.example', 'email:info@xn--nrdmark-90a.example'],
    ['user', 'Info@Nordmark.example', 'email:Info@Nordmark.example'],
  ])('of a %s that is %s has the other name %s', async (type, identifier, name) => {
    const template_id = (await template('cleo', { seat_types: [type] })).body.id;
    const { body } = await post(
      'cleo',
      '/certificate',
      await order({ seat_id: await seat({ type, identifier }), template_id }),
    );
    ssl.put('made.pem', body.pem);
    const { says } = ssl.ask('x509', '-in', 'made.pem', '-noout', '-ext', 'subjectAltName');
    expect(says.trim().split(/\n\s*/).slice(1)).toEqual([name]);
  });

  test('of a server whose host name is too long for a common name has it among the other names', async () => {
    const identifier = `${'b'.repeat(63)}.nordmark.example`;
    const { status, body } = await post('cleo', '/certificate', await order({ seat_id: await seat({ identifier }) }));
    expect([identifier.length, status]).toEqual([80, 201]);
    expect(body).toMatchObject({
      subject: 'CN=Mail,O=Nordmark Landesbank,C=DE',
      parsed: { alternativeNames: [{ kind: 'host', value: identifier }] },
    });
  });

  test('of a person whose address can’t be written in it is refused, and so is an invitation to one', async () => {
    const template_id = (await template('cleo', { seat_types: ['user'] })).body.id;
    const identifier = 'jürgen@nordmark-lb.example';
    const invited = {
      keystore_location: 'browser',
      email: identifier,
      first_name: 'Jürgen',
      last_name: 'Ek',
      template_id,
    };
    expect(fields(await app.call('cleo', 'POST', ENROLLMENT, invited))).toEqual({ email: 'SEAT_NOT_CERTIFIABLE' });
    const seat_id = await seat({ type: 'user', identifier });
    const refused = await post('cleo', '/certificate', await order({ seat_id, template_id }));
    expect(refused.body.error.fields.seat_id).toMatchObject({
      status: 'SEAT_NOT_CERTIFIABLE',
      message: 'An address with letters beyond a to z before its @ can’t appear in a certificate.',
    });
  });

  test('is not made where nobody signs, and nothing of the license is used', async () => {
    const placed = await order();
    const left = await leftFor(app.db, 'certificate', accountOf('nordmark-lb'));
    await takeKeysAway(app.db);
    const refused = await post('cleo', '/certificate', placed);
    expect([refused.status, refused.body.error.status]).toEqual([503, 'CERTIFICATE_AUTHORITY_UNAVAILABLE']);
    await app.db.updateTable('certificate_authority').set({ state: 'retired' }).execute();
    expect((await post('cleo', '/certificate', placed)).body.error.status).toBe('CERTIFICATE_AUTHORITY_UNAVAILABLE');
    expect(await leftFor(app.db, 'certificate', accountOf('nordmark-lb'))).toBe(left);
  });

  test('is refused by name, and nothing is left of it', async () => {
    const before = await get('ada', '/certificate');
    const foreignSeat = (await post('ada', '/seat', { ...SEAT, account_id: accountOf('orsini-custody') })).body.id;
    const forPeople = (await template('cleo', { seat_types: ['user'] })).body.id;
    const archived = (await template('cleo')).body.id;
    await put('cleo', `/template/${archived}/archived`, { archived: true });
    const rsa = request(['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']);
    for (const [more, refused] of [
      [{ seat_id: foreignSeat }, { seat_id: 'NOT_FOUND' }],
      [{ template_id: archived }, { template_id: 'NOT_FOUND' }],
      [{ template_id: forPeople }, { template_id: 'TEMPLATE_NOT_FOR_SEAT' }],
      [{ csr: rsa }, { csr: 'KEY_NOT_OF_PROFILE' }],
      [{ csr: 'please' }, { csr: 'CSR_FORMAT' }],
    ] as const)
      expect(fields(await post('cleo', '/certificate', await order(more)))).toEqual(refused);
    // Both of them are in system scope's sight: another account's template, and one by which authorities are made.
    const ofAuthorities = (await get('ada', '/profile?cert_type=issuing_ca')).body.items[0].id;
    const template_id = (await template('ada', { profile_id: ofAuthorities })).body.id;
    for (const more of [{ seat_id: foreignSeat }, { template_id }])
      expect(fields(await post('ada', '/certificate', await order(more)))).toEqual({ template_id: 'NOT_FOUND' });
    const odd = await order({
      seat_id: await seat({ name: 'Ma\u200bil', identifier: `${'b'.repeat(60)}.lb.example` }),
    });
    expect((await post('cleo', '/certificate', odd)).body.error.fields.seat_id).toMatchObject({
      status: 'SEAT_NOT_CERTIFIABLE',
      message: 'A name with characters that can’t be seen can’t appear in a certificate.',
    });
    expect((await get('ada', '/certificate')).body.total).toBe(before.body.total);
  });
});
