/** One HTTP exchange with the platform: no session, no retry. */
import { BY_A_PROXY, failureIn, Failure, NETWORK, UNKNOWN } from './failure.ts';

export type Request = {
  method: string;
  /** The endpoint's path, parameters as `{name}`. */
  path: string;
  params?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  /** Headers of the endpoint's own; undefined ones are left out. */
  headers?: Record<string, string | undefined> | undefined;
  body?: unknown;
  token?: string | null;
  signal?: AbortSignal | undefined;
  /** The request goes on when the page is left. */
  keepalive?: boolean | undefined;
};

/** What came back; `at` is the server's time of the answer. */
export type Answer = { body: unknown; at: Date };

/** The address of a call: parameters filled and encoded, undefined ones left out, lists as repeated keys (S-250). */
export function addressOf(request: Pick<Request, 'path' | 'params' | 'query'>): string {
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** How long an answer is waited for, in milliseconds: a hardware module may take three minutes to make a large key. */
const PATIENCE = 240_000;

/** @throws {Failure} for every answer outside 200, 201 and 204, for an error body, and when no answer comes in time. */
export async function send(request: Request): Promise<Answer> {
  const ask = asking(request, 'application/json');
  const { response, body } = await inTime(request, async (signal) => {
    const answer = await ask(signal);
    return { response: answer, body: parse(await answer.text()) };
  });
  const failure = failureOf(request, response, body);
  if (failure) throw failure;
  return { body, at: new Date(response.headers.get('date') ?? Date.now()) };
}

/**
 * The same for a file of this type, which the caller reads as it comes, however long that takes.
 * @throws {Failure} for every other answer, and when none begins in time
 */
export async function sendForFile(request: Request, type: string): Promise<Response> {
  const isFile = (answer: Response) => answer.ok && answer.body && answer.headers.get('content-type')?.startsWith(type);
  const ask = asking(request, `${type}, application/json`);
  const { response, text } = await inTime(request, async (signal) => {
    const answer = await ask(signal);
    return { response: answer, text: isFile(answer) ? null : await answer.text() };
  });
  if (text === null) return response;
  const failure = failureOf(request, response, parse(text));
  throw (
    failure ??
    new Failure(UNKNOWN, '', { httpStatus: response.status, correlationId: response.headers.get('x-correlation-id') })
  );
}

/** The exchange, ready to begin: what is wrong with the request itself is no failure on the way. */
function asking(request: Request, accept: string): (signal: AbortSignal) => Promise<Response> {
  const headers: Record<string, string> = { accept };
  for (const [name, value] of Object.entries(request.headers ?? {})) if (value !== undefined) headers[name] = value;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (request.token) headers['authorization'] = `Bearer ${request.token}`;
  const address = addressOf(request);
  const init: RequestInit = {
    method: request.method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.keepalive ? { keepalive: true } : {}),
  };
  return (signal) => fetch(address, { ...init, signal });
}

/**
 * Does `act`, which ends with its signal; the caller's own ends it too, also when `act` is done and a file still comes.
 * What breaks on the way or takes too long is a failure of the network, but for what the caller has ended itself.
 */
async function inTime<T>({ signal }: Request, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end.abort();
  }, PATIENCE);
  signal?.addEventListener('abort', () => end.abort(signal.reason), { once: true });
  if (signal?.aborted) end.abort(signal.reason);
  try {
    return await act(end.signal);
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new Failure(NETWORK, '', { network: true, late });
  } finally {
    clearTimeout(timer);
  }
}

function failureOf({ method }: Request, response: Response, body: unknown): Failure | null {
  const correlationId = response.headers.get('x-correlation-id');
  const failure = failureIn(body, response.status, correlationId);
  if (failure || [200, 201, 204].includes(response.status)) return failure;
  // Of a change it says nothing: it may have been made.
  if (method === 'GET' && BY_A_PROXY.includes(response.status))
    return new Failure(NETWORK, '', { httpStatus: response.status, correlationId, network: true });
  return new Failure(UNKNOWN, '', { httpStatus: response.status, correlationId });
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
