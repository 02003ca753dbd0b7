import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { exportLog } from './export.ts';
import { hashOf } from './leaf.ts';
import { auditRow } from './record.ts';
import { eventOf, openTestLog } from './testing.ts';
import type { TestLog } from './testing.ts';
import { verifyEvent, verifyLog } from './verify.ts';
import { verifyExport } from './verify-export.ts';

/** Rows 0 to 19: checkpoints at 8, 13 and 20 rows; one more event waits. */
let shared: TestDatabase;
let log: TestLog;
let ids: string[];
beforeAll(async () => {
  shared = await createDatabase();
});
afterAll(() => shared.drop());
beforeEach(async () => {
  log = await openTestLog({ shared });
  ids = [];
  for (const count of [8, 5, 7]) {
    ids.push(...(await log.record(count)));
    await log.sequence();
  }
  ids.push(...(await log.record(1)));
});
afterEach(() => log.close());

/** What the command says of an export of the log as it is now. */
async function commandVerdict() {
  const lines: string[] = [];
  for await (const line of exportLog(log.db, { ...log.verifying, kept: log.kept.note() })) lines.push(line);
  return verifyExport(lines, { key: log.signer });
}

/** What the API says of an event, in a process that has seen the log so far. */
const apiVerdict = (id: string) => verifyEvent(log.db, id, { ...log.verifying, kept: log.kept.note() });

/** The head that the process keeps, opened. */
function keptHead(): Checkpoint[] {
  const opened = openCheckpoint(log.kept.note() ?? '', log.signer);
  return opened.ok ? [opened.checkpoint] : [];
}

/** Inserts an event as somebody does who knows the public form of the log, but not the platform's key. */
async function invent(tree_index: number | null): Promise<string> {
  const { mac: _, ...row } = auditRow(eventOf(99), log.writer);
  await log.attack('alter table audit_event disable trigger user');
  await log.db
    .insertInto('audit_event')
    .values({ ...row, mac: Buffer.alloc(32, 1), ...(tree_index === null ? {} : { tree_index }) })
    .execute();
  return row.id;
}

/** Changes row 9 with every hash of it, as an attacker does who knows the format. */
async function changeThoroughly(): Promise<void> {
  const row = await log.db
    .selectFrom('audit_event')
    .selectAll()
    .where('tree_index', '=', '9')
    .executeTakeFirstOrThrow();
  const hash = hashOf({ ...row, message: 'never happened' }).toString('hex');
  await log.attack(
    `update audit_event set message = 'never happened', leaf_hash = '\\x${hash}' where tree_index = 9`,
    `update audit_node set hash = '\\x${hash}' where level = 0 and index = 9`,
  );
}

type Attack = () => Promise<string | void>;
const by =
  (...statements: string[]): Attack =>
  () =>
    log.attack(...statements);

/** The attack, the place of the event that it touches, and what both say of it. */
const ATTACKS: [what: string, attack: Attack, place: number, reason: string, sentence: string | RegExp][] = [
  [
    'an altered event',
    by(`update audit_event set message = 'never happened' where tree_index = 9`),
    9,
    'changed',
    /^Row 9 \(event .*\) was changed: its content is not what was recorded\.$/,
  ],
  [
    'an altered event and its own hash',
    by(`update audit_event set message = 'x', leaf_hash = sha256('x') where tree_index = 9`),
    9,
    'changed',
    /^Row 9 \(event .*\) was changed: its content is not what was recorded\.$/,
  ],
  [
    'an event altered with every hash of it',
    () => changeThoroughly(),
    9,
    'root-mismatch',
    'Of rows 8 to 12 at least one was changed together with its hash: the checkpoint signed at 13 rows is of others.',
  ],
  [
    'an altered column leaf_hash',
    by(`update audit_event set leaf_hash = sha256('x') where tree_index = 9`),
    9,
    'damaged-tree',
    'Row 9 is as it was signed, but the hash kept beside it is not.',
  ],
  [
    'an altered leaf of the tree',
    by(`update audit_node set hash = sha256('x') where level = 0 and index = 9`),
    9,
    'damaged-tree',
    'Row 9 is as it was signed, but the hash kept beside it is not.',
  ],
  [
    'a deleted leaf of the tree',
    by(`delete from audit_node where level = 0 and index = 9`),
    9,
    'damaged-tree',
    'Row 9 is as it was signed, but the hash kept beside it is not.',
  ],
  [
    'an altered inner node',
    by(`update audit_node set hash = sha256('x') where level = 2 and index = 1`),
    3,
    'damaged-tree',
    'Node 1 at level 2 of the stored tree is not what was signed: no proof can be made of it.',
  ],
  [
    'an altered inner node on the way of a later row',
    by(`update audit_node set hash = sha256('x') where level = 3 and index = 0`),
    15,
    'damaged-tree',
    'Node 0 at level 3 of the stored tree is not what was signed: no proof can be made of it.',
  ],
  [
    'a deleted inner node',
    by('delete from audit_node where level = 1 and index = 3'),
    5,
    'damaged-tree',
    'Node 3 at level 1 of the stored tree is not what was signed: no proof can be made of it.',
  ],
  [
    'the newest checkpoint moved to another size',
    by('update audit_checkpoint set tree_size = 25 where tree_size = 20'),
    15,
    'bad-checkpoint',
    'The checkpoint at 25 rows was signed for another number of rows.',
  ],
  [
    'the newest checkpoint deleted',
    by('delete from audit_checkpoint where tree_size = 20'),
    13,
    'cut-off',
    'Row 13 and all after it were cut off: the checkpoint kept elsewhere covers 20 rows.',
  ],
  [
    'rows that changed places',
    by('update audit_event set tree_index = 21 - tree_index where tree_index in (9, 12)'),
    12,
    'reordered',
    /^Row 9 \(event .*\) was moved: it belongs at row 12, and the event signed here stands at row 12\.$/,
  ],
  [
    'a waiting event altered',
    by(`update audit_event set actor_name = 'Carl' where tree_index is null`),
    20,
    'changed',
    /^Event .* was changed before it had its place in the log: its content is not what was recorded\.$/,
  ],
  [
    'a waiting event kept out of the log',
    by('update audit_event set refused_at = now() where tree_index is null'),
    20,
    'changed',
    /^Event .* was kept out of the log: it is marked as refused, though this platform wrote it\.$/,
  ],
  [
    'an invented event that waits',
    () => invent(null),
    -1,
    'forged',
    /^Event .* was written by no process of this platform: it does not carry the MAC of its key\.$/,
  ],
  [
    'an invented event beyond the signed end',
    () => invent(20),
    -1,
    'forged',
    /^Event .* was written by no process of this platform: it does not carry the MAC of its key\.$/,
  ],
  [
    'an invented event pushed in between',
    async () => {
      await log.attack('update audit_event set tree_index = tree_index + 1 where tree_index >= 9');
      return invent(9);
    },
    -1,
    'inserted',
    /^Row 9 \(event .*\) was inserted: the event signed here stands at row 10\.$/,
  ],
  [
    'a log cut back whole to an older checkpoint of its own',
    by(
      'delete from audit_event where tree_index >= 13',
      'delete from audit_node where (index + 1) * (1::bigint << level) > 13',
      'delete from audit_checkpoint where tree_size > 13',
    ),
    7,
    'cut-off',
    'Row 13 and all after it were cut off: the checkpoint kept elsewhere covers 20 rows.',
  ],
  [
    'a log emptied and written anew',
    by('delete from audit_node', 'delete from audit_checkpoint', 'update audit_event set tree_index = null'),
    7,
    'cut-off',
    'Row 0 and all after it were cut off: the checkpoint kept elsewhere covers 20 rows.',
  ],
];

test.each(ATTACKS)('%s: command, API and database say the same', async (_what, attack, place, reason, sentence) => {
  const id = (await attack()) ?? ids[place] ?? '';
  const command = await commandVerdict();
  expect(command).toMatchObject({ verified: false, reason });
  const said = { verified: false, reason, sentence: 'sentence' in command ? command.sentence : '' };
  expect(said.sentence).toMatch(sentence);
  expect(await apiVerdict(id)).toMatchObject(said);
  expect(await verifyLog(log.db, log.verifying, keptHead())).toMatchObject(said);
});

test('what is in order all three prove, and an event that waits is not counted against the log', async () => {
  expect(await commandVerdict()).toMatchObject({ verified: true, tree_size: 20 });
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ verified: true, tree_size: 20 });
  for (const id of ids.slice(0, 20)) expect(await apiVerdict(id)).toMatchObject({ verified: true, tree_size: 20 });
  expect(await apiVerdict(ids[20] ?? '')).toMatchObject({ verified: false, reason: 'not-yet-sequenced' });
});

test('a deleted event is named by the command; the API knows no such event', async () => {
  await log.attack('delete from audit_event where tree_index = 9');
  expect(await commandVerdict()).toMatchObject({ verified: false, reason: 'deleted', index: 9 });
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ verified: false, reason: 'deleted', index: 9 });
  expect(await apiVerdict(ids[9] ?? '')).toBeNull();
  expect(await apiVerdict(ids[10] ?? '')).toMatchObject({ verified: true });
});
