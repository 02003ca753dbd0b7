/** Programs call the API with a token, in the name of its person, and stop at once when they should. */
import type { PluginTransformQueryArgs, PluginTransformResultArgs, RootOperationNode } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '@signet/contract/limits';
import { everyFeature } from '../../license/features.ts';
import { EVALUATION_KEY } from '../../license/evaluation-key.ts';
import { issueLicense, issuerKey } from '../../license/issue.ts';
import { installLicense } from '../../license/license-store.ts';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { undoable } from '../../testing/undo.ts';
import { findPersonViewer } from '../viewer-store.ts';
import { byToken } from './by-token.ts';
import { newTokenText } from './token-text.ts';
import { openTokenRate } from './token-rate.ts';

const ME = '/account/ui-api/v1/auth/me';
const PROFILE = '/account/api/v1/user/me';
const ACCOUNTS = '/account/ui-api/v1/account';
const ORGANIZATIONS = '/account/ui-api/v1/organization';

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
  app.runtime.tokenRate = openTokenRate();
  app.clock.set('2026-11-21T12:00:00Z');
});
afterEach(() => takeBack());

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const ask = (text: string, url = ME, method: 'GET' | 'POST' | 'PUT' = 'GET', body?: unknown): Promise<Answer> =>
  app.request(method, url, body, { 'x-api-key': text });
const statusOf = ({ status, body }: Answer) => [status, body?.error?.status];
const tokenOf = (name: string, values: Parameters<typeof insertToken>[2] = {}) => insertToken(app, idOf(name), values);
const switchUser = (name: string, values: { active?: boolean; deleted_at?: Date }) =>
  app.db.updateTable('app_user').set(values).where('id', '=', idOf(name)).execute();

/** How many queries it takes to say who sends a text. */
async function queriesFor(text: string): Promise<number> {
  let queries = 0;
  const db = app.db.withPlugin({
    transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
      queries += 1;
      return args.node;
    },
    transformResult: (args: PluginTransformResultArgs) => Promise.resolve(args.result),
  });
  const asked = byToken(
    { ...app.runtime, db },
    { headers: { 'x-api-key': text }, address: '127.0.0.1', presented: null },
    app.clock.now(),
  );
  await asked.catch(() => undefined);
  return queries;
}

describe('a token', () => {
  test('[S-328] calls as its person, sent as x-api-key or as bearer', async () => {
    const { text } = await tokenOf('dora');
    expect((await ask(text)).body).toMatchObject({ user_name: 'dora' });
    for (const authorization of [`Bearer ${text}`, `bearer ${text}`])
      expect((await app.request('GET', ME, undefined, { authorization })).body.user_name).toBe('dora');
    const { items } = (await ask(text, ACCOUNTS)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([nordmark()]);
  });

  test('[S-328] does what its person may do, and the audit log says which token did it', async () => {
    const { id, text } = await tokenOf('dora', { name: 'Nightly report' });
    const made = await ask(text, ORGANIZATIONS, 'POST', { name: 'Nordmark Token', country: 'DE' });
    expect(made.status).toBe(201);
    const event = await app.db
      .selectFrom('audit_event')
      .select(['actor_id', 'actor_via', 'credential_id', 'credential_name'])
      .where('resource_id', '=', made.body.id)
      .executeTakeFirst();
    const by = { actor_id: idOf('dora'), actor_via: 'token' };
    expect(event).toEqual({ ...by, credential_id: id, credential_name: 'Nightly report' });
  });

  test.each([
    ['the password', 'PUT', (): string => `/account/ui-api/v1/user/${idOf('cleo')}/password`],
    ['the profile', 'PUT', (): string => `/account/ui-api/v1/user/${idOf('cleo')}`],
    ['sessions', 'GET', (): string => '/account/ui-api/v1/session'],
  ] as const)('is not let near what is a person’s own at the console: %s', async (_what, method, url) => {
    const { text } = await tokenOf('cleo');
    const names = { first_name: 'Cleo', last_name: 'Marchetti', user_name: 'cleo', email: 'cleo@nordmark-lb.example' };
    const body = method === 'PUT' ? { ...names, phone: '', locale: 'en_US' } : undefined;
    expect(statusOf(await ask(text, url(), method, body))).toEqual([403, 'SESSION_NEEDED']);
  });

  test('[S-328] is good until its last day is over, in UTC, and its program then hears since when', async () => {
    const { text } = await tokenOf('dora', { end_date: '2026-11-30' });
    app.clock.set('2026-11-30T23:59:59Z');
    expect((await ask(text)).status).toBe(200);
    app.clock.set('2026-12-01T00:00:00Z');
    const answer = await ask(text);
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      status: 'TOKEN_EXPIRED',
      message: 'This API token ended on 2026-11-30.',
    });
  });

  test('[S-327] that is disabled stops at the next request, and goes on when it is enabled', async () => {
    const { id, text } = await tokenOf('dora');
    const enable = (enabled: boolean) =>
      app.db.updateTable('api_token').set({ enabled }).where('id', '=', id).execute();
    expect((await ask(text)).status).toBe(200);
    await enable(false);
    expect(statusOf(await ask(text))).toEqual([401, 'TOKEN_DISABLED']);
    await enable(true);
    expect((await ask(text)).status).toBe(200);
  });

  test('[S-328] stops with its person: switched off, deleted, or its account ended', async () => {
    const { text } = await tokenOf('dora');
    await switchUser('dora', { active: false });
    expect(statusOf(await ask(text))).toEqual([401, 'TOKEN_INVALID']);
    await switchUser('dora', { active: true });
    await app.db.updateTable('account').set({ active: false }).where('id', '=', nordmark()).execute();
    expect(statusOf(await ask(text))).toEqual([403, 'ACCOUNT_EXPIRED']);
    await app.db.updateTable('account').set({ active: true }).where('id', '=', nordmark()).execute();
    expect((await ask(text)).status).toBe(200);
    await switchUser('dora', { deleted_at: app.clock.now() });
    expect(statusOf(await ask(text))).toEqual([401, 'TOKEN_INVALID']);
  });

  test('[S-328] of an account that is deleted with its people is gone', async () => {
    const { id, text } = await tokenOf('dora');
    expect((await app.call('ada', 'DELETE', `${ACCOUNTS}/${nordmark()}`)).status).toBe(204);
    expect(statusOf(await ask(text))).toEqual([401, 'TOKEN_INVALID']);
    expect(await app.db.selectFrom('api_token').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test('of somebody who has not accepted the terms waits for that, as a session does', async () => {
    const { text } = await tokenOf('cleo');
    await app.db.updateTable('app_user').set({ agreement_accepted_at: null }).where('id', '=', idOf('cleo')).execute();
    expect(statusOf(await ask(text, ACCOUNTS))).toEqual([403, 'TERMS_NOT_ACCEPTED']);
  });

  test('stops when the platform’s license has ended, but for those who can install a new one', async () => {
    const [doras, adas] = [await tokenOf('dora'), await tokenOf('ada')];
    const terms = { iss: 'Test', holder: 'Test', edition: 'Test', applications: everyFeature() };
    const from = app.clock.now();
    const license = await issueLicense(
      await issuerKey(JSON.stringify(EVALUATION_KEY)),
      { ...terms, from, until: new Date(from.getTime() + 10 * 86_400_000) },
      from,
    );
    await installLicense(app.db, license, null, app.clock.now());
    expect((await ask(doras.text)).status).toBe(200);
    app.clock.pass(11 * 86_400);
    expect(statusOf(await ask(doras.text))).toEqual([403, 'PLATFORM_LICENSE_EXPIRED']);
    expect((await ask(adas.text)).status).toBe(200);
  });
});

describe('[S-328] what is no good token is refused', () => {
  test('one character that is another one, without a look at the database', async () => {
    const { text } = await tokenOf('dora');
    const altered = text.slice(0, 20) + (text[20] === 'a' ? 'b' : 'a') + text.slice(21);
    expect(statusOf(await ask(altered))).toEqual([401, 'TOKEN_INVALID']);
    expect(await queriesFor(altered)).toBe(0);
    expect(await queriesFor(newTokenText())).toBe(1);
  });

  test.each([
    ['one that nobody made', () => newTokenText()],
    ['nothing', () => ''],
    ['a word', () => 'x'],
    ['two at once', () => `${newTokenText()}, ${newTokenText()}`],
    ['the hash that is stored', () => '0'.repeat(64)],
    ['what would be SQL', () => "' or 1=1 --"],
  ])('%s', async (_what, text) => {
    expect(statusOf(await ask(text()))).toEqual([401, 'TOKEN_INVALID']);
    const bearer = { authorization: `Bearer ${text()}` };
    expect((await app.request('GET', ME, undefined, bearer)).status).toBe(401);
  });

  test('one beside a session or another token, whichever of them is good: which is meant is not guessed', async () => {
    const [{ text }, other] = [await tokenOf('dora'), await tokenOf('dora')];
    const { access_token } = await app.signIn('cleo');
    const two = (key: string, authorization: string) =>
      app.request('GET', ME, undefined, { 'x-api-key': key, authorization });
    for (const bearer of [access_token, other.text, text, newTokenText(), 'x'])
      expect(statusOf(await two(text, `Bearer ${bearer}`))).toEqual([400, 'TWO_CREDENTIALS']);
    expect(statusOf(await two('', `bearer ${access_token}`))).toEqual([400, 'TWO_CREDENTIALS']);
    // What a proxy in between is signed in to is its own affair.
    expect((await two(text, 'Basic cHJveHk6cHJveHk=')).status).toBe(200);
  });

  test('a good one in the address, where logs would have it', async () => {
    const { text } = await tokenOf('dora');
    expect((await app.request('GET', `${ACCOUNTS}?api_key=${text}`)).status).toBe(401);
  });
});

describe('addresses', () => {
  const from = (text: string, remoteAddress: string) =>
    app.app.inject({ method: 'GET', url: ME, headers: { 'x-api-key': text }, remoteAddress });

  test('[S-328] a token with addresses is refused from any other', async () => {
    const { text } = await tokenOf('dora', { allowed_addresses: ['192.0.2.0/24', '2001:db8::7'] });
    for (const good of ['192.0.2.200', '2001:db8::7', '::ffff:192.0.2.1']) {
      const answer = await from(text, good);
      expect(answer.statusCode, good).toBe(200);
    }
    for (const foreign of ['192.0.3.1', '2001:db8::8', '127.0.0.1']) {
      const answer = await from(text, foreign);
      expect([answer.statusCode, answer.json().error.status], foreign).toEqual([403, 'TOKEN_ADDRESS']);
    }
  });

  test('what a client says of its address counts for nothing', async () => {
    const { text } = await tokenOf('dora', { allowed_addresses: ['192.0.2.0/24'] });
    const headers = { 'x-api-key': text, 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7' };
    expect((await app.app.inject({ method: 'GET', url: ME, headers })).statusCode).toBe(403);
  });
});

describe('narrower rights', () => {
  test('[S-328] a token has those that it names, and of them those alone that its person still has', async () => {
    const { text } = await tokenOf('dora', { permissions: ['view_organization', 'manage_organization'] });
    const organization = { name: 'Nordmark Narrow', country: 'DE' };
    expect((await ask(text, ORGANIZATIONS, 'POST', organization)).status).toBe(201);
    expect((await ask(text, ACCOUNTS)).status).toBe(403);
    // Who asks what they may do hears it of the token everywhere, not of its person.
    for (const url of [PROFILE, `${PROFILE}/applications`]) {
      const { applications, items = applications } = (await ask(text, url)).body;
      expect(items[0].roles).toHaveLength(1);
      const named = items.flatMap(({ permissions }: { permissions: string[] }) => permissions);
      expect(named.toSorted(), url).toEqual(['manage_organization', 'view_organization']);
    }
    // Ada holds what the role of an account's administrator lacks; the name in the token gives Dora nothing.
    const more = await tokenOf('dora', { permissions: ['view_tenant', 'manage_system_settings', 'view_organization'] });
    expect((await ask(more.text, '/account/ui-api/v1/mail')).status).toBe(403);
    await app.db.deleteFrom('user_role').where('user_id', '=', idOf('dora')).execute();
    expect((await ask(text, ORGANIZATIONS, 'POST', organization)).status).toBe(403);
  });

  test('work that goes on after the call has the rights of its token, and ends with it', async () => {
    const { id } = await tokenOf('dora', { name: 'Nightly report', permissions: ['view_organization'] });
    const later = () => findPersonViewer(app.db, idOf('dora'), { by: 'token', tokenId: id, name: '' }, app.clock.now());
    expect([...((await later())?.permissions ?? [])]).toEqual(['view_organization']);
    expect((await later())?.via).toMatchObject({ tokenId: id, name: 'Nightly report' });
    await app.db.updateTable('api_token').set({ enabled: false }).where('id', '=', id).execute();
    expect(await later()).toBeNull();
    await app.db.deleteFrom('api_token').where('id', '=', id).execute();
    expect(await later()).toBeNull();
  });
});

describe('its last use', () => {
  const lastUse = (id: string) =>
    app.db
      .selectFrom('api_token')
      .select(['last_used_at', 'last_used_address', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('is kept, and written once a minute, however often it calls', async () => {
    const { id, text } = await tokenOf('dora');
    const first = app.clock.now();
    expect((await lastUse(id)).last_used_at).toBeNull();
    expect(await queriesFor(text)).toBe(2);
    const kept = { last_used_at: first, last_used_address: '127.0.0.1', version: 1 };
    expect(await lastUse(id)).toEqual(kept);
    app.clock.pass(LIMITS.tokenUseSeconds - 1);
    expect(await queriesFor(text)).toBe(1);
    expect(await lastUse(id)).toEqual(kept);
    app.clock.pass(1);
    await ask(text);
    expect((await lastUse(id)).last_used_at).toEqual(app.clock.now());
  });

  test('of a call that was refused is none', async () => {
    const { id, text } = await tokenOf('dora', { allowed_addresses: ['192.0.2.7'] });
    await ask(text);
    expect((await lastUse(id)).last_used_at).toBeNull();
  });
});

test('too many requests of one token in a minute are refused, those of another one are not', async () => {
  const [busy, other] = [await tokenOf('dora'), await tokenOf('dora')];
  const now = app.clock.now();
  for (let n = 0; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count(busy.id, now);
  const answer = await ask(busy.text);
  expect(statusOf(answer)).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(answer.headers['retry-after']).toBe('60');
  expect((await ask(other.text)).status).toBe(200);
  app.clock.pass(60);
  expect((await ask(busy.text)).status).toBe(200);
});
