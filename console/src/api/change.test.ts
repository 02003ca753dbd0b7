import { endpoints } from '@signet/contract';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { licenseStatusQuery } from '../session/license-gate.ts';
import { call, type ChangeName } from './call.ts';
import { change, invalidate } from './change.ts';
import type { Failure } from './failure.ts';
import { queryClient, queryOf, type Reading } from './query.ts';
import { makesStale } from './session-queries.ts';

const ONE = 'GET /account/ui-api/v1/organization/{id}';
const LIST = queryOf('GET /account/ui-api/v1/organization', { query: { limit: 20 } });
const CONTACTS = queryOf('GET /account/ui-api/v1/organization/{id}/contact', { params: { id: 'a' } });
const a = queryOf(ONE, { params: { id: 'a' } });
const b = queryOf(ONE, { params: { id: 'b' } });

let requests: string[];
let watched: (() => void)[];

/** Reads a query into the cache as a page does that shows it. */
function watch<T>(reading: Reading<T>, options: { staleTime?: 'static' } = {}): void {
  watched.push(new QueryObserver<T, Failure>(queryClient, { ...reading, ...options }).subscribe(() => undefined));
}
const stale = (query: { queryKey: readonly unknown[] }) => queryClient.getQueryState(query.queryKey)?.isInvalidated;

beforeEach(() => {
  requests = [];
  watched = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`);
    const body = method === 'DELETE' ? null : JSON.stringify({ id: 'a', name: `by ${method}` });
    return Promise.resolve(new Response(body, { status: body === null ? 204 : 200 }));
  });
  for (const query of [LIST, CONTACTS, a, b]) queryClient.setQueryData<unknown>(query.queryKey, { name: 'old' });
});
afterEach(() => {
  for (const stop of watched) stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const body = {
  name: 'New',
  phone: '',
  country: 'DE',
  address: '',
  address2: '',
  zip_code: '',
  city: '',
  state: '',
};

test.each([
  [true, 'NO_ANSWER', true],
  [false, 'NETWORK', false],
])('a change without an answer may be made, unless it never left (online: %s)', async (onLine, status, doubtful) => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(change('POST /account/ui-api/v1/organization', { body })).rejects.toMatchObject({ status });
  expect([stale(LIST), stale(a)]).toEqual([doubtful, doubtful]);
});

test.each([502, 503, 504])(
  'of %s by a proxy a reading call says that nothing was reached, a change does not',
  async (code) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Bad gateway</html>', { status: code })));
    const read = call(ONE, { params: { id: 'a' } });
    await expect(read).rejects.toMatchObject({ status: 'NETWORK', network: true, httpStatus: code });
    const changed = change('POST /account/ui-api/v1/organization', { body });
    await expect(changed).rejects.toMatchObject({ status: 'UNKNOWN', network: false, httpStatus: code });
  },
);

test('after a change everything is stale; what is on screen is read again once, the rest when it shows', async () => {
  watch(LIST);
  await change('POST /account/ui-api/v1/organization', { body });
  expect(requests).toEqual(['POST /account/ui-api/v1/organization', 'GET /account/ui-api/v1/organization?limit=20']);
  expect(queryClient.getQueryData<unknown>(LIST.queryKey)).toEqual({ id: 'a', name: 'by GET' });
  expect([stale(LIST), stale(a), stale(b)]).toEqual([false, true, true]);
});

test('what a PUT answers stands for what was read at its address, which is not read again', async () => {
  watch(a);
  await change('PUT /account/ui-api/v1/organization/{id}', { params: { id: 'a' }, query: { version: 1 }, body });
  expect(requests).toEqual(['PUT /account/ui-api/v1/organization/a?version=1']);
  expect(queryClient.getQueryData<unknown>(a.queryKey)).toEqual({ id: 'a', name: 'by PUT' });
  expect([stale(a), stale(b), stale(LIST)]).toEqual([false, true, true]);
});

test('a reading that was sent before the PUT, and answered after it, does not put the old one back', async () => {
  const reading = Promise.withResolvers<Response>();
  const send = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const late = init.method === 'GET' && url.endsWith('/organization/a');
    return late ? reading.promise : send(url, init);
  });
  watch(a);
  void queryClient.refetchQueries({ queryKey: a.queryKey });
  expect(queryClient.isFetching()).toBe(1);
  await change('PUT /account/ui-api/v1/organization/{id}', { params: { id: 'a' }, query: { version: 1 }, body });
  reading.resolve(Response.json({ id: 'a', name: 'as it was' }));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryData(a.queryKey)).toMatchObject({ name: 'by PUT' });
});

test('a deleted record and what lies below its address is not read again: its page may still be open', async () => {
  watch(CONTACTS);
  await change('DELETE /account/ui-api/v1/organization/{id}', { params: { id: 'a' } });
  expect(requests).toEqual(['DELETE /account/ui-api/v1/organization/a']);
  expect(queryClient.getQueryData(a.queryKey)).toBeUndefined();
  expect([stale(b), stale(LIST)]).toEqual([true, true]);
});

test('what is read once for all holds', async () => {
  watch(LIST, { staleTime: 'static' });
  await change('POST /account/ui-api/v1/organization', { body });
  expect(requests).toEqual(['POST /account/ui-api/v1/organization']);
});

const ME = queryOf('GET /account/api/v1/user/me', { query: { hide_unavailable_applications: true } });
const OF_THE_SESSION = [
  ME,
  queryOf('GET /account/api/v1/user/me/applications'),
  queryOf('GET /account/ui-api/v1/permission'),
  queryOf('GET /account/ui-api/v1/feature-flag/features'),
  queryOf('GET /account/ui-api/v1/feature-flag/{name}', {
    params: { name: 'AM_enable_account_migration' },
    query: { key: 'p' },
  }),
  { queryKey: licenseStatusQuery.queryKey },
];

test('what the frame reads of the session is not read again when a record is saved, created or deleted', async () => {
  for (const { queryKey } of OF_THE_SESSION) queryClient.setQueryData<unknown>(queryKey, {});
  watch(ME);
  await change('PUT /account/ui-api/v1/organization/{id}', { params: { id: 'a' }, query: { version: 1 }, body });
  await change('POST /account/ui-api/v1/organization', { body });
  await change('DELETE /account/ui-api/v1/organization/{id}', { params: { id: 'b' } });
  await invalidate(['PUT /account/ui-api/v1/mail/{id}/resend']);
  await invalidate([]);
  expect(OF_THE_SESSION.filter(stale)).toEqual([]);
  expect(stale(LIST)).toBe(true);
  expect(requests.filter((line) => line.startsWith('GET'))).toEqual([]);
});

test.each<ChangeName>([
  'PUT /account/ui-api/v1/user/{id}',
  'PUT /account/ui-api/v1/user/{id}/agreement',
  'PUT /account/ui-api/v1/feature-flag/{name}',
  'POST /account/ui-api/v1/license',
])('%s makes all that is read of the session stale', async (name) => {
  for (const { queryKey } of OF_THE_SESSION) queryClient.setQueryData<unknown>(queryKey, {});
  await invalidate([name]);
  expect(OF_THE_SESSION.map(stale)).toEqual(OF_THE_SESSION.map(() => true));
});

test('roles change what the session may do; an account changes the own person, who has its name', async () => {
  const PERMISSIONS = 'GET /account/ui-api/v1/permission';
  expect(makesStale(['/account/ui-api/v1/role/{id}'], PERMISSIONS)).toBe(true);
  expect(makesStale(['/account/ui-api/v1/account/{id}'], PERMISSIONS)).toBe(false);
  for (const { queryKey } of OF_THE_SESSION) queryClient.setQueryData<unknown>(queryKey, {});
  await invalidate(['PUT /account/ui-api/v1/account/{id}']);
  expect(OF_THE_SESSION.filter(stale)).toEqual([ME]);
});

test('the SAML of an account says whether the own password signs in, and nothing of what one may do', async () => {
  for (const { queryKey } of OF_THE_SESSION) queryClient.setQueryData<unknown>(queryKey, {});
  await invalidate(['POST /account/ui-api/v1/federation/config']);
  expect(OF_THE_SESSION.filter(stale)).toEqual([ME]);
});

test('a refused change leaves what was read as it is', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"error":{"status":"CONFLICT","message":""}}', { status: 409 })),
  );
  await expect(change('POST /account/ui-api/v1/organization', { body })).rejects.toMatchObject({ status: 'CONFLICT' });
  expect([stale(LIST), stale(a)]).toEqual([false, false]);
});

test('a PUT answers what GET answers at its address, or nothing', () => {
  const puts = endpoints.filter(({ method, response }) => method === 'PUT' && response);
  const differ = puts.filter(({ path, response }) => {
    const get = endpoints.find((one) => one.method === 'GET' && one.path === path);
    return get && get.response !== response;
  });
  expect(differ.map(({ path }) => path)).toEqual([]);
  expect(puts.length).toBeGreaterThan(3);
});
