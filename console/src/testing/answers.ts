/** For component tests: what the platform would answer. Nothing of the console is replaced, only the network. */
import { onTestFinished, vi } from 'vitest';

/** A call as the network sees it. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  signal: AbortSignal | null;
  /** The bearer token, null without one. */
  token: string | null;
};

/**
 * Until the test ends every call is answered by `answer`: with what it returns as JSON, with a Response as it is, with
 * 204 for null, with 404 for undefined. Answers the list of calls so far.
 */
export function answerWith(answer: (asked: Asked) => unknown): Asked[] {
  const calls: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal, headers }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    const text = typeof body === 'string' ? body : null;
    const asked = {
      method,
      path: pathname,
      query: searchParams,
      body: text === null ? undefined : JSON.parse(text),
      headers: new Headers(headers),
      signal: signal ?? null,
      token: new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? null,
    };
    calls.push(asked);
    const given = await answer(asked);
    if (given === null) return new Response(null, { status: 204 });
    if (given instanceof Response) return given;
    return given === undefined ? problem('NOT_FOUND', 404) : Response.json(given);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return calls;
}

/** A refusal as the problem door words it. */
export function problem(status: string, httpStatus: number, correlationId = 'c-1'): Response {
  return Response.json(
    { error: { status, message: '' } },
    { status: httpStatus, headers: { 'x-correlation-id': correlationId } },
  );
}

/** A promise that the test settles: an answer that is still on its way. */
export function held(): { wait: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, release: resolve };
}
