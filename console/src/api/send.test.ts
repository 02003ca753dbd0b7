import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  type Asked = { method: string; path: string; signal?: AbortSignal };
  const forFile = (request: Asked) => sendForFile(request, 'text/csv');
  const asked = { method: 'GET', path: '/account' };

  /** Ends with the signal, as what a browser waits for. */
  const never = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  /** No answer at all. */
  const silent = (_: string, { signal }: { signal: AbortSignal }) => never(signal);
  /** The head of an answer, and then nothing. */
  const headAlone = async (_: string, { signal }: { signal: AbortSignal }) =>
    Object.assign(new Response(), { text: () => never(signal) });

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test.each([
    ['an answer', send, silent],
    ['the rest of one', send, headAlone],
    ['a file', forFile, silent],
    ['the rest of what came in its place', forFile, headAlone],
  ])('is given up after four minutes: %s', async (_, ask, network) => {
    vi.stubGlobal('fetch', network);
    const ended = vi.fn<(thrown: unknown) => void>();
    const done = ask(asked).catch(ended);
    await vi.advanceTimersByTimeAsync(239_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await done;
    expect(ended.mock.lastCall?.[0]).toMatchObject({ status: NETWORK, network: true, late: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('one that breaks is a failure too, and not late', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(send(asked)).rejects.toMatchObject({ status: NETWORK, network: true, late: false });
  });

  test.each([
    ['before', true],
    ['while it waits', false],
  ])('what its caller ends is no failure of the network: %s', async (_, isBefore) => {
    vi.stubGlobal('fetch', (address: string, init: { signal: AbortSignal }) =>
      init.signal.aborted ? Promise.reject(init.signal.reason as Error) : silent(address, init),
    );
    const left = new AbortController();
    if (isBefore) left.abort();
    const done = send({ ...asked, signal: left.signal });
    left.abort();
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a file that has begun may take as long as it takes, and ends with its caller', async () => {
    const body = new ReadableStream();
    let signal: AbortSignal | undefined;
    vi.stubGlobal('fetch', async (_: string, init: { signal: AbortSignal }) => {
      ({ signal } = init);
      return new Response(body, { headers: { 'content-type': 'text/csv' } });
    });
    const left = new AbortController();
    const response = await forFile({ ...asked, signal: left.signal });
    expect([response.body, vi.getTimerCount(), signal?.aborted]).toEqual([body, 0, false]);
    left.abort();
    expect(signal?.aborted).toBe(true);
  });
});
