/**
 * Changing calls, and what they do to what was read before: all of it is stale, so that no page lists what a change
 * touches. What is read of the session follows changes of its own kind alone (session-queries.ts), and queries with the
 * staleTime `static` hold all the same.
 */
import type { Query } from '@tanstack/react-query';
import { callToChange, type Arguments, type CallResponse, type ChangeName } from './call.ts';
import { tellDeletion } from './deletions.ts';
import { asFailure, NO_ANSWER } from './failure.ts';
import { queryClient } from './query.ts';
import { makesStale } from './session-queries.ts';

type Params = Readonly<Record<string, string | number>>;

/**
 * Calls a changing endpoint by "METHOD /path". Resolves once what is on screen has been read again; the rest is read
 * when it is next shown. The answer of a PUT stands for what GET answers at the same address. Where no answer came,
 * what is shown next is read again, so that it tells whether the change was made.
 * @throws {Failure}
 */
export async function change<E extends ChangeName>(name: E, ...options: Arguments<E>): Promise<CallResponse<E>> {
  const answer = await callToChange(name, ...options).catch((thrown: unknown) => mayBeMade(name, thrown));
  const { params = {} } = (options[0] ?? {}) as { params?: Params };
  const [method, path = ''] = name.split(' ');
  if (method === 'PUT') await invalidateBut(await replaceRead(path, params, answer), [path]);
  else if (method === 'DELETE' && path.endsWith('}')) {
    tellDeletion(String(params[path.slice(path.lastIndexOf('{') + 1, -1)]));
    await invalidateBut(forget(path, params), [path]);
  } else await invalidateBut(nothing, [path]);
  return answer;
}

async function mayBeMade(name: ChangeName, thrown: unknown): Promise<never> {
  if (asFailure(thrown).status === NO_ANSWER) await invalidateBut(nothing, [pathOf(name)], 'none');
  throw thrown;
}

const pathOf = (name: ChangeName): string => name.slice(name.indexOf(' ') + 1);

/** Makes what was read before these calls stale; what is on screen is read again. */
export async function invalidate(names: Iterable<ChangeName>): Promise<void> {
  await invalidateBut(nothing, [...names].map(pathOf));
}

type Which = (query: Query) => boolean;
const nothing: Which = () => false;

/** `paths`: the addresses of the calls; `refetchType`: what is read again at once. */
async function invalidateBut(
  isFresh: Which,
  paths: readonly string[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  await queryClient.invalidateQueries({
    refetchType,
    predicate: (query) => !isFresh(query) && makesStale(paths, query.queryKey[0]),
  });
}

/**
 * Where the record was read at the address that was written, it is now what was answered. An answer to a reading that
 * is still on its way may be older.
 */
async function replaceRead(path: string, params: Params, answer: unknown): Promise<Which> {
  const key = [`GET ${path}`, { params }];
  if (answer === undefined || queryClient.getQueryData(key) === undefined) return nothing;
  await queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData(key, answer);
  const { queryHash } = queryClient.getQueryCache().find({ queryKey: key }) ?? {};
  return (query) => query.queryHash === queryHash;
}

/** A record that is deleted, and what lies below its address, is not read again while its page is still on screen. */
function forget(path: string, params: Params): Which {
  const ofRecord = (query: Query): boolean => {
    const [name, options] = query.queryKey as [unknown, { params?: Params } | null | undefined];
    if (typeof name !== 'string' || (name !== `GET ${path}` && !name.startsWith(`GET ${path}/`))) return false;
    return Object.entries(params).every(([param, value]) => options?.params?.[param] === value);
  };
  queryClient.removeQueries({ predicate: ofRecord, type: 'inactive' });
  return ofRecord;
}
