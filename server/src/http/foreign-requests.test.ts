import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAuthorities } from '../testing/authorities.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';

const PAGE = '/account/legal/terms';
const STATUS = '/account/ui-api/v1/license/status';
const LOGIN = '/account/ui-api/v1/auth/login';
const CLEO = { user_name: 'cleo', password: PASSWORD };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { PUBLIC_URL: 'https://console.example.org' } });
});
afterAll(() => app.close());

describe('a request under a name that is not this server’s', () => {
  test.each([
    'attacker.example',
    'attacker.example:8080',
    'console.example.org.attacker.example',
    'attacker.example#@console.example.org',
    'console.example.org@attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    '192.0.2.7:8080',
    '0.0.0.0',
    '[2001:db8::1]',
  ])('is refused, calls and pages: Host %j', async (host) => {
    for (const url of [STATUS, PAGE, '/', '/account/api/openapi.json']) {
      const { status, body } = await app.request('GET', url, undefined, { host });
      expect([url, status, body.error.status]).toEqual([url, 421, 'FOREIGN_HOST']);
    }
  });

  test('tells a browser in its language whose business that is, and nothing of the console', async () => {
    const { status, body, headers } = await app.request('GET', PAGE, undefined, {
      host: 'attacker.example',
      accept: 'text/html',
      'accept-language': 'de',
    });
    expect([status, headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Unter dieser Adresse nicht erreichbar</h1>');
    expect(body).toContain('PUBLIC_URL');
    expect(body).not.toContain('<div id="root"');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('signs nobody in', async () => {
    const answer = await app.request('POST', LOGIN, CLEO, { host: 'attacker.example' });
    expect([answer.status, answer.body.error.status]).toEqual([421, 'FOREIGN_HOST']);
    expect(await app.db.selectFrom('session').select('id').execute()).toEqual([]);
  });

  test('is answered where a probe asks: kubelets ask by the address of the pod', async () => {
    for (const url of ['/healthz', '/readyz', '/readyz?verbose'])
      expect((await app.request('GET', url, undefined, { host: '10.1.2.3:8080' })).status).toBe(200);
  });

  test('is answered at the addresses that stand in certificates, which were issued under another one', async () => {
    const earlier = { ...app.runtime, publicUrl: 'http://earlier.example.org' };
    const id = await withAuthorities({ ...app, runtime: earlier });
    const at = (path: string) => `/certificate-authority/${path}`;
    const asked = (host: string) =>
      app.app.inject({
        method: 'POST',
        url: at(`ocsp/${id}`),
        headers: { host, 'content-type': 'application/ocsp-request' },
        payload: Buffer.from('MAA=', 'base64'),
      });
    for (const url of [at(`crl/${id}.crl`), at(`ca/${id}.cer`), at(`ocsp/${id}/MAA=`)])
      expect((await app.app.inject({ url, headers: { host: 'earlier.example.org' } })).statusCode).toBe(200);
    expect((await asked('earlier.example.org')).statusCode).toBe(200);
  });
});

test.each([
  'console.example.org',
  'CONSOLE.example.org:443',
  'localhost:8080',
  '127.0.0.1',
  '[::1]:8080',
  'a.localhost',
])('the public address and this machine are answered: Host %s', async (host) =>
  expect((await app.request('GET', STATUS, undefined, { host })).status).toBe(200),
);

test.each([
  ['of another site', 'console.example.org', 'https://attacker.example'],
  ['of the public name without TLS', 'console.example.org', 'http://console.example.org'],
  ['of the public name at another port', 'console.example.org', 'https://console.example.org:8443'],
  ['of a name that begins like the public one', 'console.example.org', 'https://console.example.org.attacker.example'],
  ['of a sandboxed frame', 'console.example.org', 'null'],
  ['of another program on this machine', 'localhost:8080', 'http://localhost:3000'],
  ['that is the foreign Host itself', 'attacker.example', 'http://attacker.example'],
])('a changing request with the Origin %s is refused', async (_which, host, origin) => {
  const { status } = await app.request('POST', LOGIN, CLEO, { host, origin });
  expect(status).toBe(origin.endsWith(host) && host.startsWith('attacker') ? 421 : 403);
  expect(await app.db.selectFrom('session').select('id').execute()).toEqual([]);
});

test.each([
  ['the public one', 'console.example.org', 'https://console.example.org'],
  ['the public one behind a proxy that sets Host anew', '127.0.0.1:8080', 'https://console.example.org'],
  ['this machine’s own', 'localhost:8080', 'http://localhost:8080'],
])('a changing request whose Origin is %s is taken', async (_which, host, origin) => {
  expect((await app.request('POST', LOGIN, CLEO, { host, origin })).status).toBe(200);
});
