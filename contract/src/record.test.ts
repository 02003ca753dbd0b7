import { expect, test } from 'vitest';
import { acceptsFilter } from './filter.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from './record-schemas.ts';
import { auditedNames, columns, exportedNames, inputNames, memberNames, STAMPS } from './record.ts';

/** A record with a column of every type. */
const LEASE = columns({
  id: { type: 'id' },
  title: { type: 'text', format: 'line', max: 10, input: 'required', label: 'lease.title' },
  comment: { type: 'text', nullable: true, input: 'optional', exported: false },
  starts: { type: 'day', input: 'required', fixed: true },
  ends: { type: 'day', nullable: true, input: 'optional' },
  kind: { type: 'choice', of: ['house', 'land'], input: 'required' },
  rooms: { type: 'integer', input: 'optional', audited: false },
  furnished: { type: 'boolean', from: 'default', audited: true },
  tenants: { type: 'texts', max: 5, maxItems: 2, input: 'optional' },
  key_code: { type: 'text', internal: true },
  ...STAMPS,
});
const FILLED = { title: 'Mill', starts: '2026-01-02', kind: 'house' };

test('what is made of a record follows its columns', () => {
  expect(inputNames(LEASE)).toEqual(['title', 'comment', 'starts', 'ends', 'kind', 'rooms', 'tenants']);
  expect(auditedNames(LEASE)).toEqual(['title', 'comment', 'starts', 'ends', 'kind', 'furnished', 'tenants']);
  expect(exportedNames(LEASE)).toEqual(['title', 'starts', 'ends', 'kind', 'rooms', 'tenants']);
  expect(memberNames(LEASE)).not.toContain('key_code');
  expect(memberNames(LEASE)).toEqual(expect.arrayContaining(['id', 'furnished', 'version', 'updated_at']));
});

test('what people fill in is checked by type, and what may be absent may be', () => {
  const create = createSchema(LEASE);
  const refused = (change: object): string[] =>
    create.safeParse({ ...FILLED, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(create.parse(FILLED)).toEqual(FILLED);
  expect(create.parse({ ...FILLED, ends: null, rooms: 3, tenants: ['Ada'] }).ends).toBeNull();
  expect(refused({ title: undefined })).toEqual(['title']);
  expect(refused({ title: 'longer than ten' })).toEqual(['title']);
  expect(refused({ ends: '2026-02-30' })).toEqual(['ends']);
  expect(refused({ starts: null })).toEqual(['starts']);
  expect(refused({ kind: 'boat' })).toEqual(['kind']);
  expect(refused({ rooms: 1.5 })).toEqual(['rooms']);
  expect(refused({ tenants: ['a', 'b', 'c'] })).toEqual(['tenants']);
  expect(refused({ tenants: ['longer'] })).toEqual(['tenants.0']);
  expect(refused({ key_code: '1234' })).toEqual(['']);
  expect(refused({ furnished: true })).toEqual(['']);
});

test('what is fixed is filled in once', () => {
  expect(editSchema(LEASE).safeParse({ title: 'Mill', kind: 'land' }).success).toBe(true);
  expect(editSchema(LEASE).safeParse(FILLED).success).toBe(false);
});

test('the API answers the columns that are not internal, by their types', () => {
  const whole = { ...FILLED, id: crypto.randomUUID(), comment: null, ends: null, rooms: 3, furnished: true };
  const read = { ...whole, tenants: [], version: 1, updated_at: '2026-01-02 03:04:05' };
  expect(recordSchema(LEASE).parse({ ...read, key_code: '1234' })).toEqual(read);
  expect(recordSchema(LEASE).safeParse({ ...read, furnished: 'yes' }).success).toBe(false);
  expect(rowSchema(LEASE, ['title', 'ends']).parse(read)).toEqual({ title: 'Mill', ends: null });
});

const { list, export: exported } = listQueries(['title'], {
  title: { type: 'text', max: 5 },
  kind: { type: 'choice', of: ['house', 'land'] },
  furnished: { type: 'boolean' },
  from: { type: 'day' },
  owner: { type: 'id' },
  country: { type: 'country' },
});

test('a list and its export take the same filters; pages are the list’s, rows by their ids the export’s', () => {
  const wanted = { title: 'Mill', kind: 'land', furnished: 'false', from: '2026-01-01', country: 'DE' };
  expect(list.parse({ ...wanted, limit: '5' })).toMatchObject({ ...wanted, furnished: false, limit: 5, sort: [] });
  expect(exported.parse(wanted)).toMatchObject({ ...wanted, furnished: false });
  expect(list.safeParse({ id: crypto.randomUUID() }).success).toBe(false);
  expect(exported.safeParse({ limit: '5' }).success).toBe(false);
});

test.each([
  ['title', { type: 'text', max: 5 }, 'Mills', 'longer'],
  ['kind', { type: 'choice', of: ['house', 'land'] }, 'land', 'boat'],
  ['furnished', { type: 'boolean' }, 'true', 'yes'],
  ['from', { type: 'day' }, '2026-01-01', '2026-02-30'],
  ['owner', { type: 'id' }, '0190f2f0-0000-7000-8000-000000000001', 'nobody'],
  ['country', { type: 'country' }, 'DE', 'Germany'],
] as const)('the filter %s takes in an address what it takes in a query', (name, filter, good, bad) => {
  expect([acceptsFilter(filter, good), list.safeParse({ [name]: good }).success]).toEqual([true, true]);
  expect([acceptsFilter(filter, bad), list.safeParse({ [name]: bad }).success]).toEqual([false, false]);
});
