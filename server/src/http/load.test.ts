import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { LOAD_LIMITS, measureLoad, type Load, type LoadLimits } from './load.ts';

let load: Load | undefined;
let app: TestApp | undefined;
afterEach(async () => {
  load?.close();
  await app?.close();
  load = undefined;
  app = undefined;
});

const measured = (limits: Partial<LoadLimits>): Load => (load = measureLoad({ ...LOAD_LIMITS, ...limits }));
const refuses = (one: Load): boolean => {
  try {
    one.refuseOverload();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ httpStatus: 503, reason: { status: 'OVERLOADED', params: { seconds: 2 } } });
    return true;
  }
};

test('as many requests as the limit are worked on; the next is refused until one of them is done', async () => {
  const one = measured({ atWork: 2 });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const first = one.count(() => promise);
  expect(refuses(one)).toBe(false);
  const second = one.count(() => promise);
  expect([refuses(one), one.atWork()]).toEqual([true, 2]);
  resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect([refuses(one), one.atWork()]).toEqual([false, 0]);
  reject(new Error('too late'));
});

test('work that fails is work that is over', async () => {
  const one = measured({ atWork: 1 });
  await expect(one.count(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(one.atWork()).toBe(0);
});

/** Keeps the event loop to itself, as a request does that computes for long. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('an event loop that is late turn by turn refuses what is new, until it has caught up', async () => {
  const one = measured({ lateMs: 20 });
  while (!refuses(one)) {
    compute(100);
    await turn();
  }
  await expect.poll(() => refuses(one), { interval: 10, timeout: 10_000 }).toBe(false);
});

test('a process with too much to do says so, and when to ask again; its health check answers', async () => {
  app = await startTestApp({ people: false, load: { atWork: 0 } });
  const answer = await app.request('GET', '/account/ui-api/v1/license/status');
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(answer.body.error).toMatchObject({
    status: 'OVERLOADED',
    message: 'Signet has too much to do right now. Nothing was changed. Try again in a moment.',
  });
  expect((await app.request('GET', '/oauth/jwks')).status).toBe(503);
  expect((await app.request('GET', '/healthz')).status).toBe(200);
  expect((await app.request('GET', '/readyz')).status).toBe(200);
  expect(await app.metrics()).toContain('requests_at_work 0');
  expect((await app.request('GET', '/account/api/openapi.json')).status).toBe(200);
});
