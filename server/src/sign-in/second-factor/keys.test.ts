/** Security keys and passkeys, what people keep for their sign-in, and proving again who sits there. */
import { areas } from '@signet/contract';
import type { Endpoint } from '@signet/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { PASSWORD, type Name, type TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import {
  addKey,
  askKey,
  askPasskey,
  codeOf,
  giveCode,
  giveKey,
  givePasskey,
  givePassword,
} from '../../testing/second-factor.ts';
import { events, expectRefusal, logIn, mails, whoAmI } from '../../testing/sign-in.ts';

const OWN = '/account/ui-api/v1/second-factor';
const PROOF = '/account/ui-api/v1/session/proof';

let app: TestApp;
onePlatform((next) => void (app = next), {
  signedIn: ['ada', 'cleo', 'carl', 'emil'],
  config: { REAUTHENTICATION_MINUTES: 15 },
});

const cleo = (): string => app.userIds.get('cleo') ?? '';
const own = async (person: Name) => (await app.call(person, 'GET', OWN)).body;

describe('a security key', () => {
  test('signs in after the password; it is asked of whoever has added one', async () => {
    const { key, recoveryCodes } = await addKey(app, 'cleo');
    expect(recoveryCodes).toHaveLength(10);
    const asked = await logIn(app, 'cleo');
    expectRefusal(asked, 401, 'SECOND_FACTOR_REQUIRED');
    expect(asked.body.error.params).toMatchObject({ app: 0, key: 1 });
    const signIn: string = asked.body.error.params.sign_in;
    const before = (await events(app, 'LOGIN')).length;
    const { status, body } = await giveKey(app, signIn, key.answer(await askKey(app, signIn)));
    expect([status, await whoAmI(app, body.access_token)]).toEqual([200, 200]);
    // One event, by the person.
    expect((await events(app, 'LOGIN')).slice(before)).toMatchObject([{ resource_name: 'cleo', actor_id: cleo() }]);
  });

  test('whose counter stands still or goes back is a copy: refused, and the log says so', async () => {
    const { key } = await addKey(app, 'cleo');
    const signIn = await givePassword(app, 'cleo');
    key.counter = 9;
    expect((await giveKey(app, signIn, key.answer(await askKey(app, signIn)))).status).toBe(200);
    for (const counter of [9, 3]) {
      key.counter = counter;
      const again = await givePassword(app, 'cleo');
      expectRefusal(await giveKey(app, again, key.answer(await askKey(app, again))), 403, 'SECURITY_KEY_CLONED');
    }
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      message: 'SECURITY_KEY_CLONED',
      resource_name: 'cleo',
    });
  });

  test('that never counts goes on', async () => {
    const { key } = await addKey(app, 'cleo');
    await app.db.updateTable('security_key').set({ counter: 0 }).execute();
    for (const _ of [1, 2]) {
      key.counter = 0;
      const signIn = await givePassword(app, 'cleo');
      expect((await giveKey(app, signIn, key.answer(await askKey(app, signIn)))).status).toBe(200);
    }
  });

  test('answers once, and not to the challenge of another sign-in or page', async () => {
    const { key } = await addKey(app, 'cleo');
    const signIn = await givePassword(app, 'cleo');
    const answer = key.answer(await askKey(app, signIn));
    expect((await giveKey(app, signIn, answer)).status).toBe(200);
    const again = await givePassword(app, 'cleo');
    expectRefusal(await giveKey(app, again, answer), 409, 'SECURITY_KEY_REFUSED');
    expectRefusal(await giveKey(app, again, key.answer(await askPasskey(app))), 409, 'SECURITY_KEY_REFUSED');
    const phished = key.answer(await askKey(app, again), { origin: 'http://localhost:9999' });
    expectRefusal(await giveKey(app, again, phished), 409, 'SECURITY_KEY_REFUSED');
    const forged = { ...newAuthenticator().answer(await askKey(app, again)), id: key.id, rawId: key.id };
    expectRefusal(await giveKey(app, again, forged), 409, 'SECURITY_KEY_REFUSED');
    const { response } = key.answer(await askKey(app, again));
    const broken = { ...answer, response: { ...response, clientDataJSON: 'AAAA' } };
    expectRefusal(await giveKey(app, again, broken), 409, 'SECURITY_KEY_REFUSED');
  });

  test('of another person is unknown', async () => {
    await addKey(app, 'cleo');
    const { key } = await addKey(app, 'carl');
    const signIn = await givePassword(app, 'cleo');
    expectRefusal(await giveKey(app, signIn, key.answer(await askKey(app, signIn))), 403, 'SECURITY_KEY_UNKNOWN');
  });

  test('is added once, by its person, to their own challenge', async () => {
    const { key } = await addKey(app, 'cleo');
    const asked = (await app.call('cleo', 'POST', `${OWN}/key/options`)).body;
    expect(asked.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([key.id]);
    const twice = { name: 'Again', answer: key.register(asked) };
    expectRefusal(await app.call('carl', 'POST', `${OWN}/key`, twice), 409, 'SECURITY_KEY_REFUSED');
    const next = (await app.call('cleo', 'POST', `${OWN}/key/options`)).body;
    const same = await app.call('cleo', 'POST', `${OWN}/key`, { name: 'Again', answer: key.register(next) });
    expectRefusal(same, 409, 'SECURITY_KEY_EXISTS');
  });
});

describe('a passkey', () => {
  test('signs in without user name and password, where it has verified its person', async () => {
    const { key } = await addKey(app, 'cleo', { rk: true });
    expect((await own('cleo')).items[0]).toMatchObject({ kind: 'passkey', name: 'Key' });
    expectRefusal(await givePasskey(app, key.answer(await askPasskey(app))), 409, 'SECURITY_KEY_REFUSED');
    const { status, body } = await givePasskey(app, key.answer(await askPasskey(app), { verified: true }));
    expect([status, await whoAmI(app, body.access_token)]).toEqual([200, 200]);
    expect((await events(app, 'LOGIN')).at(-1)).toMatchObject({
      resource_type: 'BASIC_AUTH_MFA',
      resource_name: 'cleo',
    });
  });

  test('is no way in for who is disabled, or whose account has switched standard sign-in off', async () => {
    const { key } = await addKey(app, 'emil', { rk: true });
    await app.db.updateTable('account').set({ standard_sign_in: false, certificate_sign_in: true }).execute();
    expectRefusal(
      await givePasskey(app, key.answer(await askPasskey(app), { verified: true })),
      403,
      'METHOD_DISABLED',
    );
    await app.db.updateTable('account').set({ standard_sign_in: true }).execute();
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'emil').execute();
    expectRefusal(await givePasskey(app, key.answer(await askPasskey(app), { verified: true })), 403, 'USER_DISABLED');
  });

  test('of nobody is unknown', async () => {
    const stray = newAuthenticator();
    expectRefusal(
      await givePasskey(app, stray.answer(await askPasskey(app), { verified: true })),
      403,
      'SECURITY_KEY_UNKNOWN',
    );
  });
});

describe('what somebody keeps for signing in', () => {
  test('is seen, named and removed by them alone; with the last one the recovery codes go', async () => {
    await addKey(app, 'cleo');
    const { items, recovery_codes_left } = await own('cleo');
    expect([items.length, recovery_codes_left]).toEqual([1, 10]);
    const at = `${OWN}/${items[0].id}`;
    expectRefusal(await app.call('carl', 'PUT', at, { name: 'Mine' }), 404, 'NOT_FOUND');
    expectRefusal(await app.call('carl', 'DELETE', at), 404, 'NOT_FOUND');
    expectRefusal(await app.call('cleo', 'PUT', at, { name: '' }), 400, 'REQUIRED');
    expect((await app.call('cleo', 'PUT', at, { name: 'Blue key' })).status).toBe(204);
    expect((await own('cleo')).items[0].name).toBe('Blue key');
    expect((await app.call('cleo', 'DELETE', at)).status).toBe(204);
    expect(await own('cleo')).toMatchObject({ items: [], recovery_codes_left: 0 });
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test('is ten at most, however they are begun; an app that was begun and left takes nobody’s place', async () => {
    const key = newAuthenticator();
    const late = (await app.call('cleo', 'POST', `${OWN}/key/options`)).body;
    for (let count = 0; count < 9; count += 1) await addKey(app, 'cleo');
    for (let count = 0; count < 2; count += 1) expect((await app.call('cleo', 'POST', `${OWN}/app`)).status).toBe(201);
    const { secret } = (await app.call('cleo', 'POST', `${OWN}/app`)).body;
    await addKey(app, 'cleo');
    const answers = [
      await app.call('cleo', 'POST', `${OWN}/key`, { name: 'Key', answer: key.register(late) }),
      await app.call('cleo', 'POST', `${OWN}/app/confirm`, { code: codeOf(app, secret), name: 'Phone' }),
      await app.call('cleo', 'POST', `${OWN}/app`),
      await app.call('cleo', 'POST', `${OWN}/key/options`),
    ];
    for (const answer of answers) expectRefusal(answer, 409, 'TOO_MANY_FACTORS');
    expect((await own('cleo')).items).toHaveLength(10);
  });

  test('one more app: a wrong first code says so under its field; new recovery codes replace the old', async () => {
    const { recoveryCodes } = await addKey(app, 'cleo');
    const { secret } = (await app.call('cleo', 'POST', `${OWN}/app`)).body;
    const wrong = await app.call('cleo', 'POST', `${OWN}/app/confirm`, { code: '000000', name: 'Phone' });
    expect(wrong.body.error.fields.code.status).toBe('CODE_DOES_NOT_MATCH');
    const right = await app.call('cleo', 'POST', `${OWN}/app/confirm`, { code: codeOf(app, secret), name: 'Phone' });
    expect([right.status, right.body.recovery_codes]).toEqual([201, []]);
    const fresh = (await app.call('cleo', 'POST', `${OWN}/recovery-codes`)).body.recovery_codes;
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'SECOND_FACTOR',
      message: 'NEW_RECOVERY_CODES',
    });
    expectRefusal(
      await giveCode(app, await givePassword(app, 'cleo'), recoveryCodes[0] ?? ''),
      403,
      'SECOND_FACTOR_WRONG',
    );
    expect((await giveCode(app, await givePassword(app, 'cleo'), fresh[0])).status).toBe(200);
    expectRefusal(await app.call('carl', 'POST', `${OWN}/recovery-codes`), 409, 'NO_SECOND_FACTOR');
  });
});

describe('what one person does', () => {
  const TABLES = [
    'authenticator_app',
    'security_key',
    'recovery_code',
    'pending_sign_in',
    'second_factor_failure',
    'second_factor_reset',
  ] as const;
  const rowsOf = async (person: Name) => {
    const id = app.userIds.get(person) ?? '';
    const kept = TABLES.map((table) => app.db.selectFrom(table).selectAll().where('user_id', '=', id).execute());
    return Promise.all(kept);
  };
  const begin = async (person: Name) => (await app.call(person, 'POST', `${OWN}/app`)).body.secret;
  const confirm = (person: Name, code: string) =>
    app.call(person, 'POST', `${OWN}/app/confirm`, { code, name: 'Phone' });

  test('leaves the apps, keys, codes and sign-ins of everybody else as they are', async () => {
    await addKey(app, 'emil');
    await confirm('emil', codeOf(app, await begin('emil')));
    await giveCode(app, await givePassword(app, 'emil'), '000000');
    const foreign = await begin('emil');
    await app.db
      .insertInto('second_factor_reset')
      .values({ user_id: app.userIds.get('emil') ?? '', reset_at: app.clock.now() })
      .execute();
    const before = await rowsOf('emil');
    expect(before.every((rows) => rows.length > 0)).toBe(true);

    const { key, recoveryCodes } = await addKey(app, 'cleo');
    expect((await confirm('cleo', codeOf(app, foreign))).status).toBe(400);
    const secret = await begin('cleo');
    expect((await confirm('cleo', codeOf(app, secret))).status).toBe(201);
    expect((await confirm('cleo', codeOf(app, secret, 1))).status).toBe(400);
    app.clock.pass(30);
    const signIn = await givePassword(app, 'cleo');
    expectRefusal(await giveCode(app, signIn, codeOf(app, await begin('cleo'))), 403, 'SECOND_FACTOR_WRONG');
    expect((await giveCode(app, signIn, codeOf(app, secret))).status).toBe(200);
    const byKey = await givePassword(app, 'cleo');
    expect((await giveKey(app, byKey, key.answer(await askKey(app, byKey)))).status).toBe(200);
    expect((await giveCode(app, await givePassword(app, 'cleo'), recoveryCodes[0] ?? '')).status).toBe(200);
    await app.call('cleo', 'POST', `${OWN}/recovery-codes`);
    const { items } = await own('cleo');
    expect(items).toHaveLength(2);
    await app.call('cleo', 'PUT', `${OWN}/${items[0].id}`, { name: 'Blue key' });
    await app.call('cleo', 'DELETE', `${OWN}/${items[1].id}`);
    expect((await own('cleo')).items).toMatchObject([{ name: 'Blue key' }]);
    const { status } = await app.call('ada', 'DELETE', `/account/ui-api/v1/user/${app.userIds.get('cleo')}/mfa`);
    expect(status).toBe(204);
    expect(await rowsOf('emil')).toEqual(before);
  });

  test('answers a challenge that was asked, for what it was asked, in time', async () => {
    const { key } = await addKey(app, 'cleo', { rk: true });
    const signIn = await givePassword(app, 'cleo');
    const asked = await askKey(app, signIn);
    const invented = { ...asked, challenge: Buffer.alloc(32, 7).toString('base64url') };
    expectRefusal(await giveKey(app, signIn, key.answer(invented)), 409, 'SECURITY_KEY_REFUSED');
    const proof = (await app.call('cleo', 'POST', `${PROOF}/options`)).body.key;
    expectRefusal(await giveKey(app, signIn, key.answer(proof)), 409, 'SECURITY_KEY_REFUSED');
    expect((await giveKey(app, signIn, key.answer(asked))).status).toBe(200);
    const late = await askPasskey(app);
    app.clock.pass(3600);
    expectRefusal(await givePasskey(app, key.answer(late, { verified: true })), 409, 'SECURITY_KEY_REFUSED');
  });
});

describe('[S-301 S-312] a second factor that is taken away', () => {
  const mfa = (person: Name) => `/account/ui-api/v1/user/${app.userIds.get(person)}/mfa`;

  test('is gone, the person is told by mail, and sets one up at the next sign-in', async () => {
    // Menus offer it to those who have one.
    const has = async () => {
      const { items } = (await app.call('cleo', 'GET', '/account/ui-api/v1/user?limit=100')).body;
      const one = (await app.call('cleo', 'GET', `/account/ui-api/v1/user/${app.userIds.get('emil')}`)).body;
      const row = items.find(({ id }: { id: string }) => id === one.id);
      return [row.second_factor, one.second_factor];
    };
    expect(await has()).toEqual([false, false]);
    await addKey(app, 'emil');
    expect(await has()).toEqual([true, true]);
    expect((await app.call('cleo', 'GET', mfa('emil'))).body).toMatchObject({ keys: 1, reset: false });
    expect((await app.call('cleo', 'DELETE', mfa('emil'))).status).toBe(204);
    expect((await app.call('cleo', 'GET', mfa('emil'))).body).toMatchObject({ keys: 0, reset: true });
    const [mail] = await mails(app, 'emil@nordmark-lb.example', 'second-factor-reset');
    expect(mail?.text).toContain('http://localhost:8080/account/login');
    expectRefusal(await logIn(app, 'emil'), 401, 'SECOND_FACTOR_SETUP_REQUIRED');
    expect((await events(app, 'DELETE')).at(-1)).toMatchObject({
      resource_type: 'SECOND_FACTOR',
      resource_name: 'emil',
    });
    expectRefusal(await app.call('cleo', 'DELETE', mfa('emil')), 409, 'NO_SECOND_FACTOR');
  });

  test('is not taken by somebody below, elsewhere, or by oneself', async () => {
    await addKey(app, 'ada');
    await addKey(app, 'cleo');
    expectRefusal(await app.call('cleo', 'DELETE', mfa('ada')), 404, 'NOT_FOUND');
    expectRefusal(await app.call('carl', 'DELETE', mfa('cleo')), 404, 'NOT_FOUND');
    expectRefusal(await app.call('cleo', 'DELETE', mfa('cleo')), 409, 'YOURSELF');
    expectRefusal(await app.call('emil', 'DELETE', mfa('cleo')), 403, 'FORBIDDEN');
  });
});

describe('before a dangerous act', () => {
  const act = (person: Name) => app.call(person, 'POST', `${OWN}/app`);
  const prove = (person: Name, body: unknown) => app.call(person, 'POST', PROOF, body);

  test('somebody who signed in too long ago proves again who they are, and goes on', async () => {
    app.clock.pass(240);
    expect((await act('cleo')).status).toBe(201);
    // The access token lives for five minutes; the session goes on with another.
    await app.db
      .updateTable('session')
      .set({ created_at: new Date('2026-11-21T11:00:00Z') })
      .execute();
    expectRefusal(await act('cleo'), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await app.call('cleo', 'POST', `${PROOF}/options`)).body).toEqual({
      password: true,
      code: false,
      key: null,
      providers: [],
    });
    const wrong = await prove('cleo', { password: 'Wrong-horse-7-battery' });
    expect(wrong.body.error.fields.password.status).toBe('PASSWORD_WRONG');
    expectRefusal(await act('cleo'), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await prove('cleo', { password: PASSWORD })).status).toBe(204);
    expect((await act('cleo')).status).toBe(201);
    expectRefusal(await act('carl'), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await events(app, 'LOGIN')).at(-1)).toMatchObject({
      resource_type: 'SESSION',
      actor_name: 'Cleo Marchetti',
    });
  });

  test('a proof under a clock that was ahead is none', async () => {
    const month = new Date(app.clock.now().getTime() + 30 * 86_400_000);
    await app.db.updateTable('session').set({ created_at: month }).execute();
    expectRefusal(await act('cleo'), 403, 'REAUTHENTICATION_REQUIRED');
  });

  test('a password that signs nobody in proves nothing either, and is not asked for', async () => {
    await app.db
      .updateTable('account')
      .set({ standard_sign_in: false, saml_sign_in: true })
      .where('id', '=', app.accountIds.get('nordmark-lb') ?? '')
      .execute();
    const sessions = app.db.updateTable('session').set({ created_at: new Date('2026-11-21T11:00:00Z') });
    await sessions.execute();
    const options = async (name: Name) => (await app.call(name, 'POST', `${PROOF}/options`)).body.password;
    expect([await options('cleo'), await options('carl')]).toEqual([false, true]);
    expectRefusal(await prove('cleo', { password: PASSWORD }), 403, 'METHOD_DISABLED');
    expectRefusal(await act('cleo'), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await prove('carl', { password: PASSWORD })).status).toBe(204);
  });

  test('each of them asks, whatever is sent', async () => {
    const dangerous = Object.values(areas)
      .flatMap((area) => Object.values<Endpoint>(area))
      .filter((endpoint) => endpoint.reauthenticate === true);
    await app.db
      .updateTable('session')
      .set({ created_at: new Date('2026-11-21T11:00:00Z') })
      .execute();
    const answers = await Promise.all(
      dangerous.map(async ({ method, path }) => {
        const { body } = await app.call('ada', method, path.replaceAll(/\{\w+\}/g, newId()), {});
        return `${method} ${path} ${body.error.status}`;
      }),
    );
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.filter((one) => !one.endsWith(' REAUTHENTICATION_REQUIRED'))).toEqual([]);
  });

  test('an account asks with a first administrator, who would stay; without one it does not', async () => {
    await app.db
      .updateTable('session')
      .set({ created_at: new Date('2026-11-21T11:00:00Z') })
      .execute();
    const create = (more: object) =>
      app.call('ada', 'POST', '/account/ui-api/v1/account', {
        name: 'Kontor',
        friendly_identifier: 'kontor',
        service_period: { from: '2026-11-21', to: '2027-11-20' },
        locale: 'de_DE',
        organization: { name: 'Kontor' },
        ...more,
      });
    const administrator = { first_name: 'Ines', last_name: 'Falk', email: 'ines.falk@kontor.example' };
    expectRefusal(await create({ administrator }), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await create({})).status).toBe(201);
  });

  test('a key and a code prove it as well; nothing at all, and what belongs to another, do not', async () => {
    const { key } = await addKey(app, 'cleo');
    const { key: other } = await addKey(app, 'carl');
    await app.db
      .updateTable('session')
      .set({ created_at: new Date('2026-11-21T11:00:00Z') })
      .execute();
    const ask = async () => (await app.call('cleo', 'POST', `${PROOF}/options`)).body.key;
    expectRefusal(await prove('cleo', { answer: other.answer(await ask()) }), 403, 'SECURITY_KEY_UNKNOWN');
    expectRefusal(await prove('cleo', {}), 400, 'PASSWORD_WRONG');
    expectRefusal(await prove('cleo', { code: '123456' }), 403, 'SECOND_FACTOR_WRONG');
    expectRefusal(await act('cleo'), 403, 'REAUTHENTICATION_REQUIRED');
    expect((await prove('cleo', { answer: key.answer(await ask()) })).status).toBe(204);
    expect((await act('cleo')).status).toBe(201);
  });
});
