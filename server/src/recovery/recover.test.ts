/** How an operator lets an administrator of the platform in again, from the command to the session. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { setUpApp } from '../testing/second-factor.ts';
import { as, events, expectRefusal, logIn, mails, ME, NEW_PASSWORD, whoAmI } from '../testing/sign-in.ts';
import { administersPlatform } from './administrator-store.ts';
import { makeRecoveryLink, NotRecoverable } from './link.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const RECOVER = '/account/ui-api/v1/auth/recover';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-recover-'));
  app = await startTestApp({ lastMayGo: true });
  // The command is another process, with the clock of this machine.
  app.clock.set(new Date().toISOString());
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command as npm does: a process of its own, with nothing but the database and the key. */
async function run(args: string[], key = KEY): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, port, user, database, password } = app.connection;
  const query = new URLSearchParams({ host: host ?? '', port: String(port), user: user ?? '' });
  if (typeof password === 'string') query.set('password', password);
  const script = fileURLToPath(new URL('./recover-command.ts', import.meta.url));
  const ended = promisify(execFile)(process.execPath, [script, ...args], {
    cwd: folder,
    env: { PATH: '', DATABASE_URL: `postgres://host/${database}?${query.toString()}`, SIGNET_KEY: key },
  });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const bodyOf = (link: string) => {
  const [, user_id = '', code = ''] = /#([\w-]+)\/([\w-]{43})$/.exec(link) ?? [];
  return { user_id, code };
};
const newLink = async (name: string) => {
  const making = { publicUrl: 'http://localhost:8080', eventMac: app.runtime.eventMac, now: app.clock.now() };
  return bodyOf((await app.db.transaction().execute((tx) => makeRecoveryLink(tx, name, making))).link);
};
async function redeem(returnUrl: string): Promise<string> {
  const query = new URL(returnUrl, 'http://localhost').search;
  const { status, body } = await app.request('GET', `/imauth/api/v1/callback/oauth${query}`);
  expect(status).toBe(200);
  return body.access_token;
}

test('who is locked out of everything comes in by the link of the command, and only once', async () => {
  await app.db.updateTable('account').set({ mfa_enabled: true }).where('system_account', '=', true).execute();
  await setUpApp(app, 'ada');
  await app.db
    .updateTable('account')
    .set({ standard_sign_in: false, certificate_sign_in: true })
    .where('system_account', '=', true)
    .execute();
  expectRefusal(await logIn(app, 'ada'), 403, 'METHOD_DISABLED');

  const { code, stdout, stderr } = await run(['ADA']);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/signs in by this link, once, until .+ The audit log/)]);
  expect(stdout).toMatch(/^http:\/\/localhost:8080\/account\/recover#[\w-]{36}\/[\w-]{43}\n$/);
  const link = bodyOf(stdout.trim());
  expect(await events(app, 'UPDATE')).toContainEqual(
    expect.objectContaining({
      resource_id: link.user_id,
      actor_id: null,
      actor_via: 'system',
      result: 'success',
      message: 'RECOVERY_LINK_MADE',
    }),
  );
  const opened = await app.request('POST', '/account/ui-api/v1/auth/check-code', { ...link, purpose: 'recovery' });
  expect(opened.status).toBe(200);

  const body = { ...link, second_factor_lost: true, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
  const used = await app.request('POST', RECOVER, body);
  expect(used.status).toBe(201);
  expect(await events(app, 'UPDATE')).toContainEqual(
    expect.objectContaining({ actor_id: link.user_id, result: 'success', message: 'RECOVERY_LINK_USED' }),
  );
  const [mail] = await mails(app, 'ada@signet-platform.example', 'second-factor-reset');
  expect(mail?.text).toContain('The second factor of your user ada was taken away with the recovery link');
  expect(mail?.text).not.toContain('An administrator has taken');
  const token = await redeem(used.body.return_url);
  expect(await whoAmI(app, token)).toBe(200);
  // What shut her out can be put right, without being asked again who she is.
  const [system] = await app.db.selectFrom('account').select('id').where('system_account', '=', true).execute();
  const address = `/account/ui-api/v1/account/${system?.id}`;
  const { name, service_period, sign_in_methods } = (await as(app, token, 'GET', address)).body;
  const on = { name, service_period, sign_in_methods, standard_login: true };
  expect((await as(app, token, 'PUT', `${address}/standard-signin`, on)).status).toBe(200);
  expect((await as(app, token, 'GET', '/account/ui-api/v1/second-factor')).body).toMatchObject({ items: [] });
  expectRefusal(await logIn(app, 'ada', NEW_PASSWORD), 401, 'SECOND_FACTOR_SETUP_REQUIRED');
  expectRefusal(await app.request('POST', RECOVER, body), 410, 'CODE_INVALID');
  const { rows } = await app.pool.query<{ all: string }>(
    `select string_agg(t::text, '') as all from (select row_to_json(c)::text as t from user_code c
       union all select row_to_json(a)::text from audit_event a) x`,
  );
  expect(rows[0]?.all).not.toContain(link.code);
  expect((await events(app, 'UPDATE_PASSWORD')).at(-1)).toMatchObject({ resource_name: 'ada', result: 'success' });
});

test('a link ends after a quarter of an hour, and by the next one', async () => {
  const first = await newLink('ada');
  const second = await newLink('ada');
  const body = { second_factor_lost: false };
  expectRefusal(await app.request('POST', RECOVER, { ...first, ...body }), 410, 'CODE_INVALID');
  app.clock.pass(15 * 60);
  expectRefusal(await app.request('POST', RECOVER, { ...second, ...body }), 410, 'CODE_INVALID');
  const third = await newLink('ada');
  const weak = { ...third, ...body, password: 'short', repeatedPassword: 'short' };
  const refused = await app.request('POST', RECOVER, weak);
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['password', 'repeatedPassword']]);
  const differs = { ...third, ...body, password: NEW_PASSWORD, repeatedPassword: `${NEW_PASSWORD}!` };
  expect((await app.request('POST', RECOVER, differs)).body.error.fields).toHaveProperty('repeatedPassword');
  const common = { ...third, ...body, password: 'Lindqvist-Ada-1815', repeatedPassword: 'Lindqvist-Ada-1815' };
  expectRefusal(await app.request('POST', RECOVER, common), 400, 'PASSWORD_OF_NAMES');
  const other = { ...third, ...body, user_id: app.userIds.get('cleo') };
  expectRefusal(await app.request('POST', RECOVER, other), 410, 'CODE_INVALID');
  // Without a password the old one stays, and so does everybody’s session.
  const { access_token } = await app.signIn('carl');
  const done = await app.request('POST', RECOVER, { ...third, ...body });
  expect(await whoAmI(app, await redeem(done.body.return_url))).toBe(200);
  expect((await as(app, access_token, 'GET', ME)).status).toBe(200);
});

test('nobody else is let in: the command says why, and leaves no trace', async () => {
  const codes = async () => (await app.db.selectFrom('user_code').select('user_id').execute()).length;
  const before = await codes();
  const why = (name: string) =>
    newLink(name).then(
      () => 'made',
      (error: unknown) => (error instanceof NotRecoverable ? error.message : String(error)),
    );
  expect(await why('nobody')).toBe('Nobody has the user name nobody.');
  expect(await why('ben')).toMatch(/^ben is not of system scope/);
  expect(await why('cleo')).toMatch(/^cleo is not of system scope/);
  expect(await why('dora')).toBe('Nobody has the user name dora.');
  const ada = app.userIds.get('ada') ?? '';
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', ada).execute();
  expect(await why('ada')).toMatch(/^ada is switched off/);
  await app.db.updateTable('app_user').set({ active: true }).where('id', '=', ada).execute();
  await app.pool.query('delete from user_role where user_id = $1', [ada]);
  expect(await administersPlatform(app.db, ada)).toBe(false);
  expect(await why('ada')).toMatch(/^ada does not administer the platform/);
  const otherKey = Buffer.alloc(32, 1).toString('base64');
  expect(await Promise.all([run(['cleo']), run(['ada'], otherKey), run([])])).toMatchObject([
    { code: 1, stdout: '', stderr: expect.stringMatching(/^No link was made: cleo is not of system scope/) },
    { code: 1, stdout: '', stderr: expect.stringContaining('SIGNET_KEY') },
    { code: 2, stdout: '', stderr: expect.stringContaining('npm run recover -- <user name>') },
  ]);
  expect(await codes()).toBe(before);
});
