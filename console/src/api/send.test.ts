import { afterEach, describe, expect, test, vi } from 'vitest';
import { asFailure, Failure, failureIn, NETWORK } from './failure.ts';
import { addressOf, send, sendForFile } from './send.ts';

test('[S-250] an address has its parameters encoded, lists repeated, absent values left out', () => {
  expect(
    addressOf({
      path: '/user/{name}/find',
      params: { name: 'a/b c' },
      query: { sort: ['name:asc', 'type:desc'], limit: 20, offset: 0, name: undefined, active: false, text: '' },
    }),
  ).toBe('/user/a%2Fb%20c/find?sort=name%3Aasc&sort=type%3Adesc&limit=20&offset=0&active=false');
});

test('[S-396] a body with an error is a failure whatever its HTTP status', () => {
  const failure = failureIn(
    {
      error: {
        status: 'USERNAME_EXISTS',
        message: 'taken',
        params: { name: 'x' },
        fields: { user_name: { status: 'USERNAME_EXISTS', message: 'taken' } },
      },
    },
    200,
    'c-1',
  );
  expect(failure).toMatchObject({
    status: 'USERNAME_EXISTS',
    message: 'taken',
    httpStatus: 200,
    correlationId: 'c-1',
    params: { name: 'x' },
    network: false,
  });
  expect(failure?.fields['user_name']?.status).toBe('USERNAME_EXISTS');
  expect(failureIn({ items: [] }, 200, null)).toBeNull();
  expect(failureIn(undefined, 204, null)).toBeNull();
});

test('anything thrown can be shown', () => {
  expect(asFailure('text')).toBeInstanceOf(Failure);
});

describe('a network that takes what is sent and brings no answer', () => {
  /** Whatever is fetched never comes; it ends with its signal. */
  const silent = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test.each([
    ['an answer', (request: { method: string; path: string }) => send(request)],
    ['a file', (request: { method: string; path: string }) => sendForFile(request, 'text/csv')],
  ])('is given up after two minutes: %s', async (_, ask) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', silent);
    const ended = vi.fn<(thrown: unknown) => void>();
    const asked = ask({ method: 'GET', path: '/account' }).catch(ended);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    expect(ended.mock.lastCall?.[0]).toMatchObject({ status: NETWORK, network: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('what its caller ends is no failure of the network', async () => {
    vi.stubGlobal('fetch', silent);
    const left = new AbortController();
    const asked = send({ method: 'GET', path: '/account', signal: left.signal });
    left.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a file that has begun may take as long as it takes', async () => {
    vi.useFakeTimers();
    const body = new ReadableStream();
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/csv' } }));
    const response = await sendForFile({ method: 'GET', path: '/account.csv' }, 'text/csv');
    expect([response.body, vi.getTimerCount()]).toEqual([body, 0]);
  });
});
