import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const BASE = '/account/ui-api/v1/list-setting';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[A-032] how somebody looks at a list is kept for that person alone, and the newest way holds', async () => {
  expect((await app.call('cleo', 'GET', BASE)).body).toEqual({});
  const first = { filters: { active: 'any', name: 'nord' }, hidden_columns: ['start'] };
  expect((await app.call('cleo', 'PUT', `${BASE}/accounts`, first)).status).toBe(204);
  expect((await app.call('cleo', 'PUT', `${BASE}/organizations`, { filters: {}, hidden_columns: [] })).status).toBe(
    204,
  );
  const second = { filters: { 'service_period.to': '30' }, hidden_columns: [] };
  expect((await app.call('cleo', 'PUT', `${BASE}/accounts`, second)).status).toBe(204);
  app.forget('cleo');
  expect((await app.call('cleo', 'GET', BASE)).body).toEqual({
    accounts: second,
    organizations: { filters: {}, hidden_columns: [] },
  });
  expect((await app.call('carl', 'GET', BASE)).body).toEqual({});
});

const saved = (n: number) => ({ name: `Filter ${n}`, filters: { active: 'true' }, sort: ['name:asc'] });

test('filters that somebody has given a name are kept with the list, in their order', async () => {
  const setting = {
    filters: {},
    hidden_columns: [],
    saved: [
      {
        name: 'Ending this quarter',
        filters: { ends: '90', active: 'true' },
        sort: ['service_period.to:asc', 'name:desc'],
      },
      saved(2),
    ],
  };
  expect((await app.call('bea', 'PUT', `${BASE}/accounts`, setting)).status).toBe(204);
  expect((await app.call('bea', 'GET', BASE)).body).toEqual({ accounts: setting });
});

test('who saves a part of it, as a tab does that changed no more, leaves the rest as it is', async () => {
  const put = async (body: unknown) =>
    expect((await app.call('ben', 'PUT', `${BASE}/accounts`, body)).status).toBe(204);
  const kept = async () => (await app.call('ben', 'GET', BASE)).body;
  await put({ hidden_columns: ['start'] });
  expect(await kept()).toEqual({ accounts: { filters: {}, hidden_columns: ['start'] } });
  await put({ saved: [saved(1)] });
  await put({ filters: { active: 'any' } });
  const all = { filters: { active: 'any' }, hidden_columns: ['start'], saved: [saved(1)] };
  expect(await kept()).toEqual({ accounts: all });
  await put({});
  expect(await kept()).toEqual({ accounts: all });
  await put({ saved: [], hidden_columns: [] });
  expect(await kept()).toEqual({ accounts: { filters: { active: 'any' }, hidden_columns: [], saved: [] } });
});

test.each([
  ['accounts', { filters: {}, hidden_columns: [], saved: Array.from({ length: 21 }, (_, n) => saved(n)) }],
  ['accounts', { filters: {}, hidden_columns: [], saved: [{ ...saved(1), name: 'x'.repeat(61) }] }],
  ['accounts', { filters: {}, hidden_columns: [], saved: [{ ...saved(1), name: ' ' }] }],
  ['accounts', { filters: {}, hidden_columns: [], saved: [{ ...saved(1), sort: ['name'] }] }],
  ['accounts', { filters: { 'a b': '1' }, hidden_columns: [] }],
  ['accounts', { filters: { name: 'x'.repeat(513) }, hidden_columns: [] }],
  [
    'accounts',
    { filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, '1'])), hidden_columns: [] },
  ],
  ['accounts', { filters: null }],
  ['accounts', { filters: {}, hidden_columns: [], page: 2 }],
  ['..%2Faccounts', { filters: {}, hidden_columns: [] }],
  ['accounts', { filters: { name: 'a\0b' }, hidden_columns: [] }],
  ['accounts', { filters: { name: '\ud800' }, hidden_columns: [] }],
])('%s %j is refused and keeps what was there', async (list, body) => {
  const before = (await app.call('cleo', 'GET', BASE)).body;
  expect((await app.call('cleo', 'PUT', `${BASE}/${list}`, body)).status).toBe(400);
  expect((await app.call('cleo', 'GET', BASE)).body).toEqual(before);
});

test('names of lists that somebody makes up do not pile up: the newest are kept', async () => {
  for (let n = 0; n < 103; n += 1) {
    app.clock.pass(1);
    await app.call('emil', 'PUT', `${BASE}/list${n}`, { filters: {}, hidden_columns: [] });
  }
  const { body } = await app.call('emil', 'GET', BASE);
  expect([Object.keys(body).length, 'list2' in body, 'list3' in body]).toEqual([100, false, true]);
});
