import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas, endpoints } from '@signet/contract';
import type { Endpoint } from '@signet/contract/endpoint';
import { LIMITS } from '@signet/contract/limits';
import { newId } from '../ids.ts';
import { startTestApp, PASSWORD, type TestApp } from '../testing/app.ts';
import { TOKENS } from './plain-page.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LOGIN = '/account/ui-api/v1/auth/login';
const ACCOUNTS = '/account/ui-api/v1/account';
const rowsOf = async (table: 'session' | 'app_user' | 'login_failure') =>
  Number(
    (
      await app.db
        .selectFrom(table)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Every failure has the one shape; `status` is a name, `message` a sentence. */
function expectProblem(answer: { status: number; body: any }, code: number, status: string): void {
  expect(answer.status).toBe(code);
  expect(answer.body.error.status).toBe(status);
  expect(answer.body.error.message).toMatch(/^[A-Z].+[.]$/);
}

describe('bad input is answered with 4xx and one shape, and writes nothing', () => {
  const good = { user_name: 'ada', password: PASSWORD };
  const bad: [
    why: string,
    body: unknown,
    headers: Record<string, string>,
    code: number,
    status: string,
    field?: string,
  ][] = [
    ['an unknown field', { ...good, admin: true }, {}, 400, 'UNKNOWN_FIELD', 'admin'],
    ['a wrong type', { ...good, password: 12 }, {}, 400, 'INVALID_INPUT', 'password'],
    ['a missing field', { user_name: 'ada' }, {}, 400, 'REQUIRED', 'password'],
    ['an array for an object', [good], {}, 400, 'INVALID_INPUT'],
    ['null for an object', null, {}, 400, 'INVALID_INPUT'],
    ['broken JSON', '{"user_name":', {}, 400, 'BROKEN_JSON'],
    ['an empty body', '', { 'content-type': 'application/json' }, 400, 'INVALID_INPUT'],
    ['blanks for JSON', ' ', { 'content-type': 'application/json' }, 400, 'BROKEN_JSON'],
    [
      'more values than any request of ours',
      { ...good, more: Array.from({ length: 2001 }, () => 1) },
      {},
      413,
      'TOO_COMPLEX',
    ],
    ['a body nested without end', '['.repeat(100_000), {}, 413, 'TOO_COMPLEX'],
    ['plain text', 'user_name=ada', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'user_name=ada', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', '<user/>', { 'content-type': 'application/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body over 1 MiB', { ...good, password: 'x'.repeat(1_100_000) }, {}, 413, 'TOO_LARGE'],
    [
      'a poisoned prototype',
      '{"__proto__":{"scope":"system"},"user_name":"ada","password":"x"}',
      {},
      400,
      'BROKEN_JSON',
    ],
    [
      'markup for a user name',
      { ...good, user_name: '<script>alert(1)</script>' },
      {},
      400,
      'INVALID_USER_NAME',
      'user_name',
    ],
    [
      'a line break in a user name',
      { ...good, user_name: 'ada\r\nX-Evil: 1' },
      {},
      400,
      'INVALID_USER_NAME',
      'user_name',
    ],
  ];
  test.each(bad)('[S-246 S-218] %s', async (_why, body, headers, code, status, field) => {
    const before = await rowsOf('session');
    const answer = await app.request('POST', LOGIN, body, headers);
    expectProblem(answer, code, status);
    if (code === 413) expect(answer.body.error.message).toMatch(/ (1,048,576 bytes|2,000 values)\b/);
    if (field) expect(answer.body.error.fields[field].status).toBe(status);
    expect(await rowsOf('session')).toBe(before);
  });

  test.each([
    ['sort=nope:asc', 'UNKNOWN_SORT_COLUMN'],
    ['sort=name:up', 'UNKNOWN_SORT_COLUMN'],
    ['sort=name;drop table account', 'UNKNOWN_SORT_COLUMN'],
    ['limit=abc', 'INVALID_NUMBER'],
    ['limit=0', 'INVALID_NUMBER'],
    ['limit=', 'INVALID_NUMBER'],
    ['limit=-5', 'INVALID_NUMBER'],
    ['limit=100000', 'INVALID_NUMBER'],
    ['limit=1e3', 'INVALID_NUMBER'],
    ['offset=-1', 'INVALID_NUMBER'],
    ['offset=1.5', 'INVALID_NUMBER'],
    ['offset=99999999999999999999', 'INVALID_NUMBER'],
    ['limit=5&limit=6', 'INVALID_INPUT'],
    ['active=yes', 'INVALID_INPUT'],
    ['end_date_to=2026-02-30', 'INVALID_DATE'],
    ['colour=red', 'UNKNOWN_FIELD'],
  ])('[S-251] a list asked with %s', async (query, status) => {
    expectProblem(await app.call('ada', 'GET', `${ACCOUNTS}?${query}`), 400, status);
  });

  test('[A-190] a request that names the type of a body and brings none is one without a body', async () => {
    const path = `/account/ui-api/v1/oauth/client/${app.accountIds.get('nordmark-lb')}`;
    const made = await app.call('ada', 'POST', path, '');
    expect(made.status).toBe(201);
    const gone = await app.call('ada', 'DELETE', `/account/ui-api/v1/oauth/client/${made.body.id}`, '');
    expect(gone.status).toBe(204);
  });

  test('[S-012] a page far beyond the last one is empty, not an error', async () => {
    const answer = await app.call('ada', 'GET', `${ACCOUNTS}?offset=9999900&limit=20`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ items: [], total: 5, offset: 9_999_900 });
  });

  test('[S-003] an application code that does not exist, in a path', async () => {
    expectProblem(await app.call('ada', 'GET', '/account/ui-api/v1/not-an-app/agreement'), 404, 'NOT_FOUND');
    const account = app.accountIds.get('nordmark-lb');
    for (const [method, path, body] of [
      ['GET', `license/limit/${account}/coffee_manager/history`],
      ['PUT', `features/account/${account}/coffee_manager/features`, []],
      ['PUT', `package/account/${account}/application/coffee_manager`, { package_code: 'premium' }],
      ['PUT', 'user/not-a-uuid/agreement', { locale: 'en_US' }],
    ] as const)
      expectProblem(await app.call('ada', method, `/account/ui-api/v1/${path}`, body), 400, 'INVALID_INPUT');
  });

  test('[S-003] an application code that does not exist, in a body', async () => {
    const body = { app_code: 'coffee_manager', name: 'Barista', permissions: ['view_account'] };
    const answer = await app.call('ada', 'POST', '/account/ui-api/v1/role', body);
    expectProblem(answer, 400, 'INVALID_INPUT');
    expect(Object.keys(answer.body.error.fields)).toEqual(['app_code']);
  });
});

describe('paging and sorting', () => {
  test('[S-247 S-121 S-411] a list asked with nothing answers the first 20 and the total', async () => {
    const { status, body } = await app.call('ada', 'GET', ACCOUNTS);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, offset: 0, limit: 20 });
    expect(body.items).toHaveLength(5);
  });

  test('[S-248] large lists come whole', async () => {
    const { status, body } = await app.call('ada', 'GET', '/account/ui-api/v1/customer?limit=99999');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(5);
    expect(Object.keys(body.items[0]).toSorted()).toEqual(['active', 'display_name', 'id', 'name']);
  });

  test('[S-250] sort repeats: the first column decides, the second breaks ties', async () => {
    const names = async (query: string) =>
      (await app.call('ada', 'GET', `${ACCOUNTS}?${query}`)).body.items.map((item: any) => item.name);
    expect(await names('sort=type:asc&sort=name:desc')).toEqual([
      'Umbra Trust Services',
      'Calder Identity',
      'Signet platform',
      'Orsini Custody',
      'Nordmark Landesbank',
    ]);
    expect(await names('sort=type:desc&sort=name:asc')).toEqual([
      'Nordmark Landesbank',
      'Orsini Custody',
      'Signet platform',
      'Calder Identity',
      'Umbra Trust Services',
    ]);
  });
});

describe('addresses that name nothing, and limits', () => {
  test.each([
    ['an address that cannot be decoded', '/account/ui-api/v1/%E0%A4%A', 404, 'NOT_FOUND'],
    ['an id that cannot be decoded, beside a query', '/account/ui-api/v1/account/%ZZ?name=%41', 400, 'INVALID_INPUT'],
  ])('[S-246] %s', async (_what, path, code, status) => {
    expectProblem(await app.call('ada', 'GET', path), code, status);
  });

  test.each(['GET', 'PUT', 'DELETE'] as const)(
    '[S-246] %s of an id that is as long as an address can be is refused like every id that is none',
    async (method) => {
      const answer = await app.call(
        'ada',
        method,
        `${ACCOUNTS}/${'x'.repeat(15_000)}`,
        method === 'PUT' ? {} : undefined,
      );
      expectProblem(answer, 400, 'INVALID_INPUT');
      expect(Object.keys(answer.body.error.fields)).toEqual(['id']);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test.each([
    ['DELETE', ACCOUNTS, 'GET, HEAD, POST'],
    ['PATCH', `${ACCOUNTS}/7`, 'GET, HEAD, PUT, DELETE'],
    ['GET', LOGIN, 'POST'],
    ['PUT', '/imauth/api/v1/logout', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', `${ACCOUNTS}/expiringAccounts/`, 'GET, HEAD'],
    ['OPTIONS', ACCOUNTS, 'GET, HEAD, POST'],
  ])('[S-246] %s of %s is told which methods there are', async (method, path, allow) => {
    const answer = await app.app.inject({ method: method as 'GET', url: path, payload: method === 'GET' ? '' : '{' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
    expect(answer.json().error).toMatchObject({
      status: 'METHOD_NOT_ALLOWED',
      message: 'This address cannot be called in this way.',
    });
  });

  test('[S-246] an address that nothing has stays 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
      expectProblem(await app.call('ada', method, '/account/ui-api/v1/nothing'), 404, 'NOT_FOUND');
  });

  test('a page address that cannot be decoded is a page of the console like any other that is not known', async () => {
    const [bad, unknown] = await Promise.all(
      ['/account/%E0%A4%A', '/account/no-such-page'].map((path) =>
        app.request('GET', path, undefined, { accept: 'text/html' }),
      ),
    );
    expect(bad).toMatchObject({ status: unknown?.status, body: unknown?.body });
  });

  test.each([
    ['?sort=name', 'sort.0', 'Add a direction: name:asc or name:desc.'],
    ['?sort=nope:asc', 'sort.0', /^The list can be sorted by name, active, .+, each followed by :asc or :desc\.$/],
    ['?type=other', 'type', 'Choose one of these: standard, partner.'],
    ['?active=yes', 'active', 'Give true or false.'],
    ['/seven', 'id', 'Give an ID: 36 characters such as 01a2025c-4397-7797-b269-d53fecf221cd.'],
  ])('[S-218 S-251] what is allowed is said of %s', async (asked, field, message) => {
    const { status, body } = await app.call('ada', 'GET', `${ACCOUNTS}${asked}`);
    expect(status).toBe(400);
    expect(body.error.fields[field].message).toMatch(message);
    expect(body.error.message).toMatch(message);
  });

  test('[S-244] a call without a token is told to sign in, one with an ended session that it has ended', async () => {
    const { body } = await app.request('GET', ACCOUNTS);
    expect(body.error.message).toBe('Sign in first.');
    const ended = await app.request('GET', ACCOUNTS, undefined, { authorization: 'Bearer a.b.c' });
    expect(ended.body.error.message).toBe('Your session has ended. Sign in again.');
  });

  test('[S-218] a text that is too long is refused with how long it may be', async () => {
    const body = { name: 'x'.repeat(LIMITS.nameMax + 1), country: 'DE' };
    const { body: answer } = await app.call('ada', 'POST', '/account/ui-api/v1/organization', body);
    expect(answer.error.fields.name).toMatchObject({
      status: 'MAX_LENGTH',
      message: `Enter at most ${LIMITS.nameMax} characters.`,
    });
  });

  test('[S-218 S-251] a refused limit names what may be asked', async () => {
    const { body } = await app.call('ada', 'GET', `${ACCOUNTS}?limit=100000&offset=-1`);
    expect(body.error.fields.limit.message).toBe('Enter a whole number from 1 to 99,999.');
    expect(body.error.fields.offset.message).toBe('Enter a whole number from 0 to 99,999,999.');
  });
});

describe('the frame', () => {
  test('[S-243] a resource answers under its own base only', async () => {
    expect((await app.call('ada', 'GET', '/account/api/v1/account')).status).toBe(404);
    expect((await app.call('ada', 'GET', '/imauth/api/v1/user/me')).status).toBe(404);
    expect((await app.call('ada', 'GET', '/account/ui-api/v2/account')).status).toBe(404);
  });

  test('[S-244] without a bearer token, or with an altered one, a protected call answers 401', async () => {
    expectProblem(await app.request('GET', ACCOUNTS), 401, 'NOT_SIGNED_IN');
    const { access_token } = await app.signIn('ada');
    const [head, body, signature = ''] = access_token.split('.');
    for (const token of [
      `${head}.${body}.`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `eyJhbGciOiJub25lIn0.${body}.`,
      'nonsense',
    ]) {
      expectProblem(
        await app.request('GET', ACCOUNTS, undefined, { authorization: `Bearer ${token}` }),
        401,
        'UNAUTHORIZED',
      );
    }
  });

  test('[S-244] who may not call is told so before the body is read, whatever it holds', async () => {
    for (const [body, headers] of [
      ['{"name":', {}],
      ['<account/>', { 'content-type': 'application/xml' }],
      ['x'.repeat(1_100_000), {}],
    ] as const) {
      expectProblem(await app.request('POST', ACCOUNTS, body, headers), 401, 'NOT_SIGNED_IN');
      const { access_token } = await app.signIn('emil');
      const authorization = `Bearer ${access_token}`;
      expectProblem(await app.request('POST', ACCOUNTS, body, { ...headers, authorization }), 403, 'FORBIDDEN');
    }
  });

  test('[S-245] success codes are declared as the specification has them', () => {
    const allowed: Record<string, number[]> = { GET: [200], PUT: [200, 204], POST: [200, 201, 204], DELETE: [204] };
    for (const one of endpoints) expect(allowed[one.method], `${one.method} ${one.path}`).toContain(one.success);
    const bodies = endpoints.filter((one) => one.method === 'POST' && one.success === 200).map((one) => one.path);
    expect(bodies.toSorted()).toEqual([
      // They ask, and make nothing.
      '/account/ui-api/v1/account/{id}/license/usage/{app}/preview',
      '/account/ui-api/v1/account/{id}/oidc-config/check',
      '/account/ui-api/v1/account/{id}/sign-in-trial/claim',
      '/account/ui-api/v1/auth/certificate-pickup/check',
      '/account/ui-api/v1/auth/check-code',
      '/account/ui-api/v1/auth/login',
      '/account/ui-api/v1/auth/passkey',
      '/account/ui-api/v1/auth/passkey/options',
      '/account/ui-api/v1/auth/second-factor/code',
      '/account/ui-api/v1/auth/second-factor/key',
      '/account/ui-api/v1/auth/second-factor/key/options',
      '/account/ui-api/v1/auth/second-factor/set-up',
      '/account/ui-api/v1/auth/second-factor/set-up/confirm',
      '/account/ui-api/v1/auth/sign-in-setup/open',
      '/account/ui-api/v1/ends-soon/webhook/test',
      '/account/ui-api/v1/federation/config/{id}/certificate',
      '/account/ui-api/v1/federation/config/{id}/metadata',
      '/account/ui-api/v1/license/what-if',
      // They answer a request that is there.
      '/account/ui-api/v1/oauth-authorization/{id}/allow',
      '/account/ui-api/v1/oauth-authorization/{id}/deny',
      '/account/ui-api/v1/platform-setting/mail/test',
      '/account/ui-api/v1/role/{id}/preview',
      // Decision 13 writes its success out.
      '/account/ui-api/v1/self-service-user/{id}/validate-passcode',
      '/account/ui-api/v1/user/bulk/validate',
      '/account/ui-api/v1/user/{id}/preview',
      '/account/ui-api/v2/enrollment/bulk/validate',
      '/certificate-authority/ocsp/{id}',
      '/imauth/api/v1/auto-login',
      '/imauth/api/v1/auto-login-for-idp-auth',
      '/imauth/api/v1/callback/check',
      '/imauth/api/v1/callback/saml/{id}',
      '/imauth/api/v1/logout',
      '/imauth/api/v1/logout/saml/{id}',
      '/imauth/api/v1/refresh',
    ]);
  });

  test('[S-220] a missing permission is refused with 403 and a body, and nothing changes', async () => {
    const answer = await app.call('cleo', 'GET', `${ACCOUNTS}/expiringAccounts`);
    expectProblem(answer, 403, 'FORBIDDEN');
    expectProblem(await app.call('emil', 'GET', ACCOUNTS), 403, 'FORBIDDEN');
  });

  test('[S-221] each scope lists its own: system all, partner itself and its customers, account itself', async () => {
    const seen = async (person: 'ada' | 'ben' | 'bea' | 'cleo' | 'carl') =>
      (await app.call(person, 'GET', ACCOUNTS)).body.items.map((item: any) => item.friendly_identifier);
    expect(await seen('ada')).toHaveLength(5);
    expect(await seen('ben')).toEqual(['nordmark-lb', 'umbra-trust']);
    expect(await seen('bea')).toEqual(['calder-identity', 'orsini-custody']);
    expect(await seen('cleo')).toEqual(['nordmark-lb']);
    expect(await seen('carl')).toEqual(['orsini-custody']);
    expect((await app.call('carl', 'GET', `${ACCOUNTS}?name=nordmark`)).body).toMatchObject({ items: [], total: 0 });
  });

  test('[S-412 S-413] days are YYYY-MM-DD, datetimes YYYY-MM-DD HH:mm:ss', async () => {
    const { body } = await app.call('cleo', 'GET', ACCOUNTS);
    expect(body.items[0].service_period).toEqual({ from: '2025-01-01', to: '2027-12-31' });
    expect((await app.signIn('cleo')).expires_at).toBe('2026-11-21 12:05:00');
  });

  test('each answer carries its correlation id; a well-formed one of the caller is kept', async () => {
    expect((await app.request('GET', '/account/ui-api/v1/license/status')).headers['x-correlation-id']).toMatch(
      /^[\w-]{36}$/,
    );
    const given = await app.request('GET', '/nowhere', undefined, { 'x-correlation-id': 'abc-12345678' });
    expect(given.headers['x-correlation-id']).toBe('abc-12345678');
    expect(given.body.error.correlation_id).toBe('abc-12345678');
    const evil = await app.request('GET', '/nowhere', undefined, { 'x-correlation-id': 'a b<script>' });
    expect(evil.headers['x-correlation-id']).toMatch(/^[\w-]{36}$/);
  });

  test('a changing call from another origin is refused, one from here is not', async () => {
    const before = await rowsOf('session');
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8080.evil.example']) {
      expectProblem(
        await app.request('POST', LOGIN, { user_name: 'ada', password: PASSWORD }, { origin }),
        403,
        'FOREIGN_ORIGIN',
      );
    }
    expect(await rowsOf('session')).toBe(before);
    expect(
      (await app.request('POST', LOGIN, { user_name: 'ada', password: PASSWORD }, { origin: 'http://localhost:8080' }))
        .status,
    ).toBe(200);
  });

  test('strict headers: a policy, no sniffing, nothing of a session in a cache', async () => {
    const { headers } = await app.call('ada', 'GET', ACCOUNTS);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('probes, metrics, the document and its page answer', async () => {
    expect((await app.request('GET', '/healthz')).status).toBe(200);
    expect((await app.request('GET', '/readyz')).status).toBe(200);
    expect(await app.metrics()).toContain('http_request_duration_seconds_bucket');
    const { body, headers } = await app.request('GET', '/account/api/openapi.json');
    const asked = async (tags: string) =>
      (await app.request('GET', '/account/api/openapi.json', undefined, { 'if-none-match': tags })).status;
    // A proxy that packs what it hands on makes the tag a weak one.
    for (const tags of [headers['etag'] ?? '', `"x", W/${headers['etag']}`, '*']) expect(await asked(tags)).toBe(304);
    expect(await asked('"x"')).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const declared = Object.values(areas)
      .flatMap((area) => Object.values(area))
      .map((one) => `${one.method.toLowerCase()} ${one.path}`);
    const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    expect(documented.toSorted()).toEqual(
      [...declared, 'get /imauth/api/v1/login', 'get /imauth/api/v1/logout'].toSorted(),
    );
    expect((await app.request('GET', '/account/api/reference')).body).toContain('/imauth/api/v1/refresh');
  });

  test.each([
    ['gzip, br', 'br'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0, br;q=0', undefined],
    ['br; q=0.000, identity', undefined],
  ])('to whoever accepts “%s” it is packed so: %s', async (accepted, packed) => {
    const url = '/account/api/openapi.json';
    const { headers } = await app.app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(packed);
  });
});

describe('[S-008 S-007] addresses that are no screen of this console', () => {
  test('the roots redirect to the landing address', async () => {
    for (const url of ['/', '/account']) {
      const answer = await app.request('GET', url);
      expect([answer.status, answer.headers['location']]).toEqual([302, '/account/start']);
    }
  });
  test('the login endpoint of the authentication service keeps only a way back into this console', async () => {
    const at = async (path: string) =>
      (await app.request('GET', `/imauth/api/v1/login?returnPath=${encodeURIComponent(path)}`)).headers['location'];
    expect(await at('/account/profile')).toBe('/account/login?returnPath=%2Faccount%2Fprofile');
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/account/../../evil',
      'javascript:alert(1)',
    ])
      expect(await at(evil)).toBe('/account/login');
  });
  test('other applications of the platform are not swallowed by the console', async () => {
    for (const url of ['/certificate-authority', '/documentmanager', '/mpki/dashboard']) {
      const answer = await app.request('GET', url, undefined, { accept: 'text/html' });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('<html lang="en-US">');
      expect(answer.body).toContain('<title>Page not found – Signet</title>');
      expect(answer.body).toMatch(/<main><h1>.*<a class="act" href="\/account">/);
      expect(answer.body).not.toContain('<div id="root"');
    }
  });
  test('their page speaks the language that the browser wants most; programs get the shape of a failure', async () => {
    const wants = async (languages: string) =>
      (await app.request('GET', '/signingmanager', undefined, { accept: 'text/html', 'accept-language': languages }))
        .body;
    expect(await wants('it, de-AT;q=0.8, fr;q=0.9')).toContain('<html lang="fr-FR">');
    expect(await wants('ja')).toContain('<html lang="ja-JP">');
    expect(await wants('de;q=0, "><script>alert(1)</script>')).toContain('<html lang="en-US">');
    expect((await app.request('GET', '/signingmanager')).body.error.status).toBe('NOT_FOUND');
  });
  test('pages of the server have the colours of the console', () => {
    const css = readFileSync(
      fileURLToPath(new URL('../../../console/src/ui/theme/tokens.css', import.meta.url)),
      'utf8',
    );
    const [light = '', dark = ''] = css.split("[data-mantine-color-scheme='dark'] {");
    const valueOf = (part: string, name: string): string => {
      // What the dark part does not say again holds from the light one.
      const value =
        new RegExp(`--sg-${name}: ([^;]+);`).exec(part)?.[1] ??
        new RegExp(`--sg-${name}: ([^;]+);`).exec(light)?.[1] ??
        '';
      const other = /^var\(--sg-([\w-]+)\)$/.exec(value)?.[1];
      return other ? valueOf(part, other) : value;
    };
    for (const [scheme, part] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      for (const [name, value] of Object.entries(TOKENS[scheme]))
        expect({ name, value: valueOf(part, name) }).toEqual({ name, value });
    }
  });
});

const counted = Object.values(areas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .flatMap(({ method, path, access, perMinute }) =>
    access === 'public' && perMinute ? [[method, path, perMinute] as const] : [],
  );
test.each(counted)('[S-246] whoever asks %s %s again and again is told when to go on', async (method, path, most) => {
  const now = app.clock.now();
  now.setUTCSeconds(0, 0);
  const window = { bucket: `${method} ${path} 127.0.0.1`, window_start: now, hits: most - 1 };
  await app.db.deleteFrom('rate_window').execute();
  await app.db.insertInto('rate_window').values(window).execute();
  const ask = () => app.request(method, path.replaceAll(/\{\w+\}/g, newId()), method === 'GET' ? undefined : {});
  expect((await ask()).status).not.toBe(429);
  const refused = await ask();
  expectProblem(refused, 429, 'TOO_MANY_REQUESTS');
  expect(refused.headers['retry-after']).toBe('60');
});

describe('behind a proxy', () => {
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await startTestApp({ config: { TRUST_PROXY: true } });
  });
  afterAll(() => proxied.close());

  /** How often somebody is refused who enters a user name 70 times within a minute. */
  async function refusals(forwarded: (n: number) => string): Promise<number> {
    proxied.clock.pass(60);
    const verify = '/imauth/api/v1/login/verify?username=cleo&state=state-of-a-proxied-guess&locale=en_US';
    let refused = 0;
    for (let n = 0; n < 70; n += 1) {
      const { status } = await proxied.request('GET', verify, undefined, { 'x-forwarded-for': forwarded(n) });
      if (status === 429) refused += 1;
    }
    return refused;
  }

  test('the caller is whom the proxy names last', async () => {
    expect(await refusals((n) => `10.0.0.${n}, 203.0.113.9`)).toBeGreaterThan(0);
    expect(await refusals((n) => `203.0.113.9, 10.0.0.${n}`)).toBe(0);
  });

  test('all addresses of one IPv6 network are one caller, those of others are others', async () => {
    expect(await refusals((n) => `2001:db8:1:2::${n}`)).toBeGreaterThan(0);
    expect(await refusals((n) => `2001:db8:1:${n}::1`)).toBe(0);
    expect(await refusals((n) => (n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'))).toBeGreaterThan(0);
  });
});

test('metrics are for who has the token, from this machine too; without the setting they are not there', async () => {
  const scrape = async (authorization?: string) =>
    (await app.request('GET', '/metrics', undefined, authorization === undefined ? {} : { authorization })).status;
  expect(await scrape()).toBe(404);
  expect(await scrape('Bearer another-token-of-16')).toBe(404);
  const none = await startTestApp({ people: false, config: { METRICS_TOKEN: undefined } });
  try {
    for (const authorization of ['Bearer undefined', 'Bearer '])
      expect((await none.request('GET', '/metrics', undefined, { authorization })).status).toBe(404);
  } finally {
    await none.close();
  }
});
