import { ORGANIZATION } from '@signet/contract/areas/organization-record';
import { Problem } from '@signet/contract/problem';
import { memberNames, type Columns, type RecordOf } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { answered } from './columns.ts';
import { auditSnapshot, changeRecord, createRecord, deleteRecord, type RecordKind } from './record.ts';
import { isStored } from './version.ts';

type One = RecordOf<typeof ORGANIZATION> & { updated_by_name: string | null };

const kind = (columns: Columns = ORGANIZATION): RecordKind<'organization', string, One> => ({
  table: 'organization',
  columns,
  async read(_, db, id) {
    const found = db.selectFrom('organization').select(memberNames(ORGANIZATION)).where('id', '=', id);
    return { ...answered(await found.executeTakeFirstOrThrow()), updated_by_name: 'Ada' };
  },
  name: (one) => one.name,
  account: (one) => one.account_id,
  uniqueIndexes: { organization_pkey: { field: 'name', status: 'CONFLICT' } },
});
const KIND = kind();

let app: TestApp;
let viewer: Viewer;
let account_id: string;
beforeAll(async () => {
  app = await startTestApp();
  account_id = app.accountIds.get('nordmark-lb') ?? '';
  viewer = {
    userId: app.userIds.get('ada') ?? '',
    userName: 'ada',
    name: 'Ada',
    scope: 'system',
    primaryAccountId: null,
    accountIds: [],
    permissions: new Set(),
    termsAccepted: true,
    via: { by: 'session', sessionId: newId() },
  };
});
afterAll(() => app.close());

const now = new Date('2026-11-21T12:00:00.500Z');
const create = (id = newId()) =>
  createRecord(KIND, viewer, app.db, { id, key: id, values: { account_id, name: 'Mill', country: 'DE' }, now });

test('a new record is stamped, read and recorded in the log by its audited columns', async () => {
  const { after, event } = await create();
  expect(after).toMatchObject({ name: 'Mill', city: '', version: 1, updated_at: '2026-11-21 12:00:00' });
  expect(event).toEqual({
    resource_id: after.id,
    resource_name: 'Mill',
    account_id,
    after: {
      name: 'Mill',
      address: '',
      address2: '',
      city: '',
      state: '',
      zip_code: '',
      country: 'DE',
      phone: '',
    },
  });
});

test('a change writes what is another value, counts the version and tells before and after', async () => {
  const { after: made } = await create();
  const later = new Date('2026-11-22T08:00:00Z');
  const { before, after, event } = await changeRecord(KIND, viewer, app.db, made.id, {
    now: later,
    version: 1,
    set: () => ({ city: 'Kiel', phone: undefined }),
  });
  expect([before.city, after.city, after.phone, after.version]).toEqual(['', 'Kiel', '', 2]);
  expect(after.updated_at).toBe('2026-11-22 08:00:00');
  expect(event).toMatchObject({ before: { city: '' }, after: { city: 'Kiel' } });
});

test('a change to the values that are there writes nothing, not even what goes along', async () => {
  const { after: made } = await create();
  const set = () => ({ name: 'Mill' });
  const change = { now, set, alsoSet: { zip_code: '24103' } };
  const { after, event } = await changeRecord(KIND, viewer, app.db, made.id, change);
  expect(event).toBe('nothing');
  expect(after).toEqual(made);
  expect(await KIND.read(viewer, app.db, made.id, { lock: false, now })).toEqual(made);
  const other = await changeRecord(KIND, viewer, app.db, made.id, { ...change, set: () => ({ name: 'Weir' }) });
  expect(other.after).toMatchObject({ name: 'Weir', zip_code: '24103' });
});

test('the rule is asked before the version, and both before anything is written', async () => {
  const { after: made } = await create();
  const refused = (how: object): Promise<unknown> =>
    changeRecord(KIND, viewer, app.db, made.id, { now, version: 7, set: () => ({ name: 'Weir' }), ...how }).catch(
      (error: unknown) => (error instanceof Problem ? error.reason : error),
    );
  expect(await refused({ whyNot: () => ({ status: 'FORBIDDEN' }) })).toEqual({ status: 'FORBIDDEN' });
  expect(await refused({})).toMatchObject({ status: 'CHANGED_MEANWHILE', params: { by: 'Ada' } });
  expect(await KIND.read(viewer, app.db, made.id, { lock: false, now })).toEqual(made);
});

test('what another record has already is refused under its field, where the request has it', async () => {
  const { after: made } = await create();
  const values = { account_id, name: 'Mill', country: 'DE' };
  const again = (fieldOf?: (field: string) => string) =>
    createRecord(KIND, viewer, app.db, { id: made.id, key: made.id, values, now, ...(fieldOf ? { fieldOf } : {}) });
  await expect(again()).rejects.toMatchObject({ fields: { name: { status: 'CONFLICT' } } });
  await expect(again((field) => `organization.${field}`)).rejects.toMatchObject({
    fields: { 'organization.name': { status: 'CONFLICT' } },
  });
});

test('a record is deleted unless the rule says why not, and is recorded as it was', async () => {
  const { after: made } = await create();
  const remove = (how = {}) => deleteRecord(KIND, viewer, app.db, made.id, { now, ...how });
  await expect(remove({ whyNot: () => ({ status: 'FORBIDDEN' }) })).rejects.toThrow(Problem);
  const { before, event } = await remove();
  expect(before).toEqual(made);
  expect(event).toMatchObject({ resource_name: 'Mill', before: { name: 'Mill' } });
  await expect(KIND.read(viewer, app.db, made.id, { lock: false, now })).rejects.toThrow('no result');
});

test('an audited column that nobody read is an error, not a gap in the log', async () => {
  const { after: made } = await create();
  const audited = kind({ ...ORGANIZATION, seal: { type: 'text', audited: true } });
  expect(() => auditSnapshot(audited, made)).toThrow('seal');
});

test.each([
  [{ tags: ['a', 'b'] }, true],
  [{ tags: ['b', 'a'] }, false],
  [{ ends: null }, true],
  [{ ends: '2026-01-01' }, false],
  [{ at: new Date('2026-01-02T03:04:05.678Z') }, true],
  [{ at: new Date('2026-01-02T03:04:06Z') }, false],
  [{ rooms: 3, open: true, title: undefined }, true],
  [{ rooms: 4 }, false],
  [{ absent: 'x' }, false],
])('%o is stored already: %s', (values, expected) => {
  const record = { tags: ['a', 'b'], ends: null, at: '2026-01-02 03:04:05', rooms: 3, open: true, title: 'Mill' };
  expect(isStored(record, values)).toBe(expected);
});
