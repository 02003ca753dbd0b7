import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await startTestApp({ people: false });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/account/ui-api/v1/license/status`;
});
afterAll(() => app.close());

test.each([
  ['a header beyond what is read', '', { 'x-much': 'x'.repeat(30_000) }],
  ['cookies beyond it', '', { cookie: 'a=b; '.repeat(8_000) }],
  ['an address beyond it', `?name=${'x'.repeat(30_000)}`, {}],
])('[S-246] %s is refused in the one shape', async (_what, query, headers) => {
  const answer = await fetch(address + query, { headers });
  expect(answer.status).toBe(431);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual({
    error: {
      status: 'HEADERS_TOO_LARGE',
      message: 'The address and the headers of the request are too long. Together they may have 16,384 bytes at most.',
      params: { max: 16_384 },
      correlation_id: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  });
  expect((await fetch(address)).status).toBe(200);
});
