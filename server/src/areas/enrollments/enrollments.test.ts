/** Enrollments as administrators see them: inviting, the list, what becomes of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leftFor } from '../../license-ledger/counted.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { aCertificate } from '../../testing/sample.ts';
import { events, expectRefusal, mails } from '../../testing/sign-in.ts';

const V1 = '/account/ui-api/v1';
const V2 = '/account/ui-api/v2';
const ENROLLMENT = `${V2}/enrollment`;
const GATES = 'gates@nordmark-lb.example';

let app: TestApp;
let template: string;
/** One that says the country. */
let swedish: string;
let counter = 0;
beforeAll(async () => {
  app = await startTestApp();
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  const profile = await app.call('cleo', 'POST', `${V1}/profile`, {
    name: 'Badges',
    key_usage: ['digitalSignature'],
    purposes: ['client_auth'],
    key_types: ['ec_p256'],
    days: 90,
  });
  const ofGates = { profile_id: profile.body.id, seat_types: ['user', 'device'] };
  template = (await app.call('cleo', 'POST', `${V1}/template`, { name: 'Badge', ...ofGates })).body.id;
  const ofSweden = { name: 'Badge of Sweden', country: 'SE', ...ofGates };
  swedish = (await app.call('cleo', 'POST', `${V1}/template`, ofSweden)).body.id;
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.pass(61);
  for (const person of ['cleo', 'carl', 'ada', 'ben', 'bea', 'emil'] as const) app.forget(person);
});

const idOf = (person: Name): string => app.userIds.get(person) ?? '';
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const fields = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries<{ status: string }>(body.error.fields ?? {}).map(([name, { status }]) => [name, status]),
  );
const names = ({ body }: Answer): string[] => body.items.map(({ name }: { name: string }) => name);

async function newSeat(more: object = {}): Promise<string> {
  counter += 1;
  const seat = { type: 'device', name: `Gate ${counter}`, identifier: `SN-${counter}`, ...more };
  return (await app.call('cleo', 'POST', `${V1}/seat`, seat)).body.id;
}
const invite = (person: Name, body: object) =>
  app.call(person, 'POST', ENROLLMENT, { keystore_location: 'browser', ...body });
const inviteSeat = async (more: object = {}) =>
  invite('cleo', { seat_id: await newSeat(), template_id: template, email: GATES, ...more });
const by = (person: Name, id: string, method: 'GET' | 'PUT' | 'POST' = 'GET', rest = '', body?: object) =>
  app.call(person, method, `${ENROLLMENT}/${id}${rest}`, body);

describe('what can be chosen', () => {
  test('[S-165 S-341 S-342 S-423] each path has one base: v1 the lists, v2 enrollments and one seat', async () => {
    const methods = await app.call('cleo', 'GET', `${V1}/enrollment-method`);
    expect(methods.body).toEqual({ items: [{ method: 'DTA' }, { method: 'DDC' }], total: 2 });
    const { body } = await app.call('cleo', 'GET', `${V1}/keystore-type`);
    expect(body.items).toContainEqual({ type: 'yubikey', keystore_location: 'hardware_token' });
    expect(body.items).toContainEqual({ type: 'software', keystore_location: 'software' });
    for (const [path, version] of [
      ['enrollment-method', V2],
      ['keystore-type', V2],
      ['enrollment', V1],
      ['seat', V2],
      [`seat/${await newSeat()}`, V1],
    ])
      expect([path, (await app.call('cleo', 'GET', `${version}/${path}`)).status]).toEqual([path, 404]);
    // Below the seats of v2 there are ids alone, and these are none.
    for (const path of ['seat/types', 'seat/available'])
      expect([path, (await app.call('cleo', 'GET', `${V2}/${path}`)).status]).toEqual([path, 400]);
  });
});

describe('inviting', () => {
  test('[S-419] the zero UUID names nothing: neither seat, person nor template', async () => {
    const none = '00000000-0000-0000-0000-000000000000';
    const seat = { seat_id: await newSeat(), template_id: template, email: GATES };
    expect((await invite('cleo', { ...seat, user_id: none })).status).toBe(201);
    const emil = { user_id: idOf('emil'), seat_id: none, template_id: none };
    expect((await invite('cleo', emil)).body).toMatchObject({ person: { id: idOf('emil') } });
    const refused = await invite('cleo', { ...seat, template_id: none });
    expect([refused.status, fields(refused)]).toEqual([400, { template_id: 'REQUIRED' }]);
  });

  test('[S-343] to a certificate for a seat: it has a link, by mail and in the answer, this once', async () => {
    const made = await inviteSeat({ validity: 30, asked: ['country'], open_days: 3, locale: 'de_DE' });
    expect(made.status).toBe(201);
    const { id, link } = made.body;
    expect(made.body).toMatchObject({
      status: 'invited',
      seat: { name: `Gate ${counter}` },
      person: null,
      template_name: 'Badge',
      account_name: 'Nordmark Landesbank',
      keystore_location: 'browser',
      enrollment_method: 'DTA',
      validity: 30,
      asked: ['country'],
      certificate_id: null,
      created_by_name: 'Cleo Marchetti',
      // There is no mail server.
      mail: { status: 'held', sent_at: null },
      why_not: { resend: null, cancel: null },
    });
    expect(link).toMatch(new RegExp(`^http://localhost:8080/account/enrollment/${id}/[\\w-]{43}$`));
    const [mail] = (await mails(app, GATES, 'enrollment')).slice(-1);
    expect(mail?.text).toContain(link);
    expect(mail?.subject).toBe('Ihr Zertifikat von Nordmark Landesbank');
    const read = await by('cleo', id);
    expect(read.body).toEqual({ ...made.body, link: undefined });
    expect(JSON.stringify(await events(app, 'CREATE'))).not.toContain(link.split('/').at(-1));
    expect((await events(app, 'CREATE')).at(-1)).toMatchObject({
      resource_type: 'ENROLLMENT',
      resource_id: id,
      account_id: nordmark(),
      actor_id: idOf('cleo'),
      after: { stage: 'invited', email: GATES, template_id: template },
    });
  });

  test('somebody by their address: their seat is made once, and counts once', async () => {
    const left = () => leftFor(app.db, 'seat', nordmark());
    // The seat of the same address at another account is another one.
    const elsewhere = { type: 'user', name: 'Jo Elsewhere', identifier: 'jo@nordmark-lb.example' };
    const ofOrsini = { ...elsewhere, account_id: app.accountIds.get('orsini-custody') };
    expect((await app.call('ada', 'POST', `${V1}/seat`, ofOrsini)).status).toBe(201);
    const before = (await left()) ?? 0;
    const jo = { email: 'jo@nordmark-lb.example', template_id: template };
    expect(fields(await invite('cleo', jo))).toEqual({ first_name: 'REQUIRED' });
    const first = await invite('cleo', { ...jo, first_name: 'Jo', last_name: 'Lund' });
    expect(first.body).toMatchObject({ name: 'Jo Lund', seat: { name: 'Jo Lund' }, email: jo.email });
    expect(
      (await events(app, 'CREATE'))
        .slice(-2)
        .map(({ resource_type }) => resource_type)
        .toSorted(),
    ).toEqual(['ENROLLMENT', 'SEAT']);
    const second = await invite('cleo', { ...jo, email: 'JO@nordmark-lb.example' });
    expect(second.body).toMatchObject({ seat: { id: first.body.seat.id }, account_name: 'Nordmark Landesbank' });
    expect(before - ((await left()) ?? 0)).toBe(1);
  });

  test('a person: at their own address alone, and only by who may help them in', async () => {
    const made = await invite('cleo', { user_id: idOf('emil') });
    expect(made.body).toMatchObject({ link: null, email: 'emil@nordmark-lb.example', template_name: null });
    const chosen = { email: 'mallory@nordmark-lb.example', template_id: template, asked: ['country'], locality: 'X' };
    for (const [field, value] of Object.entries(chosen))
      expect(fields(await invite('cleo', { user_id: idOf('emil'), [field]: value }))).toEqual({
        [field]: 'NOT_FOR_PERSONS',
      });
    expect(fields(await invite('carl', { user_id: idOf('emil') }))).toEqual({ user_id: 'NOT_FOUND' });
    expect(fields(await invite('cleo', { user_id: idOf('ada') }))).toEqual({ user_id: 'NOT_FOUND' });
    const both = await invite('cleo', { user_id: idOf('emil'), seat_id: await newSeat() });
    expect(fields(both)).toEqual({ user_id: 'INVITE_ONE_WAY' });
  });

  test('a person who could not come in by a certificate is not invited, nor sent one again', async () => {
    const { id } = (await invite('cleo', { user_id: idOf('emil') })).body;
    app.clock.pass(61);
    await app.db.updateTable('account').set({ certificate_sign_in: false }).where('id', '=', nordmark()).execute();
    expect(fields(await invite('cleo', { user_id: idOf('emil') }))).toEqual({ user_id: 'CERTIFICATE_SIGN_IN_OFF' });
    expectRefusal(await by('cleo', id, 'POST', '/resend', {}), 409, 'CERTIFICATE_SIGN_IN_OFF');
    await allowCertificates(app, 'nordmark-lb');
    expect((await by('cleo', id, 'POST', '/resend', {})).status).toBe(204);
    const active = (on: boolean) =>
      app.db.updateTable('app_user').set({ active: on }).where('id', '=', idOf('emil')).execute();
    await active(false);
    expect(fields(await invite('cleo', { user_id: idOf('emil') }))).toEqual({ user_id: 'USER_DISABLED' });
    await active(true);
  });

  test('is refused with what is wrong under its field', async () => {
    const seat_id = await newSeat();
    const tried = async (body: object) => fields(await invite('cleo', body));
    expect(await tried({ template_id: template })).toEqual({ email: 'INVITE_ONE_WAY' });
    expect(await tried({ seat_id })).toEqual({ template_id: 'REQUIRED' });
    expect(await tried({ seat_id, template_id: template })).toEqual({ email: 'REQUIRED' });
    expect(await tried({ seat_id, template_id: seat_id, email: GATES })).toEqual({ template_id: 'NOT_FOUND' });
    expect(await tried({ seat_id: template, template_id: template })).toEqual({ seat_id: 'NOT_FOUND' });
    expect(await tried({ seat_id, template_id: template, email: 'gates' })).toEqual({ email: 'INVALID_EMAIL' });
    expect(Object.keys(await tried({ seat_id, template_id: template, email: GATES, validity: 366 }))).toEqual([
      'validity',
    ]);
    expect(Object.keys(await tried({ seat_id, template_id: template, email: GATES, asked: ['common_name'] }))).toEqual([
      'asked.0',
    ]);
    const server = await newSeat({ type: 'server', identifier: 'mail.nordmark-lb.example' });
    expect(await tried({ seat_id: server, template_id: template, email: GATES })).toEqual({
      template_id: 'TEMPLATE_NOT_FOR_SEAT',
    });
    const country = { country: 'DE', organization_units: 'Gates' };
    expect(await tried({ seat_id, template_id: swedish, email: GATES, ...country })).toEqual({
      country: 'SAID_BY_TEMPLATE',
    });
    const same = await invite('cleo', { seat_id, template_id: swedish, email: GATES, ...country, country: 'SE' });
    expect(same.status).toBe(201);
    const named = await newSeat({ name: 'Door\u200b4' });
    expect(await tried({ seat_id: named, template_id: template, email: GATES })).toEqual({
      seat_id: 'SEAT_NOT_CERTIFIABLE',
    });
  });

  test('to the address of the seat where none is named, of a person to that by which it is known', async () => {
    const kim = { type: 'user', name: 'Kim Roe', identifier: 'kim@nordmark-lb.example' };
    for (const [seat, email] of [
      [{ email: GATES }, GATES],
      [kim, kim.identifier],
    ] as const) {
      const made = await invite('cleo', { seat_id: await newSeat(seat), template_id: template });
      expect([made.status, made.body.email]).toEqual([201, email]);
    }
  });

  test('[S-343] by an address: what can stand in no certificate is said under a field that was sent', async () => {
    const jo = { email: 'long@nordmark-lb.example', template_id: template, last_name: 'L'.repeat(60) };
    expect(fields(await invite('cleo', { ...jo, first_name: 'Johanna' }))).toEqual({
      last_name: 'SEAT_NOT_CERTIFIABLE',
    });
    await newSeat({ type: 'user', name: 'Jo\u200bhanna', identifier: jo.email });
    expect(fields(await invite('cleo', jo))).toEqual({ email: 'SEAT_NOT_CERTIFIABLE' });
  });

  test('[S-427] of another account’s seats nobody hears, and a permission that is missing is one', async () => {
    const seat_id = await newSeat();
    const body = { seat_id, template_id: template, email: GATES };
    expect(fields(await invite('carl', body))).toEqual({ seat_id: 'NOT_FOUND' });
    expect(fields(await invite('bea', body))).toEqual({ seat_id: 'NOT_FOUND' });
    expectRefusal(await invite('emil', body), 403, 'FORBIDDEN');
    expect((await invite('ben', body)).status).toBe(201);
  });
});

describe('the list', () => {
  test('[S-343 S-346] has those of a seat alone, of the accounts that one sees, by status', async () => {
    const made = (await inviteSeat()).body;
    const other = (await inviteSeat()).body;
    const list = (person: Name, query: string) => app.call(person, 'GET', `${ENROLLMENT}?${query}`);
    const own = await list('cleo', `seat_id=${made.seat_id}`);
    expect([own.status, names(own), own.body.total]).toEqual([200, [made.name], 1]);
    expect(names(await list('ben', `seat_id=${made.seat_id}`))).toEqual([made.name]);
    expect(names(await list('carl', `seat_id=${made.seat_id}`))).toEqual([]);
    expectRefusal(await list('emil', ''), 403, 'FORBIDDEN');
    await by('cleo', made.id, 'PUT', '/status', { status: 'canceled' });
    const all = [made.name, other.name];
    const of = async (status: string) =>
      names(await list('cleo', `status=${status}&sort=created_at:desc`)).filter((name) => all.includes(name));
    expect(await of('canceled')).toEqual([made.name]);
    expect(await of('invited')).toEqual([other.name]);
    const certificate_id = await aCertificate(app);
    const stands = (values: object) =>
      app.db.updateTable('enrollment').set(values).where('id', '=', other.id).execute();
    for (const stage of ['generated', 'redeemed']) {
      await stands({ stage, certificate_id });
      expect([stage, await of(stage)]).toEqual([stage, [other.name]]);
    }
    await stands({ stage: 'invited', certificate_id: null });
    const third = (await inviteSeat({ keystore_location: 'software', template_id: swedish })).body;
    for (const query of ['keystore_location=software', `template_id=${swedish}`]) {
      const found = names(await list('cleo', `${query}&limit=1000`));
      expect([query, found.includes(third.name), found.includes(other.name)]).toEqual([query, true, false]);
    }
    app.clock.pass(15 * 86_400);
    app.forget('cleo');
    expect(await of('expired')).toEqual([other.name]);
    expect(await of('invited')).toEqual([]);
    const found = await list('cleo', `name=${encodeURIComponent(other.name)}`);
    expect(names(found)).toContain(other.name);
    const csv = await app.call('cleo', 'GET', `${ENROLLMENT}/export?seat_id=${made.seat_id}&locale=de_DE`);
    expect(csv.body).toContain('Zurückgezogen');
  });
});

describe('what becomes of one', () => {
  test('[S-345] its status is read, and set by who may: canceled, once', async () => {
    const { id } = (await inviteSeat()).body;
    expect((await by('cleo', id, 'GET', '/status')).body).toMatchObject({ status: 'invited', canceled_at: null });
    expectRefusal(await by('carl', id, 'GET', '/status'), 404, 'NOT_FOUND');
    expectRefusal(await by('carl', id, 'PUT', '/status', { status: 'canceled' }), 404, 'NOT_FOUND');
    expect((await by('cleo', id, 'PUT', '/status', { status: 'redeemed' })).status).toBe(400);
    const { body } = await by('cleo', id, 'PUT', '/status', { status: 'canceled' });
    expect(body).toMatchObject({ status: 'canceled', canceled_at: expect.any(String) });
    expectRefusal(await by('cleo', id, 'PUT', '/status', { status: 'canceled' }), 409, 'ENROLLMENT_OVER');
    expectRefusal(await by('cleo', id, 'POST', '/resend'), 409, 'ENROLLMENT_OVER');
    expect((await by('cleo', id)).body.why_not.cancel).toMatchObject({ status: 'ENROLLMENT_OVER' });
    const told = (await events(app, 'UPDATE')).filter(({ resource_id, after }) => resource_id === id && after !== null);
    expect(told).toMatchObject([{ before: { stage: 'invited' }, after: { stage: 'canceled' } }]);
  });

  test('[S-347] it is sent again with another link, not twice in a minute', async () => {
    const made = (await inviteSeat()).body;
    expectRefusal(await by('cleo', made.id, 'POST', '/resend'), 429, 'TOO_MANY_REQUESTS');
    app.clock.pass(61);
    const before = (await mails(app, GATES, 'enrollment')).length;
    expectRefusal(await by('carl', made.id, 'POST', '/resend'), 404, 'NOT_FOUND');
    expect((await by('cleo', made.id, 'POST', '/resend')).status).toBe(204);
    const sent = await mails(app, GATES, 'enrollment');
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)?.text).toContain(`/account/enrollment/${made.id}/`);
    expect(sent.at(-1)?.text).not.toContain(made.link);
    expect((await by('cleo', made.id)).body.expires_at).toBe(made.expires_at);
  });

  test('it says of the mail with its present link what has become of that', async () => {
    const { id } = (await inviteSeat()).body;
    const first = await app.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const sent = { status: 'sent' as const, sent_at: new Date('2026-11-20T10:00:00Z') };
    await app.db.updateTable('mail').set(sent).where('id', '=', first.id).execute();
    expect((await by('cleo', id)).body.mail).toEqual({ status: 'sent', sent_at: '2026-11-20 10:00:00' });
    app.clock.pass(61);
    expect((await by('cleo', id, 'POST', '/resend')).status).toBe(204);
    expect((await by('cleo', id)).body.mail).toEqual({ status: 'held', sent_at: null });
  });

  test('[S-347] it is not sent again where its link would open nothing', async () => {
    const { id } = (await inviteSeat()).body;
    app.clock.pass(61);
    const resend = () => by('ben', id, 'POST', '/resend', {});
    const archived = (on: boolean) => app.call('cleo', 'PUT', `${V1}/template/${template}/archived`, { archived: on });
    const active = (on: boolean) =>
      app.db.updateTable('account').set({ active: on }).where('id', '=', nordmark()).execute();
    await archived(true);
    expectRefusal(await resend(), 409, 'SUSPENDED');
    await archived(false);
    await active(false);
    expectRefusal(await resend(), 409, 'SUSPENDED');
    const seat = { seat_id: (await app.db.selectFrom('seat').select('id').executeTakeFirst())?.id };
    const ofSeat = await invite('ben', { ...seat, template_id: template, email: GATES });
    expect([ofSeat.status, fields(ofSeat)]).toEqual([409, { seat_id: 'ACCOUNT_OUT_OF_SERVICE' }]);
    const ofPerson = await invite('ben', { user_id: idOf('cleo') });
    expect([ofPerson.status, fields(ofPerson)]).toEqual([409, { user_id: 'ACCOUNT_OUT_OF_SERVICE' }]);
    const many = { defaults: { template_id: template, keystore_location: 'browser' } };
    const rows = [{ ...seat, email: GATES }, { user_id: idOf('cleo') }];
    const judged = await app.call('ben', 'POST', `${ENROLLMENT}/bulk/validate`, { ...many, enrollments: rows });
    expect(judged.body.items).toMatchObject([
      { fields: { seat_id: { status: 'ACCOUNT_OUT_OF_SERVICE' } } },
      { fields: { user_id: { status: 'ACCOUNT_OUT_OF_SERVICE' } } },
    ]);
    await active(true);
    expect((await resend()).status).toBe(204);
  });
});
