import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { exportLog } from './export.ts';
import { canonicalJson } from './leaf.ts';
import { append, EMPTY_TREE, leafHash, rootOf } from './merkle.ts';
import { formatVerifierKey, noteSigner } from './note.ts';
import type { NoteSigner } from './note.ts';
import { openTestLog, ORIGIN } from './testing.ts';
import type { TestLog } from './testing.ts';
import { NotAnExport, verifyExport } from './verify-export.ts';
import { verifyFile } from './verify-file.ts';

let log: TestLog;
let folder: string;
/** Header, rows 0 to 19 with checkpoints after rows 7, 12 and 19. */
let exported: string[];
/** Checkpoints taken home at 8 and at 20 rows. */
let home: { first: string; last: string };
const attacker = noteSigner(ORIGIN, generateKeyPairSync('ed25519').privateKey);

beforeAll(async () => {
  log = await openTestLog();
  folder = await mkdtemp(join(tmpdir(), 'signet-export-'));
  for (const count of [8, 5, 7]) {
    await log.record(count, { message: 'ünïcode 日本 😀 \u2028', after: { n: 1e21, z: null, a: [{}] } });
    await log.sequence();
  }
  exported = await linesOf(log);
  const notes = exported.flatMap((line) => JSON.parse(line).checkpoint ?? []);
  home = { first: notes[0], last: notes.at(-1) };
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

async function linesOf(from: TestLog): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLog(from.db, from.verifying)) lines.push(line);
  return lines;
}

/** Where row `index` stands in the file; -1 for a row that does not. */
const lineOf = (lines: string[], index: number): number => lines.findIndex((line) => JSON.parse(line).index === index);

type Row = {
  index: number;
  leaf: string;
  event: { id: string; actor_name: string; message: string; note?: string; before: { number: number } } | null;
};

const rowOf = (index: number): Row & { event: NonNullable<Row['event']> } =>
  JSON.parse(exported[lineOf(exported, index)]!);

/** A row's line with some of its values replaced, still canonical. */
function edited(line: string, change: (row: ReturnType<typeof rowOf>) => unknown): string {
  const row = JSON.parse(line);
  change(row);
  return canonicalJson(row);
}

/** The lines with row `index` edited. */
function withRow(index: number, change: (row: ReturnType<typeof rowOf>) => unknown): string[] {
  return exported.with(lineOf(exported, index), edited(exported[lineOf(exported, index)]!, change));
}

/** The lines numbered and hashed afresh, as an attacker who edits the file does. */
function renumbered(lines: string[]): string[] {
  let index = 0;
  return lines.map((line) => (JSON.parse(line).event ? edited(line, (row) => (row.index = index++)) : line));
}

function rehash(row: Row): void {
  row.leaf = leafHash(Buffer.from(canonicalJson(row.event))).toString('base64');
}

/** The whole file made consistent again under a key of the attacker's own. */
function resigned(lines: string[], signer: NoteSigner): string[] {
  let tree = EMPTY_TREE;
  return lines.map((line) => {
    const value = JSON.parse(line);
    if (value.format) return canonicalJson({ ...value, public_key: formatVerifierKey(signer) });
    if (value.checkpoint)
      return canonicalJson({ checkpoint: signCheckpoint({ size: tree.size, root: rootOf(tree) }, signer) });
    rehash(value);
    delete value.nodes;
    tree = append(tree, Buffer.from(value.leaf, 'base64'));
    return canonicalJson(value);
  });
}

const verdict = (lines: string[], known = {}) => verifyExport(lines, { key: log.signer, ...known });

test('an export is a header, the rows in tree order, each checkpoint after its last row', () => {
  const kinds = exported.map((line) => Object.keys(JSON.parse(line)).join());
  // Every second leaf completes inner nodes.
  const row = (index: number): string => (index % 2 === 1 ? 'event,index,leaf,nodes' : 'event,index,leaf');
  const rows = Array.from({ length: 20 }, (_, index) => row(index));
  expect(kinds).toEqual([
    'format,kept,origin,public_key',
    ...rows.slice(0, 8),
    'checkpoint,size',
    ...rows.slice(8, 13),
    'checkpoint,size',
    ...rows.slice(13),
    'checkpoint,size',
  ]);
  expect(JSON.parse(exported[0]!)).toEqual({
    format: 'signet-audit-log/2',
    origin: ORIGIN,
    public_key: formatVerifierKey(log.signer),
    kept: null,
  });
});

test('an export proves itself, and contains every checkpoint taken home', async () => {
  for (const checkpoints of [[], [home.first], [home.last], [home.last, home.first]]) {
    expect(await verdict(exported, { checkpoints })).toMatchObject({
      verified: true,
      tree_size: 20,
      checkpoint: home.last,
    });
  }
});

test('an export of the first form, as people took it home, is still proved and still found wrong', async () => {
  const first = exported.map((line) => {
    const { kept: _kept, size: _size, nodes: _nodes, hash: _hash, ...value } = JSON.parse(line);
    return canonicalJson(value.format ? { ...value, format: 'signet-audit-log/1' } : value);
  });
  expect(await verdict(first, { checkpoints: [home.first] })).toMatchObject({ verified: true, tree_size: 20 });
  const changed = first.with(
    5,
    edited(first[5]!, (row) => (row.event.actor_name = 'Carl')),
  );
  expect(await verdict(changed)).toMatchObject({ verified: false, reason: 'changed', index: 4 });
});

test('an export of many pages proves itself', async () => {
  const large = await openTestLog();
  await large.load(4_500);
  await large.sequence();
  expect(await verifyExport(exportLog(large.db, large.verifying))).toMatchObject({ verified: true, tree_size: 4_500 });
  await large.close();
});

test.each<[string, () => string[], { reason: string; index: number | null; sentence?: string }]>([
  ['a row changed', () => withRow(9, (row) => (row.event.actor_name = 'Carl')), { reason: 'changed', index: 9 }],
  ['a row given another field', () => withRow(9, (row) => (row.event.note = 'x')), { reason: 'changed', index: 9 }],
  [
    'a number changed in its last digit',
    () => withRow(9, (row) => (row.event.before.number += 1)),
    { reason: 'changed', index: 9 },
  ],
  [
    'a row changed with its hash',
    () => withRow(9, (row) => ((row.event.actor_name = 'Carl'), rehash(row))),
    { reason: 'root-mismatch', index: 8 },
  ],
  ['a row emptied', () => withoutEvent(9), { reason: 'deleted', index: 9 }],
  ['the last row emptied', () => withoutEvent(19), { reason: 'cut-off', index: 19 }],
  ['a row deleted', () => exported.toSpliced(lineOf(exported, 9), 1), { reason: 'deleted', index: 9 }],
  ['the first row deleted', () => exported.toSpliced(lineOf(exported, 0), 1), { reason: 'deleted', index: 0 }],
  [
    'the last row before a checkpoint deleted',
    () => exported.toSpliced(lineOf(exported, 7), 1),
    { reason: 'deleted', index: 7 },
  ],
  [
    'a row deleted and the rest renumbered',
    () => renumbered(exported.toSpliced(lineOf(exported, 9), 1)),
    { reason: 'deleted', index: 8 },
  ],
  ['two rows swapped', () => swapped(exported, 3, 4), { reason: 'reordered', index: 3 }],
  ['two rows swapped and renumbered', () => renumbered(swapped(exported, 3, 4)), { reason: 'root-mismatch', index: 0 }],
  ['two events swapped under their numbers and hashes', () => swapEvents(3, 14), { reason: 'reordered', index: 3 }],
  [
    'a row twice',
    () => exported.toSpliced(lineOf(exported, 9), 0, exported[lineOf(exported, 9)]!),
    { reason: 'inserted', index: 9 },
  ],
  [
    'a row inserted and the rest renumbered',
    () => renumbered(exported.toSpliced(lineOf(exported, 9), 0, forgedRow())),
    { reason: 'inserted', index: 8 },
  ],
  [
    'a row added at the end',
    () => renumbered(exported.toSpliced(-1, 0, forgedRow())),
    { reason: 'inserted', index: 20 },
  ],
  [
    'the tail cut off before the checkpoint',
    () => [...exported.slice(0, lineOf(exported, 17)), exported.at(-1)!],
    { reason: 'cut-off', index: 17 },
  ],
  [
    'the tail cut off with its checkpoint',
    () => exported.slice(0, lineOf(exported, 17)),
    { reason: 'bad-checkpoint', index: null },
  ],
  ['all rows cut off', () => [exported[0]!, exported.at(-1)!], { reason: 'cut-off', index: 0 }],
  ['all lines but the header cut off', () => exported.slice(0, 1), { reason: 'bad-checkpoint', index: null }],
  [
    'a hash beside a row changed',
    () => withRow(9, (row) => (row.leaf = leafHash(Buffer.from('x')).toString('base64'))),
    { reason: 'damaged-tree', index: 9 },
  ],
  [
    'a line that is not JSON',
    () => exported.with(5, '{'),
    { reason: 'changed', index: null, sentence: 'Line 6 of the export was changed: it is not what an export writes.' },
  ],
  [
    'a line in which a key stands twice',
    () => exported.with(5, exported[5]!.replace('"action":', '"action":"CREATE","action":')),
    { reason: 'changed', index: null },
  ],
  [
    'a line with a number that no reader keeps',
    () => exported.with(5, exported[5]!.replace('"n":1e+21', '"n":1000000000000000000001')),
    { reason: 'changed', index: null },
  ],
  ['a line of spaces', () => exported.toSpliced(5, 0, ' '), { reason: 'changed', index: null }],
  [
    'a changed row before a line that is not JSON',
    () => withRow(2, (row) => (row.event.message = 'x')).with(9, '{'),
    { reason: 'changed', index: 2 },
  ],
])('an export with %s does not prove itself', async (_, lines, expected) => {
  expect(await verdict(lines())).toMatchObject({ verified: false, ...expected });
});

function swapped(lines: string[], a: number, b: number): string[] {
  const [first, second] = [lineOf(lines, a), lineOf(lines, b)];
  return lines.with(first, lines[second]!).with(second, lines[first]!);
}

function swapEvents(a: number, b: number): string[] {
  return exported
    .with(lineOf(exported, a), canonicalJson({ ...rowOf(a), event: rowOf(b).event }))
    .with(lineOf(exported, b), canonicalJson({ ...rowOf(b), event: rowOf(a).event }));
}

function withoutEvent(index: number): string[] {
  return exported.with(lineOf(exported, index), canonicalJson({ ...rowOf(index), event: null }));
}

function forgedRow(): string {
  return edited(
    exported[lineOf(exported, 9)]!,
    (row) => ((row.event.id = '0192f0c1-0000-7000-8000-00000000ffff'), rehash(row)),
  );
}

test('a checkpoint signed by somebody else, or altered, is named', async () => {
  const size = 20;
  const stranger = canonicalJson({ checkpoint: signCheckpoint({ size, root: leafHash(Buffer.from('x')) }, attacker) });
  expect(await verdict(exported.with(exported.length - 1, stranger))).toMatchObject({
    verified: false,
    reason: 'bad-checkpoint',
    sentence: expect.stringContaining('is not signed by the key'),
  });
  const note: string = home.last;
  const altered = canonicalJson({ checkpoint: note.replace('\n20\n', '\n19\n') });
  expect(await verdict(exported.with(exported.length - 1, altered))).toMatchObject({
    verified: false,
    reason: 'bad-checkpoint',
    sentence: expect.stringContaining('forged signature'),
  });
  expect(await verdict(exported.with(9, stranger))).toMatchObject({ verified: false, reason: 'bad-checkpoint' });
});

test('a log signed anew from beginning to end proves itself only to someone who does not know the key', async () => {
  const rewritten = resigned(
    withRow(9, (row) => (row.event.actor_name = 'Carl')),
    attacker,
  );
  expect(await verifyExport(rewritten)).toMatchObject({ verified: true, tree_size: 20 });
  expect(await verdict(rewritten)).toMatchObject({
    verified: false,
    reason: 'swapped-key',
    sentence: expect.stringContaining(formatVerifierKey(log.signer)),
  });
  expect(await verifyExport(rewritten, { checkpoints: [home.first] })).toMatchObject({
    verified: false,
    reason: 'swapped-key',
  });
});

test('a log cut back to an older checkpoint of its own is found with the one taken home', async () => {
  const cut = exported.slice(0, 1 + 8 + 1);
  expect(await verdict(cut)).toMatchObject({ verified: true, tree_size: 8 });
  expect(await verdict(cut, { checkpoints: [home.first] })).toMatchObject({ verified: true });
  expect(await verdict(cut, { checkpoints: [home.last] })).toEqual(
    expect.objectContaining({
      reason: 'cut-off',
      index: 8,
      sentence: 'Row 8 and all after it were cut off: the checkpoint kept elsewhere covers 20 rows.',
    }),
  );
});

test('a past rewritten by someone who holds the key is found with the checkpoint taken home', async () => {
  const rewritten = resigned(
    withRow(2, (row) => (row.event.actor_name = 'Carl')),
    log.signer,
  );
  expect(await verdict(rewritten)).toMatchObject({ verified: true });
  for (const checkpoint of [home.first, home.last]) {
    expect(await verdict(rewritten, { checkpoints: [checkpoint] })).toMatchObject({
      verified: false,
      reason: 'root-mismatch',
      index: 0,
    });
  }
});

test('what an attacker does in the database is found in the export of it', async () => {
  const attacked = await openTestLog();
  const ids = await attacked.record(10);
  await attacked.sequence();
  await attacked.attack(
    `update audit_event set actor_name = 'Carl' where tree_index = 4`,
    'delete from audit_event where tree_index = 6',
  );
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({ reason: 'changed', index: 4, id: ids[4] });
  await attacked.attack(`update audit_event set at = 'infinity' where tree_index = 2`);
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({ reason: 'changed', index: 2, id: ids[2] });
  const note = signCheckpoint({ size: 2 ** 40, root: leafHash(Buffer.from('x')) }, attacker);
  await attacked.attack(
    `update audit_event set tree_index = tree_index + 100`,
    `insert into audit_checkpoint values (${2 ** 40}, sha256('x'), '${note}', now())`,
  );
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({ verified: false, reason: 'reordered', index: 0 });
  await attacked.close();
});

test('a forged checkpoint far beyond the log is exported and named, not walked to', async () => {
  const attacked = await openTestLog();
  await attacked.record(3);
  await attacked.sequence();
  const note = signCheckpoint({ size: 2 ** 40, root: leafHash(Buffer.from('x')) }, attacker);
  await attacked.attack(`insert into audit_checkpoint values (${2 ** 40}, sha256('x'), '${note}', now())`);
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({ verified: false, reason: 'bad-checkpoint' });
  await attacked.close();
});

test('rows that claim a place beyond the newest checkpoint are exported and named, not walked to', async () => {
  const attacked = await openTestLog();
  await attacked.record(3);
  await attacked.sequence();
  await attacked.record(2);
  await attacked.sequence();
  await attacked.attack('delete from audit_checkpoint where tree_size = 5');
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({
    verified: false,
    reason: 'bad-checkpoint',
    sentence: expect.stringMatching(/^Row 3 \(event .*\) stands beyond the 3 rows that are signed/),
  });
  await attacked.attack(
    `update audit_event set tree_index = ${2 ** 40} where tree_index = 3`,
    'delete from audit_event where tree_index = 4',
  );
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({
    verified: false,
    reason: 'bad-checkpoint',
    index: 2 ** 40,
    sentence: expect.stringMatching(/stands beyond the 3 rows that are signed: no checkpoint covers it\.$/),
  });
  await attacked.attack('delete from audit_checkpoint');
  expect(await verifyExport(await linesOf(attacked))).toMatchObject({ verified: false });
  await attacked.close();
});

test.each([
  ['an empty file', []],
  ['something else', ['{"hello":"world"}']],
  ['a header without a key', [canonicalJson({ format: 'signet-audit-log/1', origin: ORIGIN, public_key: 'x' })]],
])('%s is not an export', async (_, lines) => {
  await expect(verifyExport(lines)).rejects.toThrow(NotAnExport);
});

let ending = '\n';

async function command(lines: string[], ...args: string[]): Promise<{ code: number; output: string }> {
  const file = join(folder, 'export.ndjson');
  await writeFile(file, `${lines.join(ending)}${ending}`);
  let output = '';
  const code = await verifyFile([file, ...args], (text) => (output += text));
  return { code, output };
}

test('the command proves an export, with the key and a checkpoint kept elsewhere', async () => {
  const key = formatVerifierKey(log.signer);
  const checkpointFile = join(folder, 'checkpoint.txt');
  await writeFile(checkpointFile, home.first.replaceAll('\n', '\r\n').trimEnd());
  expect(await command(exported, '--key', key, '--checkpoint', checkpointFile)).toEqual({
    code: 0,
    output:
      'Proved: all 20 rows are as they were signed.\nThe checkpoint taken home is contained in the log.\n' +
      `Signed with the key you gave, ${key}.\n`,
  });
  expect(await command(exported)).toEqual({
    code: 0,
    output: expect.stringContaining('compare it with the one you know'),
  });
});

test('a file whose line ends an editor or a mail program changed is still proved', async () => {
  ending = '\r\n';
  expect(await command(exported)).toMatchObject({ code: 0 });
  ending = '\n';
});

test('the command names the first bad row in one sentence and ends with 1', async () => {
  const { event } = rowOf(9);
  expect(await command(withRow(9, (row) => (row.event.actor_name = 'Carl')))).toEqual({
    code: 1,
    output: `Not proved. Row 9 (event ${event.id}) was changed: its content is not what was recorded.\n`,
  });
});

test('the command ends with 2 and one sentence when there is nothing to verify', async () => {
  expect(await command(['{}'])).toEqual({
    code: 2,
    output: 'The first line is not the header of an audit log export (signet-audit-log/2).\n',
  });
  const run = async (...args: string[]) => {
    let output = '';
    return { code: await verifyFile(args, (text) => (output += text)), output };
  };
  expect(await run()).toEqual({ code: 2, output: expect.stringContaining('Name one exported file.') });
  expect(await run('a', 'b')).toEqual({ code: 2, output: expect.stringContaining('Name one exported file.') });
  expect(await run('--wrong')).toEqual({ code: 2, output: expect.stringContaining("Unknown option '--wrong'") });
  expect(await run(join(folder, 'missing'))).toEqual({
    code: 2,
    output: expect.stringContaining('The export could not be read: ENOENT'),
  });
  expect(await command(exported, '--key', 'x')).toEqual({
    code: 2,
    output: expect.stringContaining('The value of --key is not a key'),
  });
  expect(await command(exported, '--checkpoint', join(folder, 'missing'))).toEqual({
    code: 2,
    output: expect.stringContaining('The checkpoint could not be read'),
  });
});
