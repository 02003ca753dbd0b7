/** One HTTP exchange with the platform: no session, no retry. */
import { failureIn, Failure, NETWORK, UNKNOWN } from './failure.ts';

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

/** @throws {Failure} for every answer outside 200, 201 and 204, for an error body, and when no answer comes. */
export async function send(request: Request): Promise<Answer> {
  const response = await ask(request, 'application/json');
  const body = parse(await reached(request, response.text()));
  const failure = failureOf(request, response, body);
  if (failure) throw failure;
  return { body, at: new Date(response.headers.get('date') ?? Date.now()) };
}

/**
 * The same for a file of this type, which the caller reads as it comes.
 * @throws {Failure} for every other answer, and when none comes
 */
export async function sendForFile(request: Request, type: string): Promise<Response> {
  const response = await ask(request, `${type}, application/json`);
  if (response.ok && response.body && response.headers.get('content-type')?.startsWith(type)) return response;
  const failure = failureOf(request, response, parse(await reached(request, response.text())));
  throw (
    failure ??
    new Failure(UNKNOWN, '', { httpStatus: response.status, correlationId: response.headers.get('x-correlation-id') })
  );
}

function ask(request: Request, accept: string): Promise<Response> {
  const headers: Record<string, string> = { accept };
  for (const [name, value] of Object.entries(request.headers ?? {})) if (value !== undefined) headers[name] = value;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (request.token) headers['authorization'] = `Bearer ${request.token}`;
  return reached(
    request,
    fetch(addressOf(request), {
      method: request.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.keepalive ? { keepalive: true } : {}),
    }),
  );
}

/** What breaks on the way is a failure of the network, but for what the caller has ended itself. */
async function reached<T>(request: Request, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (thrown) {
    if (request.signal?.aborted) throw thrown;
    throw new Failure(NETWORK, '', { network: true });
  }
}

/** What a proxy answers in place of a server from which it has no answer; the server itself says more. */
const BY_A_PROXY = [502, 503, 504];

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
