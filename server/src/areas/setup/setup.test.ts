import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { LICENSE_GENERATIONS, type LicenseGeneration } from '@signet/contract/licensed-features';
import { APP_CODES, PERMISSIONS, type AppCode } from '@signet/contract/viewer';
import { evaluationLicense } from '../../license/evaluation.ts';
import { everyFeature } from '../../license/features.ts';
import { issueLicense } from '../../license/issue.ts';
import { PASSWORD, startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { openSetup } from './code-store.ts';

const STATUS = '/account/ui-api/v1/license/status';
const LICENSE = '/account/ui-api/v1/setup/license';
const USER = '/account/ui-api/v1/setup/user';
const UPDATE = '/account/ui-api/v1/license';
const DETAILS = '/account/ui-api/v1/license/details';
const DTA = '/account/ui-api/v1/license/dta';
const ADA = {
  first_name: 'Ada',
  last_name: 'Lindqvist',
  email: 'ada@signet-platform.example',
  user_name: 'Ada',
  password: PASSWORD,
  repeatedPassword: PASSWORD,
};

const folder = mkdtempSync(join(tmpdir(), 'signet-setup-'));
const issuer = generateKeyPairSync('ed25519');
const issuersFile = join(folder, 'issuers.json');
writeFileSync(issuersFile, JSON.stringify({ keys: [{ ...issuer.publicKey.export({ format: 'jwk' }), kid: 'umbra' }] }));
const bought = (
  from: string,
  until: string,
  holder = 'Nordmark Landesbank',
  apps: readonly AppCode[] = APP_CODES,
  generations: readonly LicenseGeneration[] = LICENSE_GENERATIONS,
): Promise<string> =>
  issueLicense(
    { privateKey: issuer.privateKey, kid: 'umbra' },
    {
      iss: 'Umbra',
      holder,
      edition: 'Enterprise',
      from: new Date(from),
      until: new Date(until),
      applications: everyFeature(-1)
        .filter(({ app_code: code }) => apps.includes(code))
        .map((one) => ({ ...one, features: one.features.filter(({ generation: of }) => generations.includes(of)) })),
    },
    new Date(from),
  );

let app: TestApp;
onePlatform((one) => void (app = one), { people: false, lastMayGo: true });
const opened: TestApp[] = [];
/** A platform of the test's own: with people, by other settings, or for what happens at once. */
async function fresh(options: Parameters<typeof startTestApp>[0] = {}): Promise<void> {
  app = await startTestApp({ people: false, ...options });
  opened.push(app);
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const count = async (table: 'app_user' | 'platform_license' | 'account'): Promise<number> =>
  Number(
    (
      await app.db
        .selectFrom(table)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
/** A step of the setup by somebody who has the code that the start has made, or there is none any more. */
const setup = async (on: TestApp, url: string, body: unknown): Promise<Answer> =>
  on.request('POST', url, body, {
    'x-setup-code': (await openSetup(on.db, on.runtime.seal, on.clock.now())) ?? 'none',
  });
const evaluation = (): Promise<string> => evaluationLicense(app.clock.now());
const install = async (text: string) => setup(app, LICENSE, { body: text });
async function setUp(): Promise<void> {
  expect((await install(await evaluation())).status).toBe(204);
  expect((await setup(app, USER, ADA)).status).toBe(204);
}
/** A request as Ada, who has been set up here. */
async function asAda(method: 'GET' | 'POST', url: string, body?: unknown) {
  const signedIn = await app.request('POST', '/account/ui-api/v1/auth/login', { user_name: 'ada', password: PASSWORD });
  expect(signedIn.status).toBe(200);
  return app.request(method, url, body, { authorization: `Bearer ${signedIn.body.access_token}` });
}

describe('the order of the setup', () => {
  test('[S-148 S-150 S-151 S-152 S-253] license, first user, login: the status leads from step to step', async () => {
    const at = async () => (await app.request('GET', STATUS)).body;
    expect(await at()).toEqual({
      status: 'not_found',
      redirect_url: '/account/setup-license',
      evaluation: false,
      setup_complete: false,
    });
    await install(await evaluation());
    expect(await at()).toEqual({
      status: 'valid',
      redirect_url: '/account/setup-user',
      evaluation: true,
      setup_complete: false,
    });
    await setup(app, USER, ADA);
    expect(await at()).toEqual({
      status: 'valid',
      redirect_url: '/account/login',
      evaluation: true,
      setup_complete: true,
    });
  });

  test('[S-152] without a license there is no first user', async () => {
    const answer = await setup(app, USER, ADA);
    expect([answer.status, answer.body.error.status]).toEqual([409, 'LICENSE_REQUIRED']);
    expect(await count('app_user')).toBe(0);
  });

  test('[S-152] an ended license is none: it is replaced before the first user', async () => {
    await install(await evaluation());
    app.clock.set('2027-11-21T00:00:00Z');
    expect((await app.request('GET', STATUS)).body).toMatchObject({
      status: 'expired',
      redirect_url: '/account/setup-license',
    });
    expect((await setup(app, USER, ADA)).body.error.status).toBe('LICENSE_REQUIRED');
    expect((await install(await evaluation())).status).toBe(204);
    expect((await setup(app, USER, ADA)).status).toBe(204);
  });

  test('[S-153] once an administrator exists both calls are closed', async () => {
    await setUp();
    const again = await setup(app, USER, { ...ADA, user_name: 'mallory', email: 'mallory@example.org' });
    expect([again.status, again.body.error.status]).toEqual([409, 'SETUP_DONE']);
    const license = await install(await evaluation());
    expect([license.status, license.body.error.status]).toEqual([409, 'SETUP_DONE']);
    expect([await count('app_user'), await count('platform_license')]).toEqual([1, 1]);
  });

  test('[S-153] it stays closed when the administrator is disabled, and when deleted', async () => {
    await setUp();
    for (const change of [{ active: false }, { deleted_at: app.clock.now() }]) {
      await app.db.updateTable('app_user').set(change).execute();
      expect((await setup(app, USER, ADA)).body.error.status).toBe('SETUP_DONE');
    }
  });

  test('[S-153] of many first administrators at once one is made', async () => {
    await fresh();
    await install(await evaluation());
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const answers = await Promise.all(names.map((user_name) => setup(app, USER, { ...ADA, user_name })));
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.error.status)).toEqual(
      Array(5).fill('SETUP_DONE'),
    );
    expect([await count('app_user'), await count('account')]).toEqual([1, 1]);
  });

  test('a partner on the platform is no administrator of it', async () => {
    await fresh({ people: true, lastMayGo: true });
    await app.db
      .updateTable('app_user')
      .set({ access_scope: 'account' })
      .where('access_scope', '=', 'system')
      .execute();
    expect((await app.request('GET', STATUS)).body.setup_complete).toBe(false);
  });
});

describe('the setup code', () => {
  test('is asked for from wherever the request comes: without it, or with another, nothing is written', async () => {
    const code = (await openSetup(app.db, app.runtime.seal, app.clock.now())) ?? '';
    expect(code).toMatch(/^[\w-]{22}$/);
    await app.db
      .insertInto('platform_license')
      .values({ id: '019a0000-0000-7000-8000-000000000001', body: await evaluation(), installed_at: app.clock.now() })
      .execute();
    const others: Record<string, string>[] = [
      {},
      { 'x-setup-code': '' },
      { 'x-setup-code': 'A'.repeat(22) },
      { 'x-setup-code': `${code}A` },
    ];
    for (const headers of others) {
      const answers = [
        await app.request('POST', LICENSE, { body: await evaluation() }, headers),
        await app.request('POST', USER, ADA, headers),
      ];
      for (const { status, body } of answers)
        expect([status, body.error.status, body.error.fields['x-setup-code'].status]).toEqual([
          403,
          'SETUP_CODE_WRONG',
          'SETUP_CODE_WRONG',
        ]);
    }
    expect([await count('app_user'), await count('platform_license')]).toEqual([0, 1]);
    const told = await app.db
      .selectFrom('audit_event')
      .select(['resource_type', 'result', 'message'])
      .orderBy('id')
      .execute();
    const invented = (resource_type: string) => ({ resource_type, result: 'failure', message: 'SETUP_CODE_WRONG' });
    expect(told).toEqual(others.flatMap(() => [invented('LICENSE'), invented('USER')]));
    expect((await app.request('POST', USER, ADA, { 'x-setup-code': code })).status).toBe(204);
  });

  test('is the same for every process of a database, sealed in it, and gone with the setup', async () => {
    await fresh();
    const open = () => openSetup(app.db, app.runtime.seal, app.clock.now());
    const [one, other] = await Promise.all([open(), open()]);
    expect(one).toBe(other);
    const settings = () => app.db.selectFrom('platform_setting').selectAll().execute();
    expect(JSON.stringify(await settings())).not.toContain(one);
    await setUp();
    expect(JSON.stringify(await settings())).not.toContain('setup-code');
    expect(await open()).toBeNull();
  });

  test('is not guessed: thirty tries a minute and address', async () => {
    const guesses = [];
    for (let n = 0; n < 31; n += 1)
      guesses.push((await app.request('POST', USER, ADA, { 'x-setup-code': `${n}` })).status);
    expect(guesses).toEqual([...Array(30).fill(403), 429]);
  });
});

describe('refused, and nothing is written:', () => {
  test.each<[why: string, text: () => string | Promise<string>, status: string]>([
    ['empty', () => '', 'LICENSE_EMPTY'],
    ['blank', () => ' \n ', 'LICENSE_EMPTY'],
    ['prose', () => 'Please find your license attached.', 'LICENSE_MALFORMED'],
    ['cut off', async () => (await evaluationLicense(app.clock.now())).slice(0, -30), 'LICENSE_TRUNCATED'],
    ['of an issuer nobody trusts', () => bought('2026-01-01', '2028-01-01'), 'LICENSE_UNKNOWN_ISSUER'],
    [
      'altered',
      async () =>
        (await evaluationLicense(app.clock.now())).replace(/\.(.)/, (_all, first: string) =>
          first === 'e' ? '.f' : '.e',
        ),
      'LICENSE_FORGED',
    ],
    ['of last year', () => evaluationLicense(new Date('2025-01-01')), 'LICENSE_EXPIRED'],
    ['of next year', () => evaluationLicense(new Date('2027-01-01')), 'LICENSE_NOT_YET_VALID'],
    ['far too long', () => 'x'.repeat(70_000), 'MAX_LENGTH'],
  ])('[S-015 S-246] a text that is %s is refused under its field, and nothing is kept', async (_why, text, status) => {
    const answer = await setup(app, LICENSE, { body: await text() });
    expect([answer.status, answer.body.error.status, answer.body.error.fields.body.status]).toEqual([
      400,
      status,
      status,
    ]);
    expect(answer.body.error.message).toMatch(/^[A-Z][^{}]+\.$/);
    expect(await app.db.selectFrom('platform_license').select('id').execute()).toEqual([]);
  });

  test.each<[why: string, change: Record<string, unknown>, field: string, status: string]>([
    ['[S-186] no password', { password: '', repeatedPassword: '' }, 'password', 'REQUIRED'],
    [
      '[S-186] 11 characters',
      { password: 'Correct-h7!', repeatedPassword: 'Correct-h7!' },
      'password',
      'INVALID_PASSWORD_LENGTH',
    ],
    [
      '[S-186] 256 characters',
      { password: `Aa1!${'x'.repeat(252)}`, repeatedPassword: `Aa1!${'x'.repeat(252)}` },
      'password',
      'INVALID_PASSWORD_MAX_LENGTH',
    ],
    [
      '[S-187] no symbol',
      { password: 'Correcthorse7', repeatedPassword: 'Correcthorse7' },
      'password',
      'INVALID_PASSWORD',
    ],
    [
      '[S-188] the simple rule for PINs',
      { password: 'abcde1', repeatedPassword: 'abcde1' },
      'password',
      'INVALID_PASSWORD_LENGTH',
    ],
    ['[S-189 S-252] another repetition', { repeatedPassword: `${PASSWORD}x` }, 'repeatedPassword', 'PASSWORD_MISMATCH'],
    ['[S-242] a bad user name', { user_name: 'ada;drop' }, 'user_name', 'INVALID_USER_NAME'],
    ['[S-242 S-184] a bad email', { email: 'ada@example' }, 'email', 'INVALID_EMAIL'],
    ['markup for a name', { first_name: '<b>Ada</b>' }, 'first_name', 'INVALID_NAME'],
    ['a scope of the own choice', { access_scope: 'system' }, 'access_scope', 'UNKNOWN_FIELD'],
  ])('a first administrator with %s', async (_why, change, field, status) => {
    const answer = await setup(app, USER, { ...ADA, ...change });
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
    expect(await app.db.selectFrom('app_user').select('id').execute()).toEqual([]);
  });
});

describe('the license call', () => {
  test('[S-253] a text wrapped by a mail program is taken', async () => {
    expect((await install(`\n  ${(await evaluation()).replace(/.{70}/g, '$&\r\n')}  \n`)).status).toBe(204);
    expect((await app.request('GET', STATUS)).body.status).toBe('valid');
  });

  test('a license of a configured issuer is no evaluation', async () => {
    await fresh({ config: { LICENSE_ISSUERS: issuersFile } });
    expect((await install(await bought('2026-01-01', '2028-01-01'))).status).toBe(204);
    expect((await app.request('GET', STATUS)).body).toMatchObject({ status: 'valid', evaluation: false });
  });

  test('the audit log knows what was installed, not the text', async () => {
    const text = await evaluation();
    await install(text);
    const event = await app.db.selectFrom('audit_event').selectAll().executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      action: 'CREATE',
      resource_type: 'LICENSE',
      result: 'success',
      actor_id: null,
      actor_via: 'none',
    });
    expect(event.after).toMatchObject({
      holder: 'Evaluation',
      evaluation: true,
      valid_from: '2026-11-21',
      valid_until: '2027-11-20',
    });
    for (const part of text.split('.')) expect(JSON.stringify(event)).not.toContain(part);
  });
});

describe('the first administrator', () => {
  test('has the language in which the platform was set up', async () => {
    await install(await evaluation());
    expect((await setup(app, USER, { ...ADA, locale: 'xx_XX' })).body.error.fields).toHaveProperty('locale');
    expect((await setup(app, USER, { ...ADA, locale: 'de_DE' })).status).toBe(204);
    expect((await asAda('GET', '/account/api/v1/user/me')).body.locale).toBe('de_DE');
  });

  test('[S-017 S-252] has system scope, every permission and application, needs no mail, and signs in', async () => {
    await setUp();
    const me = (await asAda('GET', '/account/api/v1/user/me')).body;
    expect(me).toMatchObject({
      first_name: 'Ada',
      user_name: 'Ada',
      access_scope: 'system',
      locale: 'en_US',
      agreement_accepted: true,
    });
    expect(me.accounts).toMatchObject([{ id: me.primary_account_id, name: 'Signet platform', active: true }]);
    expect(me.permissions.toSorted()).toEqual([...PERMISSIONS].toSorted());
    expect((await asAda('GET', '/account/ui-api/v1/permission')).body.permissions.toSorted()).toEqual(
      [...PERMISSIONS].toSorted(),
    );
    expect(me.applications.map((one: { roles: unknown[] }) => one.roles.length)).toEqual(Array(8).fill(1));
    expect(await app.db.selectFrom('account').select(['friendly_identifier', 'system_account']).execute()).toEqual([
      { friendly_identifier: 'signet-platform', system_account: true },
    ]);
    expect(await app.db.selectFrom('mail').select('id').execute()).toEqual([]);
  });

  test('is the actor of the own creation; neither password nor hash is in the log', async () => {
    await setUp();
    const { id, password_hash } = await app.db
      .selectFrom('app_user')
      .select(['id', 'password_hash'])
      .executeTakeFirstOrThrow();
    const events = await app.db.selectFrom('audit_event').selectAll().where('actor_id', '=', id).execute();
    expect(
      events.map(({ action, resource_type, actor_name, actor_scope }) => [
        action,
        resource_type,
        actor_name,
        actor_scope,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['CREATE', 'USER', 'Ada Lindqvist', 'system'],
        ['CREATE', 'ACCOUNT', 'Ada Lindqvist', 'system'],
      ]),
    );
    const account = events.find(({ resource_type }) => resource_type === 'ACCOUNT')?.account_id;
    expect(events.find(({ resource_type }) => resource_type === 'USER')?.after).toMatchObject({
      access_scope: 'system',
      primary_account_id: account,
      account_ids: [account],
      roles: expect.arrayContaining(['account_manager/Platform administrator', 'ca_manager/Administrator']),
    });
    expect(password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
    expect(JSON.stringify(events)).not.toContain('argon2');
  });

  test('takes the account that is there', async () => {
    await fresh({ people: true, lastMayGo: true });
    await app.db
      .updateTable('app_user')
      .set({ access_scope: 'account' })
      .where('access_scope', '=', 'system')
      .execute();
    const accounts = await count('account');
    await install(await evaluation());
    expect((await setup(app, USER, { ...ADA, user_name: 'first' })).status).toBe(204);
    expect(await count('account')).toBe(accounts);
    const first = await app.db
      .selectFrom('app_user')
      .select('primary_account_id')
      .where('user_name', '=', 'first')
      .executeTakeFirstOrThrow();
    expect(first.primary_account_id).toBe(app.accountIds.get('signet-platform'));
  });

  test.each([
    ['PASSWORD_OF_NAMES', 'Lindqvist-2026'],
    ['PASSWORD_COMMON', 'Welcome-2026-!'],
  ])('chooses no password that is guessed first: %s', async (status, password) => {
    await install(await evaluation());
    const answer = await setup(app, USER, { ...ADA, password, repeatedPassword: password });
    expect([answer.status, answer.body.error.fields.password.status]).toEqual([400, status]);
  });

  test.each([
    [12, 'Correct-h7!x'],
    [255, `Aa1!${'x'.repeat(251)}`],
  ])('[S-186] may have a password of %i characters', async (length, password) => {
    expect(password).toHaveLength(length);
    await install(await evaluation());
    expect((await setup(app, USER, { ...ADA, password, repeatedPassword: password })).status).toBe(204);
  });

  test('does not take a user name that somebody has', async () => {
    await fresh({ people: true, lastMayGo: true });
    await app.db
      .updateTable('app_user')
      .set({ access_scope: 'account' })
      .where('access_scope', '=', 'system')
      .execute();
    await install(await evaluation());
    const answer = await setup(app, USER, { ...ADA, user_name: 'BEN' });
    expect([answer.status, answer.body.error.fields.user_name.status]).toEqual([409, 'USERNAME_EXISTS']);
  });
});

describe('the license of a running platform', () => {
  test('[S-124 S-149] an ended license sends everybody to the page for it', async () => {
    await fresh({ config: { LICENSE_EXPIRED_URL: 'https://umbra.example/renew' } });
    await setUp();
    app.clock.set('2027-11-20T23:59:59Z');
    expect((await app.request('GET', STATUS)).body.status).toBe('valid');
    app.clock.set('2027-11-21T00:00:00Z');
    expect((await app.request('GET', STATUS)).body).toMatchObject({
      status: 'expired',
      redirect_url: 'https://umbra.example/renew',
      setup_complete: true,
    });
  });

  test('[S-259 S-260] is replaced by an administrator; details say what it holds, the log what it was', async () => {
    await fresh({ config: { LICENSE_ISSUERS: issuersFile } });
    await setUp();
    expect((await asAda('GET', DETAILS)).body).toMatchObject({
      holder: 'Evaluation',
      issuer: 'Signet evaluation',
      evaluation: true,
      status: 'valid',
    });
    const text = await bought('2026-06-01', '2028-06-01');
    expect((await asAda('POST', UPDATE, { body: text })).status).toBe(204);
    const details = (await asAda('GET', DETAILS)).body;
    expect(details).toMatchObject({
      edition: 'Enterprise',
      holder: 'Nordmark Landesbank',
      issuer: 'Umbra',
      evaluation: false,
      status: 'valid',
      valid_from: '2026-06-01',
      valid_until: '2028-05-31',
    });
    expect(details.applications).toEqual(everyFeature(-1));
    const event = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'UPDATE')
      .where('resource_type', '=', 'LICENSE')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      before: { holder: 'Evaluation' },
      after: { holder: 'Nordmark Landesbank' },
      actor_scope: 'system',
    });
    expect(JSON.stringify(event)).not.toContain(text.split('.')[1]);
  });

  test('is replaced by one that counts otherwise, whatever was in use by then', async () => {
    await fresh({ config: { LICENSE_ISSUERS: issuersFile } });
    await setUp();
    const administrators = { app_code: 'account_manager', feature: 'administrators', generation: 'v1', pool: null };
    const text = await bought('2026-06-01', '2028-06-01', 'Nordmark Landesbank', APP_CODES, ['v2']);
    const { body } = await asAda('POST', `${UPDATE}/what-if`, { body: text });
    expect(body.shortages).toEqual([]);
    expect(body.effects).toContainEqual({
      ...administrators,
      before: { limit: 2500, used: 1, remaining: 2499 },
      after: { limit: 0, used: 0, remaining: 0 },
    });
    expect((await asAda('POST', UPDATE, { body: text })).status).toBe(204);
    const again = await bought('2026-06-01', '2028-06-01', 'Nordmark Landesbank', ['ca_manager'], ['v1']);
    expect((await asAda('POST', UPDATE, { body: again })).status).toBe(204);
  });

  test('tells before until when it is valid beside the one in force, also where this one is over', async () => {
    await fresh({ config: { LICENSE_ISSUERS: issuersFile } });
    await setUp();
    const validUntil = async (until: string) =>
      (await asAda('POST', `${UPDATE}/what-if`, { body: await bought('2026-06-01', until) })).body.valid_until;
    expect((await asAda('POST', UPDATE, { body: await bought('2026-06-01', '2026-12-24') })).status).toBe(204);
    expect(await validUntil('2026-12-01')).toEqual({ before: '2026-12-23', after: '2026-11-30' });
    await sql`update platform_license set body = ${await bought('2026-01-01', '2026-06-01')}`.execute(app.db);
    expect(await validUntil('2028-06-01')).toEqual({ before: '2026-05-31', after: '2028-05-31' });
  });

  test('of two replacements at once the second comes after the first, in its text as in its pools', async () => {
    await fresh({ config: { LICENSE_ISSUERS: issuersFile } });
    await setUp();
    const first = await bought('2026-06-01', '2028-06-01', 'Orsini Custody');
    const second = await bought('2026-06-01', '2028-06-01');
    const answer = await meanwhile(
      app,
      [
        sql`select pg_advisory_xact_lock(7346024)`,
        // By a process whose clock is ahead.
        sql`insert into platform_license (id, body, installed_at)
          values ('01990000-0000-7000-8000-000000000001', ${first}, ${new Date(app.clock.now().getTime() + 1_000)})`,
      ],
      () => asAda('POST', UPDATE, { body: second }),
    );
    expect(answer.status).toBe(204);
    expect((await asAda('GET', DETAILS)).body.holder).toBe('Nordmark Landesbank');
    const event = await app.db
      .selectFrom('audit_event')
      .select(['before', 'after'])
      .where('action', '=', 'UPDATE')
      .where('resource_type', '=', 'LICENSE')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ before: { holder: 'Orsini Custody' }, after: { holder: 'Nordmark Landesbank' } });
  });

  test('[S-081] stays when the new text is refused', async () => {
    await setUp();
    const answer = await asAda('POST', UPDATE, { body: await bought('2026-06-01', '2028-06-01') });
    expect([answer.status, answer.body.error.fields.body.status]).toEqual([400, 'LICENSE_UNKNOWN_ISSUER']);
    expect((await asAda('GET', DETAILS)).body.holder).toBe('Evaluation');
    expect(await count('platform_license')).toBe(1);
  });

  test('[S-124] of an issuer no longer trusted counts as none; setup stays closed and sign-in open', async () => {
    await app.db
      .insertInto('platform_license')
      .values({
        id: '019a0000-0000-7000-8000-000000000001',
        body: await bought('2026-01-01', '2028-01-01'),
        installed_at: app.clock.now(),
      })
      .execute();
    expect((await app.request('GET', STATUS)).body).toMatchObject({
      status: 'not_found',
      redirect_url: '/account/setup-license',
    });
    await setUp();
    await app.db.deleteFrom('platform_license').where('id', '!=', '019a0000-0000-7000-8000-000000000001').execute();
    expect((await app.request('GET', STATUS)).body).toMatchObject({
      status: 'not_found',
      redirect_url: '/account/licenseExpired',
      setup_complete: true,
    });
    expect((await asAda('GET', DETAILS)).status).toBe(404);
  });

  test('is not for partners, accounts and strangers to change, nor for accounts and strangers to read', async () => {
    await fresh({ people: true });
    await app.db
      .insertInto('platform_license')
      .values({ id: '019a0000-0000-7000-8000-000000000001', body: await evaluation(), installed_at: app.clock.now() })
      .execute();
    const text = await evaluation();
    const statuses = async (person: 'ada' | 'ben' | 'cleo' | 'emil' | null) => [
      (await app.call(person, 'GET', DETAILS)).status,
      (await app.call(person, 'POST', UPDATE, { body: text })).status,
    ];
    expect(await statuses('ada')).toEqual([200, 204]);
    expect(await statuses('ben')).toEqual([200, 403]);
    expect(await statuses('cleo')).toEqual([403, 403]);
    expect(await statuses('emil')).toEqual([403, 403]);
    expect(await statuses(null)).toEqual([401, 401]);
    expect(await count('platform_license')).toBe(2);
  });

  test('[S-261] tells its device trust part, and whether the own primary account has device trust', async () => {
    await fresh({ people: true, config: { LICENSE_ISSUERS: issuersFile } });
    const dta = async (person: 'ada' | 'cleo' | 'carl') => (await app.call(person, 'GET', DTA)).body;
    const installed = (id: number, body: string) =>
      app.db
        .insertInto('platform_license')
        .values({ id: `019a0000-0000-7000-8000-00000000000${id}`, body, installed_at: app.clock.now() })
        .execute();
    const account = (identifier: string): string => app.accountIds.get(identifier) ?? '';
    await app.db.updateTable('account').set({ dta_enabled: true }).where('id', '=', account('nordmark-lb')).execute();
    expect(await dta('cleo')).toEqual({ licensed: false, primary_account_dta_enabled: true, features: null });

    await installed(1, await evaluation());
    const { features } = everyFeature().find((one) => one.app_code === 'device_trust_manager') ?? { features: [] };
    expect(features).not.toEqual([]);
    expect(await dta('ada')).toEqual({ licensed: true, primary_account_dta_enabled: false, features });
    expect(await dta('cleo')).toEqual({ licensed: true, primary_account_dta_enabled: true, features: null });
    expect(await dta('carl')).toEqual({ licensed: true, primary_account_dta_enabled: false, features: null });
    expect((await app.call(null, 'GET', DTA)).status).toBe(401);

    app.clock.pass(1);
    await installed(2, await bought('2026-06-01', '2026-11-30', 'Nordmark Landesbank', ['ca_manager']));
    expect(await dta('ada')).toMatchObject({ licensed: false, features: [] });
    await installed(3, await bought('2026-06-01', '2026-11-30'));
    expect((await dta('ada')).licensed).toBe(true);
    app.clock.set('2026-12-05T12:00:00Z');
    app.forget('ada');
    expect(await dta('ada')).toMatchObject({ licensed: false, features: [{}, {}, {}, {}] });
  });
});
