/** One HTTP exchange with the platform: no session, no retry. */
import { failureIn, Failure, NETWORK, UNKNOWN } from './failure.ts';

export type Request = {
  method: string;
  /** The endpoint's path, parameters as `{name}`. */
  path: string;
  params?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
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
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(request.params?.[name] ?? '')));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** @throws {Failure} for every answer outside 200, 201 and 204, for an error body, and when no answer comes. */
export async function send(request: Request): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (request.token) headers['authorization'] = `Bearer ${request.token}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(request), {
      method: request.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.keepalive ? { keepalive: true } : {}),
    });
    text = await response.text();
  } catch (thrown) {
    if (request.signal?.aborted) throw thrown;
    throw new Failure(NETWORK, '', { network: true });
  }
  const body = parse(text);
  const correlationId = response.headers.get('x-correlation-id');
  const failure = failureIn(body, response.status, correlationId);
  if (failure) throw failure;
  if (![200, 201, 204].includes(response.status)) throw new Failure(UNKNOWN, '', { httpStatus: response.status, correlationId });
  return { body, at: new Date(response.headers.get('date') ?? Date.now()) };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
