/** Settings of the platform: declared once, changed by its administrators, in force at once. */
import { SETTING_NAMES, SETTINGS, settingSpec, type SettingName } from '@signet/contract/platform-settings';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { licenseHasEnded } from '../../endings/testing.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { openSmtpSink, type SmtpSink } from '../../testing/smtp-sink.ts';
import { logIn, verifyName, whoAmI } from '../../testing/sign-in.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';

const PATH = '/account/ui-api/v1/platform-setting';
let app: TestApp;
const { alone } = onePlatform((given) => (app = given), {
  signedIn: ['ada', 'ben', 'cleo', 'emil'],
  // The tests' own minutes would count as set by the environment.
  config: { REAUTHENTICATION_MINUTES: undefined },
});

const put = (group: string, body: unknown) => app.call('ada', 'PUT', `${PATH}/${group}`, body);
const one = async (name: SettingName) =>
  (await app.call('ada', 'GET', PATH)).body.items.find((item: { name: string }) => item.name === name);
const events = () =>
  app.db
    .selectFrom('audit_event')
    .select(['resource_name', 'before', 'after'])
    .where('resource_type', '=', 'PLATFORM_SETTING')
    .orderBy('id')
    .execute();

test('every setting is told with its default, which holds where nobody has said anything', async () => {
  const { items, total } = (await app.call('ada', 'GET', PATH)).body;
  expect(total).toBe(SETTING_NAMES.length);
  for (const item of items)
    expect(item).toMatchObject({ default: settingSpec(item.name).default, group: settingSpec(item.name).group });
  expect(await one('session_hours')).toEqual({
    name: 'session_hours',
    group: 'sessions',
    value: 12,
    default: 12,
    source: 'default',
    is_set: false,
    environment: 'REFRESH_TOKEN_HOURS',
  });
});

test(
  'the first two saves of what stands in one row, at the same moment, are both kept',
  alone(async () => {
    await app.db.deleteFrom('platform_setting').where('name', '=', 'login_customization').execute();
    // As whoever saves settings does: what is not there can't be locked.
    const holds = sql`select pg_advisory_xact_lock(7346031)`;
    const first = sql`insert into platform_setting (name, value, updated_at)
    values ('login_customization', '{"copyright": "© Umbra"}', ${app.clock.now()})`;
    const answer = await meanwhile(app, [holds, first], () =>
      put('addresses', { product_ca_manager: 'https://certificates.example' }),
    );
    expect(answer.status).toBe(204);
    const { rows } = await sql`select value from platform_setting where name = 'login_customization'`.execute(app.db);
    expect(rows).toMatchObject([{ value: { copyright: '© Umbra', products: expect.anything() } }]);
  }),
);

test('a change holds at once, is in the audit log, and goes back to the default', async () => {
  const hours = async () => {
    const { expires_at } = await app.db
      .selectFrom('session')
      .select('expires_at')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return (expires_at.getTime() - app.clock.now().getTime()) / 3_600_000;
  };
  expect((await put('sessions', { session_hours: 3 })).status).toBe(204);
  expect(await one('session_hours')).toMatchObject({ value: 3, source: 'platform' });
  await app.signIn('cleo');
  expect(await hours()).toBe(3);
  expect((await put('sessions', { session_hours: null })).status).toBe(204);
  expect(await one('session_hours')).toMatchObject({ value: 12, source: 'default' });
  await app.signIn('cleo');
  expect(await hours()).toBe(12);
  expect(await events()).toEqual([
    { resource_name: 'sessions', before: { session_hours: 12 }, after: { session_hours: 3 } },
    { resource_name: 'sessions', before: { session_hours: 3 }, after: { session_hours: 12 } },
  ]);
  // What is the same already is no change.
  expect((await put('sessions', { session_hours: 12 })).status).toBe(204);
  expect(await events()).toHaveLength(2);
});

test('an access token lasts as long as is said when it is made', async () => {
  const seconds = async () => {
    const { body } = await logIn(app, 'cleo');
    return [
      (Date.parse(`${body.expires_at.replace(' ', 'T')}Z`) - app.clock.now().getTime()) / 1000,
      body.access_token,
    ];
  };
  const round = ([life, token]: unknown[]) => [Math.ceil(Number(life)), token];
  const [usual, first] = round(await seconds());
  expect(usual).toBe(300);
  expect((await put('sessions', { access_token_seconds: 60 })).status).toBe(204);
  const [short, second] = round(await seconds());
  expect(short).toBe(60);
  app.clock.pass(70);
  expect([await whoAmI(app, String(first)), await whoAmI(app, String(second))]).toEqual([200, 401]);
  for (const value of [4, 3601, '60'])
    expect((await put('sessions', { access_token_seconds: value })).body.error.fields).toHaveProperty(
      'access_token_seconds',
    );
});

test('[S-226] whose page at the external identity service is not known is led to where it begins', async () => {
  const person = (values: { onelogin_id: string | null; onelogin_url: string | null }) =>
    app.db.updateTable('app_user').set(values).where('user_name', '=', 'cleo').execute();
  const shown = async () => {
    const { has_onelogin_id, onelogin_url } = (await app.call('cleo', 'GET', '/account/api/v1/user/me')).body;
    return [has_onelogin_id, onelogin_url];
  };
  const base = 'https://id.example.org/profile';
  await put('addresses', { identity_service_address: base });
  expect(await shown()).toEqual([false, null]);
  await person({ onelogin_id: 'ext-1', onelogin_url: null });
  expect(await shown()).toEqual([true, base]);
  await person({ onelogin_id: 'ext-1', onelogin_url: 'https://id.example.org/users/1' });
  expect(await shown()).toEqual([true, 'https://id.example.org/users/1']);
  await person({ onelogin_id: 'ext-1', onelogin_url: null });
  await put('addresses', { identity_service_address: null });
  expect(await shown()).toEqual([true, null]);
});

test('[S-021 S-022] the sign-in page has the platform’s own logo, words and links, and loses them again', async () => {
  const shown = async () => (await app.request('GET', '/account/ui-api/v1/login/customization')).body;
  const usual = await shown();
  const own = {
    login_logo: 'https://umbra-trust.example/logo.svg',
    login_copyright: '© Umbra',
    link_support: '/help',
    link_contact_us: 'mailto:sales@umbra-trust.example',
    notice_title: 'Maintenance',
    notice_text: 'On Sunday.\nFrom two.',
  };
  expect((await put('login', own)).status).toBe(204);
  expect((await put('addresses', { product_ca_manager: 'https://pki.example.org' })).status).toBe(204);
  const now = await shown();
  expect(now).toMatchObject({ notice: { title: 'Maintenance', text: 'On Sunday.\nFrom two.' } });
  expect(now.urls).toMatchObject({ support: '/help', contactUs: 'mailto:sales@umbra-trust.example' });
  expect(now.urls.termsOfUse).toBe('/account/legal/terms-of-use');
  expect(JSON.stringify(now)).toContain('https://umbra-trust.example/logo.svg');
  expect(now.products).toEqual({ ca_manager: 'https://pki.example.org' });
  for (const [group, names] of [
    ['login', Object.keys(own)],
    ['addresses', ['product_ca_manager']],
  ] as const)
    expect((await put(group, Object.fromEntries(names.map((name) => [name, null])))).status).toBe(204);
  expect(await shown()).toEqual(usual);
  expect(
    await app.db.selectFrom('platform_setting').selectAll().where('name', '=', 'login_customization').execute(),
  ).toEqual([]);
});

test('landing address and the end of a license lead elsewhere', async () => {
  expect((await app.app.inject('/')).headers['location']).toBe('/account/start');
  await put('addresses', { landing_address: 'https://www.example.org/', license_expired_address: '/renew' });
  expect((await app.app.inject('/account')).headers['location']).toBe('https://www.example.org/');
  await licenseHasEnded(app);
  const { status, redirect_url } = (await app.request('GET', '/account/ui-api/v1/license/status')).body;
  expect([status, redirect_url]).toEqual(['expired', '/renew']);
});

test('the oldest assistant that may be used is told to pages without a session', async () => {
  const told = async () => (await app.request('GET', '/account/ui-api/v1/trust-assistant')).body.minimum_version;
  expect(await told()).toBeNull();
  expect((await put('assistant', { assistant_minimum_version: '4.0.1' })).status).toBe(204);
  expect(await told()).toBe('4.0.1');
});

test('unknown user names are not told from known ones once that is set', async () => {
  const usual = await verifyName(app, 'nobody-has-it');
  await put('sessions', { reveal_user_names: false });
  const [known, unknown] = [await verifyName(app, 'cleo'), await verifyName(app, 'nobody-has-it')];
  expect([usual.status, unknown.status, known.status]).toEqual([404, 200, 200]);
});

const NO_LINK = [
  'javascript:alert(1)',
  '//evil.example',
  'http://',
  '/a b',
  'x',
  `https://a.example/${'a'.repeat(3000)}`,
  7,
  true,
];
const NO_MAIL = ['mailto:', 'mailto:x', 'mailto:a@b.example?bcc=c@d.example', 'mailto:a%0a@b.example', 'a@b.example'];
/** What no setting of a kind may hold. */
const NONSENSE: Record<string, unknown[]> = {
  link: [...NO_LINK, 'mailto:sales@a.example'],
  contact: [...NO_LINK, ...NO_MAIL, 'mailto:a@b.example,c@d.example', 'mailto:a@b.example\nBcc: c@d.example'],
  picture: ['http://a.example/x.png', 'data:image/png;base64,AA', 'logo.svg', 7],
  line: ['a\nb', 'a\u0000b', 'a\u202eb', 'a'.repeat(300), 7, false],
  text: ['a\u0000b', 'a'.repeat(3000), 7],
  flag: ['true', 1, ''],
  integer: [0, -1, 1.5, 1e9, '12', true, ''],
  version: ['4', '4.0', 'v4.0.0', '4.0.0-beta', '99999999999999999999999999999999999999999.0.0', 4],
  host: ['https://mail.example.org', 'mail.example.org:25', 'a b', '-a', 'a..b', 'user@host', 'a\r\nb', 7],
  email: ['x', 'a@b', 'a@b.example\nBcc: c@d.example', '<a@b.example>', 7],
  secret: ['a\nb', 'a'.repeat(300), 7],
};
test.each(SETTING_NAMES.map((name) => [name, settingSpec(name)] as const))(
  'nonsense in %s is refused under its name, and nothing is saved',
  async (name, { kind, group }) => {
    for (const value of [...(NONSENSE[kind] ?? []), [], {}, { a: 1 }]) {
      const { status, body } = await put(group, { [name]: value });
      expect([value, status, Object.keys(body.error?.fields ?? {})]).toEqual([value, 400, [name]]);
    }
    expect(await one(name)).toMatchObject({ source: 'default' });
  },
);

test('settings of another group, unknown ones and unknown groups are refused', async () => {
  for (const body of [{ session_hours: 3 }, { nothing: 1 }, { __proto__x: 1 }, { constructor: 'x' }])
    expect((await put('login', body)).body.error).toMatchObject({ status: 'SETTING_UNKNOWN' });
  expect((await put('nothing', {})).status).toBe(400);
  expect((await put('sessions', [])).status).toBe(400);
  const both = (await put('sessions', { session_hours: 0, reauthentication_minutes: 'x' })).body.error.fields;
  expect(Object.keys(both)).toEqual(['session_hours', 'reauthentication_minutes']);
  expect((await put('login', { notice_title: 'Alone' })).body.error.fields).toHaveProperty('notice_text');
});

test('[S-426] nobody but administrators of the platform sees or changes them', async () => {
  for (const person of ['ben', 'cleo', 'emil'] as const) {
    expect((await app.call(person, 'GET', PATH)).status).toBe(403);
    expect((await app.call(person, 'PUT', `${PATH}/sessions`, { session_hours: 3 })).status).toBe(403);
    expect((await app.call(person, 'POST', `${PATH}/mail/test`, { to: 'a@b.example' })).status).toBe(403);
  }
  expect((await app.call(null, 'GET', PATH)).status).toBe(401);
});

test('who proved who they are a quarter of an hour ago is asked again, whatever the group', async () => {
  const before = new Date(app.clock.now().getTime() - 16 * 60_000);
  await app.db.updateTable('session').set({ created_at: before, proved_at: null }).execute();
  const changes = [
    ['sessions', { reauthentication_minutes: 525_600 }],
    ['mail', { mail_host: 'mail.evil.example' }],
  ] as const;
  for (const [group, change] of changes)
    expect((await put(group, change)).body.error.status).toBe('REAUTHENTICATION_REQUIRED');
  expect((await one('reauthentication_minutes')).source).toBe('default');
  const proof = { password: PASSWORD };
  expect((await app.call('ada', 'POST', '/account/ui-api/v1/session/proof', proof)).status).toBe(204);
  expect((await put('sessions', { reauthentication_minutes: 5 })).status).toBe(204);
});

test('what the environment sets is shown, and changed nowhere else', async () => {
  const other = await startTestApp({
    config: { REFRESH_TOKEN_HOURS: 5, SMTP_URL: 'smtps://post:secret-of-mail@mail.example.org', LANDING_URL: '/x' },
  });
  try {
    const { items } = (await other.call('ada', 'GET', PATH)).body;
    const of = (name: string) => items.find((item: { name: string }) => item.name === name);
    expect(of('session_hours')).toMatchObject({ value: 5, source: 'environment', environment: 'REFRESH_TOKEN_HOURS' });
    expect([of('mail_host').value, of('mail_port').value, of('mail_tls').value, of('mail_user').value]).toEqual([
      'mail.example.org',
      465,
      true,
      'post',
    ]);
    expect(JSON.stringify(items)).not.toContain('secret-of-mail');
    expect((await other.call('ada', 'GET', '/account/api/v1/user/me')).body.mail_server).toBe(true);
    const refused = await other.call('ada', 'PUT', `${PATH}/sessions`, { session_hours: 3 });
    expect(refused.body.error.fields.session_hours).toMatchObject({
      status: 'SETTING_FROM_ENVIRONMENT',
      params: { variable: 'REFRESH_TOKEN_HOURS' },
    });
    expect((await other.call('ada', 'PUT', `${PATH}/mail`, { mail_host: 'a.example' })).status).toBe(400);
  } finally {
    await other.close();
  }
});

describe('the mail server', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await openSmtpSink();
    return () => sink.close();
  });
  afterEach(() => sink.answer(() => null));
  const server = () => ({ mail_host: '127.0.0.1', mail_port: Number(new URL(sink.url).port) });
  const sendTest = () => app.call('ada', 'POST', `${PATH}/mail/test`, { to: 'ada@signet.example' });

  test('gets a test message, and what it answers is shown', async () => {
    expect((await sendTest()).body.error.status).toBe('NO_MAIL_SERVER');
    await put('mail', { ...server(), mail_sender_address: 'no-reply@umbra.example', mail_sender_name: 'Umbra' });
    expect((await sendTest()).body).toEqual({ accepted: true, answer: expect.stringMatching(/^250/) });
    expect(sink.arrived.at(-1)?.mail.from).toEqual({ name: 'Umbra', address: 'no-reply@umbra.example' });
    sink.answer(() => 550);
    expect((await sendTest()).body).toEqual({ accepted: false, answer: expect.stringContaining('550') });
    await put('mail', { mail_port: 1 });
    expect((await sendTest()).body).toMatchObject({ accepted: false, answer: expect.stringContaining('ECONNREFUSED') });
    for (const to of ['', 'x', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expect((await app.call('ada', 'POST', `${PATH}/mail/test`, { to })).status).toBe(400);
  });

  test('stands nowhere where nothing that is meant stands, by number or by name', async () => {
    for (const mail_host of ['169.254.169.254', '::ffff:169.254.169.254', '0.0.0.0', 'fe80::1', '168.63.129.16'])
      expect((await put('mail', { mail_host })).body.error?.fields?.mail_host?.status).toBe('INVALID_INPUT');
    // A name that leads to 169.254.169.254 everywhere.
    expect((await put('mail', { mail_host: '2852039166' })).status).toBe(204);
    const answer = '2852039166 is at an address where no mail server may stand.';
    expect((await sendTest()).body).toEqual({ accepted: false, answer });
  });

  test('set in the console, mail leaves by it from then on', async () => {
    const said = async () =>
      Promise.all(
        ['/account/ui-api/v1/mail', '/account/api/v1/user/me'].map(
          async (path) => (await app.call('ada', 'GET', path)).body.mail_server,
        ),
      );
    expect(await said()).toEqual([false, false]);
    await put('mail', server());
    expect(await said()).toEqual([true, true]);
  });

  test('its password is sealed, told to nobody, and not in the log', async () => {
    const password = 'Correct-horse-of-mail';
    expect((await put('mail', { ...server(), mail_user: 'post', mail_password: password })).status).toBe(204);
    expect(await one('mail_password')).toMatchObject({ value: '', is_set: true, source: 'platform' });
    const stored = JSON.stringify(await app.db.selectFrom('platform_setting').selectAll().execute());
    expect(stored).not.toContain(password);
    expect((await events()).at(-1)).toMatchObject({
      before: { mail_password_is_set: false },
      after: { mail_password_is_set: true, mail_user: 'post' },
    });
    expect(JSON.stringify(await events())).not.toContain(password);
  });

  test('a password that is kept goes to no other server than the one that it was typed for', async () => {
    await put('mail', { ...server(), mail_user: 'post', mail_password: 'Correct-horse-of-mail' });
    for (const change of [{ mail_host: 'evil.example' }, { mail_port: 2525 }, { mail_user: 'other' }])
      expect((await put('mail', change)).body.error.fields).toMatchObject({ mail_password: { status: 'REQUIRED' } });
    expect(await one('mail_host')).toMatchObject({ value: '127.0.0.1' });
    expect((await put('mail', { mail_host: 'mail.example.org', mail_password: 'Another-password' })).status).toBe(204);
    expect((await put('mail', { mail_sender_name: 'Umbra' })).status).toBe(204);
    expect((await put('mail', { mail_host: 'x.example', mail_user: null, mail_password: null })).status).toBe(204);
    expect(await one('mail_password')).toMatchObject({ is_set: false });
  });
});

test('each setting is saved where no other one is', () => {
  const places = SETTING_NAMES.map((name) => [settingSpec(name).row, ...(settingSpec(name).at ?? [])].join('.'));
  expect(new Set(places).size).toBe(SETTING_NAMES.length);
  expect(SETTINGS.mail_password.kind).toBe('secret');
});
