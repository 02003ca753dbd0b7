import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const policy = (sources: { styles?: string; pictures?: string; connections?: string } = {}): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${sources.styles ?? ''}`,
    `img-src 'self'${sources.pictures ?? ''}`,
    "font-src 'self'",
    `connect-src 'self'${sources.connections ?? ' http://127.0.0.1:8900 http://localhost:8900'}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const get = (url: string, headers: Record<string, string> = {}) =>
  app.request('GET', url, undefined, { accept: 'text/html', ...headers });
const policyOf = async (url: string): Promise<string | undefined> =>
  (await get(url)).headers['content-security-policy'];

async function setLogo(logo: string): Promise<void> {
  const row = { value: JSON.stringify({ logo }), updated_at: app.clock.now() };
  await app.db
    .insertInto('platform_setting')
    .values({ name: 'login_customization', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

test.each(['/account/login', '/account/accounts', '/account/no-such-page', '/account/api/reference', '/healthz'])(
  '%s takes scripts, styles and pictures from this server alone, and nothing written into the page',
  async (url) => {
    expect(await policyOf(url)).toBe(policy());
  },
);

test.each(['/account/login', '/account/accounts?x=1', '/device-manager'])(
  'HEAD of %s answers as GET does, without the page',
  async (url) => {
    const { statusCode, headers } = await app.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    const head = await app.app.inject({ method: 'HEAD', url, headers: { accept: 'text/html' } });
    expect(head.statusCode).toBe(statusCode);
    for (const name of ['content-type', 'content-security-policy', 'etag', 'vary'])
      expect(head.headers[name], name).toBe(headers[name]);
  },
);

test.each([
  ['an address that nothing has', '/device-manager', {}],
  ['a name that is not this server’s', '/account/login', { host: 'attacker.example' }],
])('the page for %s carries its style in itself, and no other is applied', async (_, url, headers) => {
  const { body, headers: answered } = await get(url, headers);
  const styles = [...String(body).matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
  expect(styles).toHaveLength(1);
  const hash = createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64');
  expect(answered['content-security-policy']).toBe(policy({ styles: ` 'sha256-${hash}'`, connections: '' }));
});

test('[S-021] pages show the logo of the platform from where it is, ten seconds after it was set', async () => {
  await policyOf('/account/login');
  await setLogo('https://umbra-trust.example:8443/logo.svg?v=2');
  app.clock.pass(10);
  expect(await policyOf('/account/login')).toBe(policy({ pictures: ' https://umbra-trust.example:8443' }));
  // Calls show nothing.
  expect(await policyOf('/account/ui-api/v1/login/customization')).toBe(policy());
  await setLogo('/account/mark.svg');
  expect(await policyOf('/account/login')).toContain('umbra-trust.example');
  app.clock.pass(10);
  expect(await policyOf('/account/login')).toBe(policy());
});

test.each(['https://*/logo.svg', 'https://a;script-src/logo.svg', 'https://a,b/logo.svg', "https://'unsafe-inline'/"])(
  'a logo whose host would say something else in the policy is not shown: %s',
  async (logo) => {
    await setLogo(logo);
    app.clock.pass(10);
    expect(await policyOf('/account/login')).toBe(policy());
  },
);
