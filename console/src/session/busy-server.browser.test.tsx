/** A server that has too much to do, or no database, has refused nothing: what it could not look at goes on. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query.ts';
import { answerWith, problem } from '../testing/answers.ts';
import { tokensOf } from '../testing/tokens.ts';
import { beginSession } from './start.ts';
import { howItEnded, session, storedTokens, type Tokens } from './state.ts';
import { keepFresh, refresh } from './tokens.ts';

const ADA = tokensOf('ada');
const RENEWED = tokensOf('ada', { renewal: 2 });
const wire = ({ accessToken, refreshToken, expiresAt }: Tokens) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_at: expiresAt.toISOString().slice(0, 19).replace('T', ' '),
});
/** For a processor that has other work too. */
const PATIENT = { timeout: 10_000 };
const BUSY = { OVERLOADED: 503, DATABASE_UNAVAILABLE: 503, TOO_MANY_REQUESTS: 429 };

beforeEach(() => queryClient.clear());

test.each(Object.entries(BUSY))('%s is no refusal of a renewal: the session goes on', async (status, httpStatus) => {
  let busy = true;
  answerWith(() => (busy ? problem(status, httpStatus) : wire(RENEWED)));
  beginSession(ADA);
  await expect(refresh()).rejects.toMatchObject({ status });
  expect([session.get().isAuth, howItEnded(), storedTokens()]).toEqual([true, null, ADA]);
  busy = false;
  expect((await refresh())?.refreshToken).toBe(RENEWED.refreshToken);
});

test.each([502, 504])(
  '%s of a proxy whose server is being changed is no refusal of a renewal either',
  async (status) => {
    let away = true;
    answerWith(() => (away ? new Response('<h1>Bad Gateway</h1>', { status }) : wire(RENEWED)));
    beginSession(ADA);
    await expect(refresh()).rejects.toMatchObject({ httpStatus: status });
    expect([session.get().isAuth, howItEnded(), storedTokens()]).toEqual([true, null, ADA]);
    away = false;
    expect((await refresh())?.refreshToken).toBe(RENEWED.refreshToken);
  },
);

test('a call whose token can’t be renewed now fails as the renewal did, and may be made again', async () => {
  let busy = true;
  const expired = { ...ADA, expiresAt: new Date(Date.now() - 1000) };
  const asked = answerWith(({ path }) => {
    if (!path.endsWith('/refresh')) return {};
    return busy ? problem('OVERLOADED', 503) : wire(RENEWED);
  });
  beginSession(expired);
  const me = () => call('GET /account/api/v1/user/me');
  await expect(me()).rejects.toMatchObject({ status: 'OVERLOADED' });
  expect(asked.map(({ path }) => path)).toEqual(['/imauth/api/v1/refresh']);
  busy = false;
  expect(await me()).toEqual({});
});

test('a session is renewed some seconds later where the server was too busy when its time had come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const answers = [problem('OVERLOADED', 503), problem('OVERLOADED', 503)];
  const asked = answerWith(() => answers.shift() ?? wire(RENEWED));
  beginSession({ ...ADA, expiresAt: new Date(Date.now() + 60_000) });
  onTestFinished(keepFresh());
  await vi.advanceTimersByTimeAsync(48_000);
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENT);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), PATIENT);
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENT);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), PATIENT);
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(() => expect(storedTokens()?.refreshToken).toBe(RENEWED.refreshToken), PATIENT);
  expect([asked.length, session.get().isAuth, howItEnded()]).toEqual([3, true, null]);
});

test.each([
  ['UNAUTHORIZED', 401],
  ['INTERNAL', 500],
  ['INVALID_INPUT', 400],
])('[S-141] %s ends the session', async (status, httpStatus) => {
  answerWith(() => problem(status, httpStatus));
  beginSession(ADA);
  expect(await refresh()).toBeNull();
  expect([session.get().isAuth, storedTokens()]).toEqual([false, null]);
});
