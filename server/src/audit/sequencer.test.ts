import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCheckpoint } from './checkpoint.ts';
import { append, EMPTY_TREE, rangeHash, rootOf, subtrees } from './merkle.ts';
import type { Tree } from './merkle.ts';
import { consistencyPath, verifyConsistency } from './proof.ts';
import { recordAudit } from './record.ts';
import { eventOf, openTestLog } from './testing.ts';
import type { TestLog } from './testing.ts';
import { readNodes } from './tree-store.ts';
import { verifyEvent, verifyLog } from './verify.ts';

let log: TestLog;
beforeEach(async () => {
  log = await openTestLog();
});
afterEach(() => log.close());

const events = () =>
  log.db
    .selectFrom('audit_event')
    .select(['id', 'tree_index', 'leaf_hash'])
    .where('tree_index', 'is not', null)
    .orderBy('tree_index')
    .execute();
const checkpoints = () => log.db.selectFrom('audit_checkpoint').selectAll().orderBy('tree_size').execute();

test('committed events get consecutive places in the order of time and id', async () => {
  const [third, first, second] = [eventOf(9), eventOf(1), eventOf(1)];
  for (const event of [third, second, first]) await recordAudit(log.db, event, log.writer);
  expect(await log.sequence()).toBe(3);
  expect((await events()).map(({ id, tree_index }) => [id, tree_index])).toEqual([
    [first.id, '0'],
    [second.id, '1'],
    [third.id, '2'],
  ]);
  expect(await log.sequence()).toBe(0);
});

test('each run signs the head of the tree of all events so far, and logs it outside the database', async () => {
  for (const count of [1, 2, 5, 8]) {
    await log.record(count);
    expect(await log.sequence()).toBe(count);
  }
  const leaves = (await events()).map(({ leaf_hash }) => leaf_hash);
  const heads = (await checkpoints()).map(({ note, tree_size, root_hash }) => ({
    note,
    tree_size,
    root_hash,
    opened: openCheckpoint(note, log.signer),
  }));
  expect(heads.map(({ tree_size }) => tree_size)).toEqual(['1', '3', '8', '16']);
  for (const { opened, root_hash, tree_size } of heads) {
    const root = rootOf(
      leaves.slice(0, Number(tree_size)).reduce<Tree>((tree, leaf) => append(tree, leaf), EMPTY_TREE),
    );
    expect(opened).toEqual({ ok: true, checkpoint: { origin: log.signer.name, size: Number(tree_size), root } });
    expect(root_hash).toEqual(root);
  }
  expect(log.lines.map((line) => line['checkpoint'])).toEqual(heads.map(({ note }) => note));
});

test('stored nodes prove that each checkpoint continues the ones before it', async () => {
  for (const count of [3, 4, 6, 20]) {
    await log.record(count);
    await log.sequence();
  }
  const heads = (await checkpoints()).map((row) => ({ size: Number(row.tree_size), root: row.root_hash }));
  for (const first of heads) {
    for (const second of heads.filter(({ size }) => size > first.size)) {
      const path = consistencyPath(first.size, second.size);
      const get = await readNodes(log.db, path.flatMap(subtrees));
      expect(
        verifyConsistency(
          first,
          second,
          path.map((range) => rangeHash(range, get)),
        ),
      ).toBe(true);
    }
  }
});

test('takes at most a batch, and goes on where it stopped', async () => {
  await log.record(25);
  expect([await log.sequence(10), await log.sequence(10), await log.sequence(10), await log.sequence(10)]).toEqual([
    10, 10, 5, 0,
  ]);
  expect((await events()).map(({ tree_index }) => Number(tree_index))).toEqual([...Array(25).keys()]);
});

test('events of an open transaction wait; they get their place after those that committed first', async () => {
  const early = eventOf(0);
  const [late = ''] = await log.db.transaction().execute(async (tx) => {
    await recordAudit(tx, early, log.writer);
    const ids = await log.record(1);
    expect(await log.sequence()).toBe(1);
    return ids;
  });
  expect(await log.sequence()).toBe(1);
  expect((await events()).map(({ id }) => id)).toEqual([late, early.id]);
});

test('while one process sequences, the others return at once', async () => {
  await log.record(5);
  await log.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7346022)`.execute(tx);
    expect(await log.sequence()).toBe(0);
  });
  expect(await log.sequence()).toBe(5);
});

test('many sequencers beside many writers lose, double and disorder nothing', async () => {
  const write = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) await log.record(3);
  };
  const sequenced = async (): Promise<number> => {
    let count = 0;
    for (let round = 0; round < 15; round += 1) count += await log.sequence(7);
    return count;
  };
  const [, , ...counts] = await Promise.all([write(), write(), sequenced(), sequenced(), sequenced()]);
  let count = counts.reduce((sum, one) => sum + one, 0);
  for (let more = 1; more > 0; count += more) more = await log.sequence();
  expect(count).toBe(60);
  expect((await events()).map(({ tree_index }) => Number(tree_index))).toEqual([...Array(60).keys()]);
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ verified: true, tree_size: 60 });
});

test('a run that fails leaves nothing behind', async () => {
  await log.record(3);
  const { sequence } = await import('./sequencer.ts');
  const mute = {
    ...log.signer,
    sign: () => {
      throw new Error('the key is out of reach');
    },
  };
  await expect(sequence(log.db, { ...log.sequencing, signer: mute })).rejects.toThrow('the key is out of reach');
  expect([await events(), await checkpoints()]).toEqual([[], []]);
  expect(await log.sequence()).toBe(3);
});

test('10,000 events take few queries, and none for each row', async () => {
  await log.load(10_000);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  expect(await log.sequence()).toBe(10_000);
  const asked = queries.mock.calls.length;
  queries.mockRestore();
  // That it is counted at all.
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(30);
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({ verified: true, tree_size: 10_000 });
});

test('a row changed before it was sequenced enters with the hash it was written with, and never verifies', async () => {
  const [, altered = ''] = await log.record(3);
  await log.attack(`update audit_event set message = 'never happened' where id = '${altered}'`);
  const before = await log.db
    .selectFrom('audit_event')
    .select('leaf_hash')
    .where('id', '=', altered)
    .executeTakeFirstOrThrow();
  expect(await log.sequence()).toBe(3);
  expect((await events())[1]).toEqual({ id: altered, tree_index: '1', leaf_hash: before.leaf_hash });
  const leaf = await log.db
    .selectFrom('audit_node')
    .select('hash')
    .where('level', '=', 0)
    .where('index', '=', '1')
    .executeTakeFirstOrThrow();
  expect(leaf.hash).toEqual(before.leaf_hash);
  expect(log.lines).toContainEqual(expect.objectContaining({ level: 40, events: [altered], count: 1 }));
  expect(await verifyEvent(log.db, altered, log.verifying)).toMatchObject({ verified: false, reason: 'changed' });
  expect(await verifyLog(log.db, log.verifying)).toMatchObject({
    verified: false,
    reason: 'changed',
    index: 1,
    id: altered,
  });
});

test.each<[string, string, string]>([
  [
    'an inner node was changed',
    `update audit_node set hash = sha256('x') where level = 2 and index = 0`,
    'Its stored tree is not the one signed at 6 events',
  ],
  [
    'an inner node was deleted',
    'delete from audit_node where level = 2 and index = 0',
    'The tree has no node 0 at level 2',
  ],
  [
    'the newest checkpoint was forged',
    `update audit_checkpoint set note = replace(note, E'\\n6\\n', E'\\n7\\n')`,
    'Its checkpoint of 6 events is not signed by its key',
  ],
  [
    'the newest checkpoint was moved',
    'update audit_checkpoint set tree_size = 600 where tree_size = 6',
    'Its checkpoint of 600 events is not signed by its key',
  ],
  [
    'the newest checkpoint was deleted',
    'delete from audit_checkpoint where tree_size = 6',
    'It goes on beyond the 3 events of its newest checkpoint',
  ],
  [
    'all checkpoints were deleted',
    'delete from audit_checkpoint',
    'It goes on beyond the 0 events of its newest checkpoint',
  ],
  [
    'a row claims a later place',
    `update audit_event set tree_index = 9 where tree_index = 5`,
    'It goes on beyond the 6 events of its newest checkpoint',
  ],
])('nothing is signed on top of a log in which %s', async (_, attack, why) => {
  await log.record(3);
  await log.sequence();
  await log.record(3);
  await log.sequence();
  await log.record(1);
  await log.attack(attack);
  const before = await checkpoints();
  await expect(log.sequence()).rejects.toThrow(why);
  expect(await checkpoints()).toEqual(before);
});
