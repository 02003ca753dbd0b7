import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Sources = { scripts?: string; styles?: string; pictures?: string; connections?: string };

const policy = (sources: Sources = {}): string =>
  [
    "default-src 'self'",
    `script-src 'self'${sources.scripts ?? ''}`,
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

test.each(['/account/api/reference', '/healthz', '/account/ui-api/v1/login/customization'])(
  '%s takes scripts, styles and pictures from this server alone, and nothing written into the page',
  async (url) => {
    expect(await policyOf(url)).toBe(policy());
  },
);

/** A page of the console takes from where `sources` say; of what is written into it its own two scripts run. */
async function expectPage(url: string, sources: Sources = {}): Promise<void> {
  const { status, body, headers } = await get(url);
  const written = [...String(body).matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  // Before the console is built a plain text stands there.
  expect(written).toHaveLength(status === 503 ? 0 : 2);
  const scripts = written.map((script) => ` 'sha256-${hashOf(script)}'`).join('');
  expect(headers['content-security-policy']).toBe(policy({ scripts, ...sources }));
}

test.each(['/account/login', '/account/accounts', '/account/no-such-page', '/account/index.html'])(
  '%s takes scripts, styles and pictures from this server alone, and runs the two scripts that are its own',
  (url) => expectPage(url),
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
  const hash = hashOf(styles[0] ?? '');
  expect(answered['content-security-policy']).toBe(policy({ styles: ` 'sha256-${hash}'`, connections: '' }));
});

test('[S-021] pages show the logo of the platform from where it is, ten seconds after it was set', async () => {
  await expectPage('/account/login');
  await setLogo('https://umbra-trust.example:8443/logo.svg?v=2');
  app.clock.pass(10);
  await expectPage('/account/login', { pictures: ' https://umbra-trust.example:8443' });
  // Calls show nothing.
  expect(await policyOf('/account/ui-api/v1/login/customization')).toBe(policy());
  await setLogo('/account/mark.svg');
  await expectPage('/account/login', { pictures: ' https://umbra-trust.example:8443' });
  app.clock.pass(10);
  await expectPage('/account/login');
});

test.each(['https://*/logo.svg', 'https://a;script-src/logo.svg', 'https://a,b/logo.svg', "https://'unsafe-inline'/"])(
  'a logo whose host would say something else in the policy is not shown: %s',
  async (logo) => {
    await setLogo(logo);
    app.clock.pass(10);
    await expectPage('/account/login');
  },
);
