import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { openEventMac } from './event-mac.ts';
import { keepHeadInFile, keepHeadInMemory, keptHeadFile } from './kept-head.ts';
import { openLogKey } from './keys.ts';
import { hashOf } from './leaf.ts';
import { auditRow } from './record.ts';
import { sequence } from './sequencer.ts';
import { eventOf, openTestLog, ORIGIN } from './testing.ts';
import type { TestLog } from './testing.ts';
import { newestCheckpoint } from './tree-store.ts';
import { verifyEvent, verifyLog } from './verify.ts';

/** What somebody who writes to the database, but does not hold the platform's key, can have signed. */
let shared: TestDatabase;
let log: TestLog;
let folder: string;
beforeAll(async () => {
  shared = await createDatabase();
});
afterAll(() => shared.drop());
beforeEach(async () => {
  log = await openTestLog({ shared });
  folder = mkdtempSync(join(tmpdir(), 'signet-kept-'));
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

const placed = async () =>
  (
    await log.db
      .selectFrom('audit_event')
      .select('id')
      .where('tree_index', 'is not', null)
      .orderBy('tree_index')
      .execute()
  ).map(({ id }) => id);
const waiting = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from audit_event where tree_index is null`.execute(log.db)).rows[0]
      ?.n,
  );

/** Inserts events with the public leaf hash, and whatever mark. */
async function invent(count: number, mac: Buffer | null): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => auditRow(eventOf(at, { actor_name: 'Ada' }), log.writer));
  for (const row of rows)
    await log.db
      .insertInto('audit_event')
      .values({ ...row, mac: mac ?? row.mac })
      .execute();
  const ids = rows.map(({ id }) => `'${id}'`).join();
  if (!mac) await log.attack(`update audit_event set mac = null where id in (${ids})`);
  return rows.map(({ id }) => id);
}

test.each<[string, () => Buffer | null]>([
  ['no MAC', () => null],
  ['a made-up MAC', () => Buffer.alloc(32, 9)],
  ['a MAC under another platform’s key', () => openEventMac(Buffer.alloc(32, 8)).of(Buffer.alloc(32))],
])('an invented event with %s gets no place; the others go on, and it is named', async (_, mac) => {
  const before = await log.record(2);
  const [invented = ''] = await invent(1, mac());
  const after = await log.record(2);
  expect(await log.sequence()).toBe(5);
  expect(await placed()).toEqual([...before, ...after]);
  expect(log.lines).toContainEqual(expect.objectContaining({ level: 50, events: [invented], count: 1 }));
  expect(await verifyEvent(log.db, invented, log.verifying)).toMatchObject({ verified: false, reason: 'forged' });
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ verified: false, reason: 'forged', id: invented });

  // It is named once, and looked at once.
  expect([await log.sequence(), log.lines.filter(({ level }) => level === 50).length]).toEqual([0, 1]);
});

test('a MAC taken from another event is none of this one', async () => {
  const [real = ''] = await log.record(1);
  const { mac } = await log.db.selectFrom('audit_event').select('mac').where('id', '=', real).executeTakeFirstOrThrow();
  const [invented = ''] = await invent(1, mac);
  await log.sequence();
  expect(await placed()).toEqual([real]);
  expect(await verifyEvent(log.db, invented, log.verifying)).toMatchObject({ reason: 'forged' });
});

test('an event that borrows the hash and the MAC of another is never proved, and is named', async () => {
  const [real = ''] = await log.record(1);
  await log.sequence();
  const { mac, leaf_hash } = await log.db
    .selectFrom('audit_event')
    .select(['mac', 'leaf_hash'])
    .where('id', '=', real)
    .executeTakeFirstOrThrow();
  const invented = auditRow(eventOf(7, { actor_name: 'Mallory' }), log.writer);
  await log.db
    .insertInto('audit_event')
    .values({ ...invented, leaf_hash, mac: mac ?? Buffer.alloc(32) })
    .execute();
  await log.sequence();
  expect(log.lines).toContainEqual(expect.objectContaining({ level: 40, events: [invented.id] }));
  const named = { verified: false, reason: 'changed' };
  expect(await verifyEvent(log.db, invented.id, log.verifying)).toMatchObject(named);
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ ...named, id: invented.id });
  expect(await verifyEvent(log.db, real, log.verifying)).toMatchObject({ verified: true });
});

test('a heap of invented events holds up nothing, not even where it fills a whole run', async () => {
  await invent(12, null);
  const real = await log.record(1);
  expect([await log.sequence(5), await log.sequence(5), await log.sequence(5), await log.sequence(5)]).toEqual([
    5, 5, 3, 0,
  ]);
  expect(await placed()).toEqual(real);
});

test('a row whose hash was changed before it had its place enters with what it was recorded with', async () => {
  const [id = ''] = await log.record(1);
  await log.attack(`update audit_event set leaf_hash = sha256('x')`);
  await log.sequence();
  const row = await log.db.selectFrom('audit_event').selectAll().executeTakeFirstOrThrow();
  const leaf = await log.db.selectFrom('audit_node').select('hash').executeTakeFirstOrThrow();
  expect(leaf.hash).toEqual(hashOf(row));
  expect(await verifyEvent(log.db, id, log.verifying)).toMatchObject({ verified: false, reason: 'damaged-tree' });
});

/** Throws the whole log away and puts another in its place, with all that is public of it right. */
async function rewrite(): Promise<void> {
  const rows = await log.db.selectFrom('audit_event').selectAll().orderBy('tree_index').execute();
  await log.attack('delete from audit_event', 'delete from audit_node', 'delete from audit_checkpoint');
  for (const { before, after, tree_index: _, refused_at: _refused, mac, ...row } of rows.slice(1)) {
    const forged = row.id === rows[2]?.id ? { ...row, actor_name: 'Carl' } : row;
    await log.db
      .insertInto('audit_event')
      .values({
        ...forged,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        leaf_hash: hashOf({ ...forged, before, after }),
        mac: mac ?? Buffer.alloc(32),
      })
      .execute();
  }
}

const REWRITTEN =
  'The audit log is not continued. Row 0 and all after it were cut off: the checkpoint kept elsewhere covers 4 rows. ' +
  'Only if the database was restored or exchanged on purpose, move audit-checkpoint in DATA_DIR aside and start again.';

test('a process that signed the log never signs another one in its place', async () => {
  await log.record(4);
  await log.sequence();
  await rewrite();
  await expect(log.sequence()).rejects.toThrow(REWRITTEN);
  expect(await newestCheckpoint(log.db, log.signer)).toBeNull();
  // Nor once it has grown beyond the old one.
  await log.record(9);
  await expect(log.sequence()).rejects.toThrow(REWRITTEN);
});

test('nor does one that only saw it signed by another', async () => {
  const other = keepHeadInMemory();
  await log.record(4);
  expect([await log.sequence(), await log.sequence(10, other)]).toEqual([4, 0]);
  expect(other.note()).toBe((await newestCheckpoint(log.db, log.signer))?.note);
  await rewrite();
  await expect(log.sequence(10, other)).rejects.toThrow(REWRITTEN);
});

test('nor does the same one after a restart: the head is in a file beside the key', async () => {
  const file = keptHeadFile(folder);
  await log.record(4);
  await log.sequence(10, keepHeadInFile(file, log.log));
  expect(readFileSync(file, 'utf8')).toBe((await newestCheckpoint(log.db, log.signer))?.note);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await rewrite();
  await expect(log.sequence(10, keepHeadInFile(file, log.log))).rejects.toThrow(REWRITTEN);
});

test('a log signed anew by a process that never saw it is followed by none that did, at any size', async () => {
  const [seen, stranger] = [keepHeadInMemory(), keepHeadInMemory()];
  await log.record(4);
  await log.sequence(10, seen);
  await rewrite();
  await log.record(1);
  // Two rows that were left as they are, and one of our own since then: of the invented one no process signs anything.
  expect(await log.sequence(10, stranger)).toBe(4);
  expect(await waiting()).toBe(1);
  await expect(log.sequence(10, seen)).rejects.toThrow('Row 3 and all after it were cut off');
  await log.record(1);
  await log.sequence(10, stranger);
  await expect(log.sequence(10, seen)).rejects.toThrow('Of rows 0 to 3 at least one was rewritten');
  await log.record(5);
  await log.sequence(10, stranger);
  await expect(log.sequence(10, seen)).rejects.toThrow('Of rows 0 to 3 at least one was rewritten');
});

test('a log cut back to an older checkpoint of its own is not continued', async () => {
  for (const count of [3, 3]) {
    await log.record(count);
    await log.sequence();
  }
  await log.attack(
    'delete from audit_event where tree_index >= 3',
    'delete from audit_node where (index + 1) * (1::bigint << level) > 3',
    'delete from audit_checkpoint where tree_size > 3',
  );
  await log.record(5);
  await expect(log.sequence()).rejects.toThrow('Row 3 and all after it were cut off');
});

test('a log with another key in the place of its own is not continued', async () => {
  const file = keptHeadFile(folder);
  await log.record(2);
  await log.sequence(10, keepHeadInFile(file, log.log));
  await rewrite();
  await log.pool.query('delete from sealed_key');
  const signer = await openLogKey(log.db, { seal: log.seal, clock: log.clock, origin: ORIGIN });
  await log.record(1);
  await expect(sequence(log.db, { ...log.sequencing, signer, kept: keepHeadInFile(file, log.log) })).rejects.toThrow(
    'The checkpoint kept elsewhere is not signed by the key',
  );
});

test('two processes that keep a head at once do not take away what the other is writing', async () => {
  const file = keptHeadFile(folder);
  await log.record(1);
  const newest = keepHeadInMemory();
  await log.sequence(10, newest);
  const said: unknown[] = [];
  const heads = [1, 2, 3].map(() => keepHeadInFile(file, { warn: (...words: unknown[]) => void said.push(words) }));
  await Promise.all(heads.map((head) => head.keep(newest.note() ?? '')));
  expect(said).toEqual([]);
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['audit-checkpoint'], newest.note()]);
});

test('several processes on one data folder, and heads that come late, keep the newest', async () => {
  const file = keptHeadFile(folder);
  const [first, second] = [keepHeadInFile(file, log.log), keepHeadInFile(file, log.log)];
  const notes: string[] = [];
  for (const head of [first, second, first]) {
    await log.record(1);
    await log.sequence(10, head);
    notes.push(head.note() ?? '');
  }
  expect(readFileSync(file, 'utf8')).toBe(notes[2]);
  await second.keep(notes[1] ?? '');
  expect(readFileSync(file, 'utf8')).toBe(notes[2]);
  expect(await log.sequence(10, second)).toBe(0);
  expect(second.note()).toBe(notes[2]);
});

test('a file that is broken, gone or in no folder that can be written stops nothing that need not stop', async () => {
  const file = keptHeadFile(folder);
  writeFileSync(file, 'broken');
  await log.record(1);
  await expect(log.sequence(10, keepHeadInFile(file, log.log))).rejects.toThrow('is not signed by the key');
  const nowhere = keepHeadInFile(join(folder, 'missing', 'file'), log.log);
  expect(await log.sequence(10, nowhere)).toBe(1);
  expect(existsSync(join(folder, 'missing'))).toBe(false);
  expect(log.lines).toContainEqual(expect.objectContaining({ msg: 'audit log: the kept head was not written' }));
  // It is kept in memory all the same.
  await rewrite();
  await expect(log.sequence(10, nowhere)).rejects.toThrow('were cut off');
});

test('a head whose transaction fails is neither kept nor announced', async () => {
  const announced: string[] = [];
  await log.record(1);
  await log.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
    create constraint trigger late after insert on audit_checkpoint initially deferred
      for each row execute function fail()`,
  );
  const kept = keepHeadInMemory();
  const announce = (note: string): void => void announced.push(note);
  await expect(sequence(log.db, { ...log.sequencing, kept, announce })).rejects.toThrow('disk full');
  expect([kept.note(), announced, log.lines.filter(({ level }) => level === 30)]).toEqual([null, [], []]);
  await log.pool.query('drop trigger late on audit_checkpoint');
  await sequence(log.db, { ...log.sequencing, kept, announce });
  expect(announced).toEqual([kept.note()]);
});
