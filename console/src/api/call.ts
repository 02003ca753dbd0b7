/** The client of the platform's API, typed from the contract; nothing of the contract's schemas is loaded. */
import type { Api } from '@signet/contract';
import type { BodyInputOf, HeadersInputOf, ParamsOf, QueryInputOf, ResponseOf } from '@signet/contract/endpoint';
import { endSession, ownTokens } from '../session/state.ts';
import { freshAccessToken } from '../session/tokens.ts';
import { endOf, Failure, NO_ANSWER } from './failure.ts';
import { reauthenticated } from './reauthentication.ts';
import { send, sendForFile, type Request } from './send.ts';

export type EndpointName = keyof Api;
export type ReadName = Extract<EndpointName, `GET ${string}`>;
export type ChangeName = Exclude<EndpointName, ReadName>;
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };
export type CallOptions<E extends EndpointName> = Part<'params', ParamsOf<Api[E]>> &
  Part<'query', QueryInputOf<Api[E]>> &
  Part<'headers', HeadersInputOf<Api[E]>> &
  Part<'body', BodyInputOf<Api[E]>> & {
    signal?: AbortSignal;
    /** The call goes on when the page is left. */ keepalive?: boolean;
  };
export type CallResponse<E extends EndpointName> = ResponseOf<Api[E]>;
export type Arguments<E extends EndpointName> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type Loose = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
};

/**
 * Reads an endpoint by "GET /path" with the bearer token of the session, if there is one.
 * A 401 on a call that carried a token ends the session (S-144), and so does the end of the person's accounts (S-038).
 * @throws {Failure}
 */
export async function call<E extends ReadName>(name: E, ...[options]: Arguments<E>): Promise<CallResponse<E>> {
  const answer = await authorized((token) => send(request(name, options ?? {}, token)));
  return answer.body as CallResponse<E>;
}

/**
 * A changing call as {@link call} reads; what was read before stays as it is in the cache. Pages use `change` of
 * change.ts, which makes it stale.
 * @throws {Failure} NO_ANSWER where it may have been made all the same
 */
export async function callToChange<E extends ChangeName>(
  name: E,
  ...[options]: Arguments<E>
): Promise<CallResponse<E>> {
  const answer = await reauthenticated(() =>
    authorized((token) => send(request(name, options ?? {}, token)).catch(unanswered)),
  );
  return answer.body as CallResponse<E>;
}

/** What a browser without a network was to send has not left it. */
function unanswered(thrown: unknown): never {
  if (thrown instanceof Failure && thrown.network && navigator.onLine)
    throw new Failure(NO_ANSWER, '', { network: true, late: thrown.late });
  throw thrown;
}

/**
 * A call that changes nothing although it is a POST: what it asks about is its body. Reads as {@link call} does.
 * @throws {Failure}
 */
export async function callToAsk<E extends ChangeName>(name: E, ...[options]: Arguments<E>): Promise<CallResponse<E>> {
  const answer = await authorized((token) => send(request(name, options ?? {}, token)));
  return answer.body as CallResponse<E>;
}

/** Endpoints that answer a table as CSV. */
export type CsvName = { [E in EndpointName]: Api[E] extends { produces: 'text/csv' } ? E : never }[EndpointName];

/** Endpoints that answer lines of JSON. */
export type LinesName = {
  [E in EndpointName]: Api[E] extends { produces: 'application/jsonl' } ? E : never;
}[EndpointName];

/**
 * Calls an endpoint that answers a file of this type, as {@link call} does. The body is still to be read.
 * @throws {Failure}
 */
export const callForFile = (
  name: EndpointName,
  options: Pick<Loose, 'params' | 'query' | 'signal'>,
  type: string,
): Promise<Response> => authorized((token) => sendForFile(request(name, options, token), type));

async function authorized<T>(attempt: (token: string | null) => Promise<T>): Promise<T> {
  const token = await freshAccessToken();
  try {
    return await attempt(token);
  } catch (thrown) {
    const end = thrown instanceof Failure ? endOf(thrown) : null;
    if (end === null || token === null) throw thrown;
    const stored = (await ownTokens())?.accessToken ?? null;
    // Another tab renewed the tokens while this call was under way: once more with those.
    if (end === 'expired' && stored !== null && stored !== token) return attempt(stored);
    endSession(end);
    throw thrown;
  }
}

/** A call that never carries a token: the steps of the sign-in. `at` is the server's time of the answer. */
export async function callPublic<E extends EndpointName>(
  name: E,
  ...[options]: Arguments<E>
): Promise<{ data: CallResponse<E>; at: Date }> {
  const answer = await send(request(name, options ?? {}, null));
  return { data: answer.body as CallResponse<E>, at: answer.at };
}

function request(name: string, options: Loose, token: string | null): Request {
  const space = name.indexOf(' ');
  return {
    method: name.slice(0, space),
    path: name.slice(space + 1),
    params: options.params,
    query: options.query,
    headers: options.headers,
    body: options.body,
    signal: options.signal,
    keepalive: options.keepalive,
    token,
  };
}
