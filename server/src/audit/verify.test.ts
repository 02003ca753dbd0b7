import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditVerification } from '@signet/contract/areas/audit-log';
import { newId } from '../ids.ts';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { hashOf } from './leaf.ts';
import { keepHeadInMemory } from './kept-head.ts';
import { leafHash } from './merkle.ts';
import { fromBase64, noteSigner } from './note.ts';
import { verifyInclusion } from './proof.ts';
import { eventOf, openTestLog, ORIGIN } from './testing.ts';
import type { TestLog } from './testing.ts';
import { auditRow } from './record.ts';
import { newestCheckpoint } from './tree-store.ts';
import { verifyEvent, verifyLog } from './verify.ts';

/** Rows 0 to 19: checkpoints at 8, 13 and 20 rows. */
const BATCHES = [8, 5, 7];
let log: TestLog;
let ids: string[];

beforeEach(async () => {
  log = await openTestLog();
  ids = [];
  for (const count of BATCHES) {
    ids.push(...(await log.record(count)));
    await log.sequence();
  }
});
afterEach(() => log.close());

const attacker = noteSigner(ORIGIN, generateKeyPairSync('ed25519').privateKey);
const verify = (index: number) => verifyEvent(log.db, ids[index] ?? '', log.verifying);
const verdict = (home: Checkpoint | null = null) => verifyLog(log.db, log.verifying, home ? [home] : []);

async function readRow(index: number) {
  return log.db.selectFrom('audit_event').selectAll().where('tree_index', '=', String(index)).executeTakeFirstOrThrow();
}

/** Changes a row and every hash of it that lies in the row and in level 0, as an attacker who knows the format does. */
async function changeThoroughly(index: number, levels: 'row' | 'row and leaf'): Promise<void> {
  const row = await readRow(index);
  const hash = hashOf({ ...row, message: 'never happened' }).toString('hex');
  await log.attack(
    `update audit_event set message = 'never happened', leaf_hash = '\\x${hash}' where tree_index = ${index}`,
  );
  if (levels === 'row and leaf')
    await log.attack(`update audit_node set hash = '\\x${hash}' where level = 0 and index = ${index}`);
}

test('[S-330] an untouched event is proved by an inclusion proof that anyone can check', async () => {
  for (const index of ids.keys()) {
    const answer = await verify(index);
    const { proof, root, leaf_hash, checkpoint, tree_index, tree_size } = answer as AuditVerification & {
      verified: true;
    };
    expect(answer).toMatchObject({ verified: true, tree_index: index, tree_size: 20 });
    expect(hashOf(await readRow(index)).toString('base64')).toBe(leaf_hash);
    const signed = openCheckpoint(checkpoint, log.signer);
    expect(signed).toEqual({ ok: true, checkpoint: { origin: ORIGIN, size: 20, root: fromBase64(root) } });
    const path = proof.map((hash) => Buffer.from(hash, 'base64'));
    expect(
      verifyInclusion(Buffer.from(leaf_hash, 'base64'), tree_index, tree_size, path, Buffer.from(root, 'base64')),
    ).toBe(true);
  }
  expect(await verdict()).toMatchObject({ verified: true, tree_size: 20 });
});

test('an event that waits for its place says so, and is looked after all the same', async () => {
  const [waiting = ''] = await log.record(1);
  ids.push(waiting);
  expect(await verify(20)).toEqual({
    verified: false,
    reason: 'not-yet-sequenced',
    sentence: `Event ${waiting} waits for its place in the log.`,
    tree_index: null,
    tree_size: 20,
  });
  expect(await verdict()).toMatchObject({ verified: true, tree_size: 20 });
  await log.attack(`update audit_event set actor_name = 'Carl' where id = '${waiting}'`);
  expect(await verify(20)).toMatchObject({ verified: false, reason: 'changed' });
  expect(await verdict()).toMatchObject({ verified: false, reason: 'changed', index: null, id: waiting });
});

test('there is nothing to say about an event that does not exist, and an empty log is in order', async () => {
  expect(await verifyEvent(log.db, newId(), log.verifying)).toBeNull();
  const empty = await openTestLog();
  expect(await verifyLog(empty.db, empty.verifying)).toMatchObject({ verified: true, tree_size: 0, checkpoint: null });
  expect(await newestCheckpoint(empty.db, empty.signer)).toBeNull();
  await empty.close();
});

test.each<[string, string]>([
  ['its message', `message = 'never happened'`],
  ['its time by a millisecond', `at = at + interval '1 millisecond'`],
  ['its actor', `actor_name = 'Carl'`],
  ['its actor to none', 'actor_id = null'],
  ['its result', `result = 'failure'`],
  ['its account', `account_id = gen_random_uuid()`],
  ['its address', `ip = '198.51.100.1'`],
  ['what was before', `before = jsonb_set(before, '{phone}', '"+46"')`],
  ['what came after', `after = after || '{"more": null}'`],
  ['what came after to nothing', 'after = null'],
  ['its time to never', `at = 'infinity'`],
])('[S-330] a row changed in %s is found and named', async (_, change) => {
  await log.attack(`update audit_event set ${change} where tree_index = 9`);
  expect(await verify(9)).toMatchObject({ verified: false, reason: 'changed', tree_index: 9, tree_size: 20 });
  expect(await verify(8)).toMatchObject({ verified: true });
  expect(await verdict()).toMatchObject({ verified: false, reason: 'changed', index: 9, id: ids[9] });
});

test('a row changed together with its own hash is found and named', async () => {
  await changeThoroughly(9, 'row');
  expect(await verify(9)).toMatchObject({ verified: false, reason: 'changed' });
  expect(await verdict()).toMatchObject({ verified: false, reason: 'changed', index: 9, id: ids[9] });
});

test('a row altered with its own hash and the tree’s leaf is found between the signed heads around it', async () => {
  await changeThoroughly(9, 'row and leaf');
  expect(await verify(9)).toMatchObject({ verified: false, reason: 'root-mismatch' });
  expect(await verdict()).toEqual({
    verified: false,
    reason: 'root-mismatch',
    index: 8,
    id: null,
    sentence:
      'Of rows 8 to 12 at least one was changed together with its hash: the checkpoint signed at 13 rows is of others.',
  });
});

test('of several changed rows the first is named', async () => {
  await log.attack(`update audit_event set message = 'x' where tree_index in (17, 4, 9)`);
  expect(await verdict()).toMatchObject({ reason: 'changed', index: 4, id: ids[4] });
});

test('a thorough change before a clumsy one is the one that is named', async () => {
  await changeThoroughly(9, 'row and leaf');
  await log.attack(`update audit_event set message = 'x' where tree_index = 15`);
  expect(await verdict()).toMatchObject({ reason: 'root-mismatch', index: 8 });
});

test('deleted rows are found: in the middle, first, with their leaf, and moved up', async () => {
  await log.attack('delete from audit_event where tree_index = 9');
  expect(await verdict()).toMatchObject({ reason: 'deleted', index: 9 });
  await log.attack('delete from audit_node where level = 0 and index = 9');
  expect(await verdict()).toMatchObject({ reason: 'deleted', index: 9 });
  await log.attack('delete from audit_event where tree_index = 0');
  expect(await verdict()).toMatchObject({ reason: 'deleted', index: 0 });
});

test('a deleted row whose gap was closed is found', async () => {
  await log.attack(
    'delete from audit_event where tree_index = 9',
    'update audit_event set tree_index = tree_index - 1 where tree_index > 9',
  );
  expect(await verdict()).toEqual({
    verified: false,
    reason: 'deleted',
    index: 9,
    id: ids[10],
    sentence: `Row 9 (event ${ids[10]}) stands where another was deleted: it belongs at row 10.`,
  });
  expect(await verify(10)).toMatchObject({ verified: false, reason: 'deleted' });
});

test('rows that changed places are found', async () => {
  await log.attack('update audit_event set tree_index = 12 - tree_index where tree_index in (3, 9)');
  expect(await verdict()).toEqual({
    verified: false,
    reason: 'reordered',
    index: 3,
    id: ids[9],
    sentence: `Row 3 (event ${ids[9]}) was moved: it belongs at row 9, and the event signed here stands at row 9.`,
  });
  expect(await verify(3)).toMatchObject({ verified: false, reason: 'changed' });
});

test('a row pushed in between is found', async () => {
  const row = auditRow(eventOf(99), log.writer);
  await log.attack('update audit_event set tree_index = tree_index + 1 where tree_index >= 9');
  await log.db
    .insertInto('audit_event')
    .values({ ...row, tree_index: 9 })
    .execute();
  expect(await verdict()).toMatchObject({ reason: 'inserted', index: 9, id: row.id });
});

test('a row put after the signed end is found', async () => {
  const row = auditRow(eventOf(99), log.writer);
  await log.db
    .insertInto('audit_event')
    .values({ ...row, tree_index: 20 })
    .execute();
  expect(await verdict()).toMatchObject({ reason: 'bad-checkpoint', index: 20, id: row.id });
  ids.push(row.id);
  expect(await verify(20)).toMatchObject({ verified: false, reason: 'bad-checkpoint', tree_index: 20 });
});

test('a row taken back to waiting is found where it is missing', async () => {
  await log.attack('update audit_event set tree_index = null where tree_index = 9');
  expect(await verify(9)).toMatchObject({ verified: false, reason: 'not-yet-sequenced' });
  expect(await verdict()).toMatchObject({ reason: 'deleted', index: 9 });
});

test('a tail cut off is found: rows alone, and rows with their nodes', async () => {
  await log.attack('delete from audit_event where tree_index >= 15');
  expect(await verdict()).toMatchObject({ reason: 'cut-off', index: 15 });
  await log.attack('delete from audit_node where (index + 1) * (1::bigint << level) > 15');
  expect(await verdict()).toMatchObject({ reason: 'cut-off', index: 15 });
  await log.attack('delete from audit_checkpoint where tree_size > 13');
  expect(await verdict()).toMatchObject({ reason: 'bad-checkpoint', index: 13 });
});

test('a log cut back whole to an older checkpoint is found with the one taken home, and only with it', async () => {
  const newest = await newestCheckpoint(log.db, log.signer);
  await log.attack(
    'delete from audit_event where tree_index >= 13',
    'delete from audit_node where (index + 1) * (1::bigint << level) > 13',
    'delete from audit_checkpoint where tree_size > 13',
  );
  expect(await verdict()).toMatchObject({ verified: true, tree_size: 13 });
  expect(await verdict(newest)).toEqual({
    verified: false,
    reason: 'cut-off',
    index: 13,
    id: null,
    sentence: 'Row 13 and all after it were cut off: the checkpoint kept elsewhere covers 20 rows.',
  });
});

test('a log begun anew after it was cut back is found with the checkpoint taken home', async () => {
  const newest = await newestCheckpoint(log.db, log.signer);
  await log.attack(
    'delete from audit_event where tree_index >= 13',
    'delete from audit_node where (index + 1) * (1::bigint << level) > 13',
    'delete from audit_checkpoint where tree_size > 13',
  );
  await log.record(9);
  // A process that never saw the log before: the others refuse.
  await log.sequence(10_000, keepHeadInMemory());
  expect(await verdict()).toMatchObject({ verified: true, tree_size: 22 });
  expect(await verdict(newest)).toEqual({
    verified: false,
    reason: 'root-mismatch',
    index: 0,
    id: null,
    sentence: 'Of rows 0 to 19 at least one was rewritten: the checkpoint kept elsewhere at 20 rows is of others.',
  });
});

test('a forged newest checkpoint is named; events are proved by the newest one that is signed', async () => {
  const forged = signCheckpoint({ size: 25, root: leafHash(Buffer.from('x')) }, attacker);
  await log.db
    .insertInto('audit_checkpoint')
    .values({ tree_size: 25, root_hash: leafHash(Buffer.from('x')), note: forged, at: log.clock.now() })
    .execute();
  expect(await verdict()).toMatchObject({
    verified: false,
    reason: 'bad-checkpoint',
    sentence: expect.stringContaining('The checkpoint at 25 rows is not signed by the key'),
  });
  expect(await verify(19)).toMatchObject({ verified: true, tree_size: 20 });
});

test('a checkpoint filed under another size is named', async () => {
  await log.attack('update audit_checkpoint set tree_size = 12 where tree_size = 13');
  expect(await verdict()).toMatchObject({
    reason: 'bad-checkpoint',
    sentence: 'The checkpoint at 12 rows was signed for another number of rows.',
  });
});

test('a change covered by a checkpoint of another key is not covered', async () => {
  await changeThoroughly(19, 'row and leaf');
  const { root_hash } = await log.db
    .selectFrom('audit_checkpoint')
    .select('root_hash')
    .where('tree_size', '=', '20')
    .executeTakeFirstOrThrow();
  const note = signCheckpoint({ size: 20, root: root_hash }, attacker);
  await log.attack(`update audit_checkpoint set note = '${note}' where tree_size = 20`);
  expect(await verify(19)).toMatchObject({ verified: false, reason: 'bad-checkpoint', tree_index: 19, tree_size: 13 });
  expect(await verdict()).toMatchObject({ verified: false, reason: 'bad-checkpoint' });
});

test('without any checkpoint of the key nothing is proved', async () => {
  await log.attack('delete from audit_checkpoint');
  expect(await verify(3)).toMatchObject({ verified: false, reason: 'bad-checkpoint', tree_index: 3, tree_size: null });
  expect(await verdict()).toMatchObject({ verified: false, reason: 'bad-checkpoint', index: 0, id: ids[0] });
});

test.each<[string, string, number]>([
  ['an inner node', `update audit_node set hash = sha256('x') where level = 3 and index = 0`, 0],
  ['a missing inner node', 'delete from audit_node where level = 1 and index = 3', 6],
  ['the copy of a leaf', `update audit_node set hash = sha256('x') where level = 0 and index = 5`, 5],
  ['a missing copy of a leaf', 'delete from audit_node where level = 0 and index = 5', 5],
])('damage to the stored tree alone is told from damage to the rows: %s', async (_, attack, index) => {
  await log.attack(attack);
  expect(await verdict()).toMatchObject({ verified: false, reason: 'damaged-tree', index });
});

test('a log that is written and sequenced while it is verified is not doubted', async () => {
  await log.load(6_000);
  await log.sequence();
  const [during] = await Promise.all([
    verdict(),
    (async () => {
      for (let round = 0; round < 10; round += 1) {
        await log.record(5);
        await log.sequence();
      }
    })(),
  ]);
  expect(during).toMatchObject({ verified: true });
});

test('the proof of one event of thousands is a dozen hashes', async () => {
  await log.load(5_000);
  await log.sequence();
  const answer = await verify(7);
  expect(answer).toMatchObject({ verified: true, tree_size: 5_020 });
  expect((answer as AuditVerification & { verified: true }).proof).toHaveLength(13);
});
