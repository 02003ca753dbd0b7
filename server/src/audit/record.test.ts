import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { canonicalJson, evidenceOf, contentHash, hashOf } from './leaf.ts';
import { auditRow, recordAudit } from './record.ts';
import type { AuditEvent } from './record.ts';
import { eventOf, openTestLog } from './testing.ts';
import type { TestLog } from './testing.ts';

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
});
afterAll(() => log.close());

const read = (id: string) =>
  log.db.selectFrom('audit_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function written(fields: Partial<AuditEvent>) {
  const event = eventOf(0, fields);
  await recordAudit(log.db, event, log.writer);
  return read(event.id);
}

test('the leaf of an event is SHA-256 over 0x00 and its canonical JSON, nulls left out', () => {
  const event = eventOf(1, {
    id: '0192f0c1-0000-7000-8000-0000000000aa',
    before: null,
    after: { z: [1.0, null], a: 'é€😀' },
  });
  const row = { ...event, credential_id: null, credential_name: null, before: null, after: event.after };
  expect(canonicalJson(evidenceOf(row))).toBe(
    '{"account_id":"0192f0c1-0000-7000-8000-000000000001","action":"UPDATE",' +
      '"actor_id":"0192f0c1-0000-7000-8000-000000000002","actor_name":"Cleo","actor_scope":"account",' +
      '"actor_via":"session","after":{"a":"é€😀","z":[1,null]},"at":"2026-11-21T12:00:01.000Z",' +
      '"correlation_id":"request-1","id":"0192f0c1-0000-7000-8000-0000000000aa","ip":"203.0.113.7",' +
      '"resource_id":"user-1",' +
      '"resource_name":"Emil 1","resource_type":"USER","result":"success","user_agent":"Mozilla/5.0"}',
  );
  // Computed by another program (Python's hashlib) from the text above.
  expect(hashOf(row).toString('hex')).toBe('28cf8b0f5c1d38c40987718e230fb3c50be2adc2ef9be4fbad9bf1feb402ade2');
});

test('with which token it was done is said where there was one, and stays', async () => {
  const id = newId();
  const row = await written({ actor_via: 'token', credential_id: id.toUpperCase(), credential_name: 'Night\0ly' });
  expect(evidenceOf(row)).toMatchObject({ credential_id: id, credential_name: 'Night\uFFFDly' });
  expect(contentHash(row)).toEqual(row.leaf_hash);
  const change = `update audit_event set credential_name = 'Weekly' where id = $1`;
  await expect(log.pool.query(change, [row.id])).rejects.toThrow('only ever added to');
});

test.each<[string, unknown]>([
  [
    'unicode, escapes and controls',
    { 'schlüssel €': 'naïve 日本語 😀 \u2028\u2029 " \\ \b\f\n\r\t \u001f \u007f', '\u00e9': 1, 'e\u0301': 2 },
  ],
  [
    'big and small numbers',
    {
      a: 1e21,
      b: 1e-7,
      c: 5e-324,
      d: 1.7976931348623157e308,
      e: 9007199254740991,
      f: -0,
      g: 0.1 + 0.2,
      h: 1e20,
      i: 123456789012345680000,
      j: -1.5e-10,
    },
  ],
  ['nesting', { a: [[[[[{ b: [{ c: { d: [] } }, {}] }]]]]] }],
  ['null inside and empty things', { a: null, b: [null], c: {}, d: [], e: '' }],
  ['keys in no order', { b: 1, a: 2, aa: 3, B: 4, '10': 5, '9': 6, '': 7, '😀': 8, '\uFB01': 9 }],
  ['an array at the top', [3, 1, 2]],
  ['a bare string', 'text'],
  ['a bare number', 0.1],
  ['false', false],
  ['a key named like the prototype', JSON.parse('{"__proto__":{"x":1}}')],
  ['text with what PostgreSQL refuses', { 'a\0': 'b\0c\uD800' }],
])('a row read back from the database hashes as it was written: %s', async (_, value) => {
  const row = await written({ before: value, after: { value } });
  expect(contentHash(row)).toEqual(row.leaf_hash);
});

test('a row whose optional columns are all empty hashes as it was written', async () => {
  const row = await written({
    resource_id: null,
    resource_name: null,
    account_id: null,
    actor_id: null,
    actor_name: null,
    actor_scope: null,
    ip: null,
    user_agent: null,
    correlation_id: null,
    before: undefined,
    after: null,
  });
  expect(row).toMatchObject({ before: null, after: null, resource_id: null });
  expect(contentHash(row)).toEqual(row.leaf_hash);
});

test('times before 1970, with milliseconds, and ids in capitals hash as they were written', async () => {
  const row = await written({
    at: new Date('1969-07-20T20:17:40.999Z'),
    id: newId().toUpperCase(),
    account_id: newId().toUpperCase(),
  });
  expect(row.at.toISOString()).toBe('1969-07-20T20:17:40.999Z');
  expect(contentHash(row)).toEqual(row.leaf_hash);
});

/** The columns by which the testimony itself is kept. */
const KEEPS = new Set(['leaf_hash', 'mac', 'refused_at', 'tree_index']);

test('every column of evidence is in the hash', async () => {
  const row = await written({ message: 'said', credential_id: newId(), credential_name: 'Nightly' });
  const other: Record<string, unknown> = { at: new Date(0), before: { a: 1 }, after: { a: 1 } };
  for (const field of Object.keys(row).filter((name) => !KEEPS.has(name))) {
    expect.soft(contentHash({ ...row, [field]: other[field] ?? 'other' }), field).not.toEqual(row.leaf_hash);
    expect.soft(contentHash({ ...row, [field]: null }), field).not.toEqual(row.leaf_hash);
  }
});

test('what a stranger sends can not make the change fail that is recorded', async () => {
  const row = await written({
    resource_id: '😀'.repeat(5_000),
    resource_name: 'x'.repeat(100_000),
    user_agent: 'a\0b\uDC00',
    message: 'y'.repeat(9_999),
  });
  expect(row).toMatchObject({ resource_id: '😀'.repeat(128), user_agent: 'a\uFFFDb\uFFFD' });
  expect([row.resource_name?.length, row.message?.length]).toEqual([512, 4096]);
  expect(contentHash(row)).toEqual(row.leaf_hash);
});

test('a secret handed over by mistake does not reach the row: the change fails, or an alarm is told', async () => {
  const event = {
    ...eventOf(0),
    before: { password_hash: 'x', name: 'Cleo' },
    after: [{ nested: { clientSecret: 'x', name: 'Carl' } }],
  };
  await expect(recordAudit(log.db, event, log.writer)).rejects.toThrow('“password_hash”');
  const fields: string[] = [];
  await recordAudit(log.db, event, { ...log.writer, onSecret: (field) => fields.push(field) });
  const row = await read(event.id);
  expect([row.before, row.after]).toEqual([{ name: 'Cleo' }, [{ nested: { name: 'Carl' } }]]);
  expect(fields).toEqual(['password_hash', 'clientSecret']);
});

test('an event goes with the change it belongs to', async () => {
  const event = eventOf(0);
  const rolledBack = log.db.transaction().execute(async (tx) => {
    await recordAudit(tx, event, log.writer);
    throw new Error('the change failed');
  });
  await expect(rolledBack).rejects.toThrow('the change failed');
  await expect(read(event.id)).rejects.toThrow('no result');
});

test('[S-331] events can be neither changed nor deleted, even by a mistake in our own code', async () => {
  const [id = ''] = await log.record(1);
  const refusal = 'The audit log is only ever added to.';
  await expect(log.pool.query(`update audit_event set message = 'x' where id = $1`, [id])).rejects.toThrow(refusal);
  await expect(log.pool.query('delete from audit_event where id = $1', [id])).rejects.toThrow(refusal);
  await expect(log.pool.query('truncate audit_event')).rejects.toThrow(refusal);
  await log.sequence();
  for (const statement of [
    'update audit_event set tree_index = null',
    'update audit_event set mac = null',
    'update audit_node set hash = hash',
    'delete from audit_node',
    'truncate audit_node',
    `update audit_checkpoint set note = 'x'`,
    'delete from audit_checkpoint',
    'truncate audit_checkpoint',
  ]) {
    await expect(log.pool.query(statement)).rejects.toThrow(refusal);
  }
  const row = await read(id);
  expect(contentHash(row)).toEqual(row.leaf_hash);
});

test('a row for a bulk load is the row that a single event gets', async () => {
  const event = eventOf(7);
  const row = auditRow(event, log.writer);
  await recordAudit(log.db, event, log.writer);
  expect(await read(event.id)).toMatchObject({ leaf_hash: row.leaf_hash, mac: row.mac });
});
