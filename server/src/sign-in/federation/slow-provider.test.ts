/** Providers that take their time: what asks them ends at its limit, and nobody else waits for it. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROVIDER_BOUNDS } from '../../outside/fetch.ts';
import { startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { insertProvider, startProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { newState, verifyName } from '../../testing/sign-in.ts';

const CLEO = { sub: '00u-cleo', email: 'cleo@nordmark-lb.example', email_verified: true };
const LIMIT = PROVIDER_BOUNDS.timeoutMs;
/** More than there are connections to the database. */
const MANY = 16;
let app: TestApp;
let provider: TestProvider;
let slow: Server;
let how: (response: ServerResponse) => void = () => undefined;
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const slowAt = (path: string): string => `http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`;

/** Never says anything. */
const hangs = (): void => undefined;
/** An octet now and then: each arrives before anything that waits for octets alone would give up. */
const drips = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
};
const WAYS = [
  ['never answers', hangs],
  ['answers an octet now and then', drips],
] as const;

beforeAll(async () => {
  app = await startTestApp({ config: { OWN_NETWORK_PROVIDERS: true } });
  provider = await startProvider(() => Math.floor(app.clock.now().getTime() / 1000));
  await insertProvider(app, nordmark(), provider.issuer);
  slow = createServer((_request, response) => how(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => slow.once('listening', resolve));
});
afterAll(async () => {
  provider.close();
  slow.closeAllConnections();
  slow.close();
  await app.close();
});

const isAsked = (path: string) => expect.poll(() => provider.asked()).toContain(path);
const inUse = (): number => app.pool.totalCount - app.pool.idleCount;

/** What comes of the calls, how long they took, and that others were served meanwhile, by the database too. */
async function meanwhile(calls: () => Promise<Answer>[], begun: () => Promise<unknown>): Promise<Answer[]> {
  const began = performance.now();
  const order: string[] = [];
  const answers = Promise.all(calls()).finally(() => order.push('calls'));
  await begun();
  await expect.poll(inUse).toBe(0);
  expect((await verifyName(app, 'carl', newState())).status).toBe(200);
  order.push('carl');
  const all = await answers;
  expect(order).toEqual(['carl', 'calls']);
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(LIMIT - 100);
  // Neither for ever, nor one after the other.
  expect(took).toBeLessThan(30_000);
  return all;
}

describe.each(WAYS)('a provider that %s', { timeout: 120_000 }, (_what, way) => {
  test.each(['/token', '/keys'])('at %s signs nobody in', async (path) => {
    const leave = async (): Promise<URL> => {
      const { body } = await verifyName(app, 'cleo', newState());
      const { body: led } = await app.request('GET', body.oidc_url);
      return provider.authorize(led.return_url, CLEO);
    };
    const back = await Promise.all(Array.from({ length: MANY }, leave));
    // What it signs by is known from before otherwise.
    await app.db.updateTable('oidc_connection').set({ keys: null }).execute();
    provider.lie({ instead: { [path]: way } });
    // Forgets who asked before.
    provider.asked();
    try {
      const come = ({ pathname, search }: URL) => app.request('GET', `${pathname}${search}`);
      const answers = await meanwhile(
        () => back.map(come),
        () => isAsked(path),
      );
      const statuses = answers.map(({ status, body }) => [status, body.error?.status]);
      expect(statuses).toEqual(answers.map(() => [403, 'OIDC_PROVIDER_UNAVAILABLE']));
    } finally {
      provider.lie({});
      app.clock.pass(61);
    }
  });

  test('is no provider that could be set up: neither its settings nor its metadata are waited for', async () => {
    how = way;
    app.forget('cleo');
    await app.call('cleo', 'GET', '/account/ui-api/v1/auth/me');
    const check = (path: string, body: object) => app.call('cleo', 'POST', path, body);
    const config = `/account/ui-api/v1/federation/config/${nordmark()}/metadata`;
    const oidc = `/account/ui-api/v1/account/${nordmark()}/sign-in-trial/oidc`;
    const [metadata, discovery] = await meanwhile(
      () => [
        check(config, { metadata_url: slowAt('/metadata') }),
        check(oidc, { issuer: slowAt(''), client_id: 'x', client_secret: 'y' }),
      ],
      async () => undefined,
    );
    expect(Object.values(metadata?.body.error.fields)).toMatchObject([{ status: 'METADATA_UNREACHABLE' }]);
    expect(Object.values(discovery?.body.error.fields)).toHaveLength(1);
  });
});
