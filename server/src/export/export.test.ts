import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows, writeRow, type Value } from './copy-text.ts';
import { ExportFileError, FRAME_BYTES } from './format.ts';
import { readExport, type Part } from './reader.ts';
import { FileExists, writeWholeFile } from './whole-file.ts';
import { openExport, type Prove } from './writer.ts';

const COLUMNS = [
  { name: 'id', type: 'integer' },
  { name: 'text', type: 'text' },
];
const CREATED_AT = '2026-11-21T12:00:00.000Z';
const rowsOf = (count: number, text: string): string =>
  Array.from({ length: count }, (_, id) => writeRow([String(id), `${text} ${id}`])).join('');

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'signet-export-'))));
afterAll(() => rm(folder, { recursive: true }));

/** A file of two tables, one of them empty; rows are given in pieces of `cut` bytes. */
async function make({
  rows = rowsOf(50, 'a\tb'),
  cut = 7,
  prove,
}: { rows?: string; cut?: number; prove?: Prove } = {}) {
  const taken: Uint8Array[] = [];
  const all = Buffer.from(rows);
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < all.length; at += cut) yield all.subarray(at, at + cut);
  }
  const sink = async (bytes: Uint8Array): Promise<void> => void taken.push(bytes);
  const header = { kind: 'platform', created_at: CREATED_AT, about: { product: '1.2.3' } };
  const writer = await openExport(sink, header, prove);
  const written = await writer.table({ name: 'account', columns: COLUMNS }, pieces());
  await writer.table({ name: 'empty', columns: COLUMNS }, []);
  const digest = await writer.end({ head: null });
  return { file: Buffer.concat(taken), written, digest };
}

async function* inPieces(file: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function read(file: Buffer, size?: number): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of readExport(inPieces(file, size))) parts.push(part);
  return parts;
}

const refusal = async (file: Buffer): Promise<ExportFileError> => {
  try {
    await read(file);
  } catch (error) {
    if (error instanceof ExportFileError) return error;
    throw error;
  }
  throw new Error('The file was taken.');
};

test('what is written is read again, whatever pieces it comes in', async () => {
  const { file, written, digest } = await make({ prove: (sha256) => `mac:${sha256.length}` });
  for (const size of [1, 13, 1_000_000]) {
    const parts = await read(file, size);
    expect(parts.map((part) => part.frame)).toEqual([
      'header',
      'table',
      'rows',
      'table_end',
      'table',
      'table_end',
      'end',
      'seal',
    ]);
    expect(parts[0]).toMatchObject({ kind: 'platform', created_at: CREATED_AT, about: { product: '1.2.3' } });
    expect(parts[2]).toEqual({ frame: 'rows', rows: 50, data: Buffer.from(rowsOf(50, 'a\tb')) });
    expect(parts[3]).toEqual({ frame: 'table_end', ...written });
    expect(parts[6]).toMatchObject({ tables: 2, rows: 50, about: { head: null } });
    expect(parts[7]).toEqual({ frame: 'seal', sha256: digest, proof: 'mac:32' });
  }
});

test('rows are kept in frames of whole rows, which any gunzip opens', async () => {
  const { file } = await make({ rows: rowsOf(3, 'x'.repeat(FRAME_BYTES * 1.2)), cut: 60_000 });
  const frames = (await read(file)).filter((part) => part.frame === 'rows');
  expect(frames.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  expect([...readRows(frames[1]?.data ?? Buffer.alloc(0))]).toEqual([['1', expect.stringMatching(/^x+ 1$/)]]);
  const line = /\{"frame":"rows",[^}]*"stored":(\d+)[^}]*\}\n/.exec(file.toString('latin1'));
  const begin = (line?.index ?? 0) + (line?.[0].length ?? 0);
  expect(gunzipSync(file.subarray(begin, begin + Number(line?.[1])))).toEqual(frames[0]?.data);
});

test('a file that was cut anywhere is not taken for whole', async () => {
  const { file } = await make();
  for (let end = 0; end < file.length; end += 1) {
    const { fault } = await refusal(file.subarray(0, end));
    expect([end, fault]).toEqual([end, 'cut']);
  }
});

test('a file in which any byte was altered is refused', async () => {
  const { file } = await make({ rows: rowsOf(3, 'short') });
  for (let at = 0; at < file.length; at += 1) {
    const other = Buffer.from(file);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(['foreign', 'newer', 'altered', 'cut']).toContain((await refusal(other)).fault);
  }
  expect(await refusal(Buffer.concat([file, Buffer.from('\n')]))).toMatchObject({ fault: 'altered' });
});

test('parts that were taken out, doubled or exchanged are found, with right hashes of their own', async () => {
  const { file } = await make({ rows: rowsOf(3, 'x'.repeat(FRAME_BYTES)), cut: 100_000 });
  const text = file.toString('latin1');
  const starts = [...text.matchAll(/\{"frame":"/g)].map(({ index }) => index);
  const pieces = starts.map((start, n) => text.slice(start, starts[n + 1]));
  const other = (...order: number[]): Buffer => Buffer.from(order.map((n) => pieces[n]).join(''), 'latin1');
  expect(await read(other(...pieces.keys()))).toHaveLength(pieces.length);
  const all = [...pieces.keys()];
  const orders = [
    all.filter((n) => n !== 3),
    all.toSpliced(3, 1, 2),
    all.toSpliced(2, 2, 3, 2),
    all.filter((n) => n !== 6 && n !== 7),
    all.toSpliced(6, 0, 1, 2, 3, 4, 5),
    [0, ...all],
  ];
  for (const order of orders) expect(await refusal(other(...order))).toMatchObject({ fault: 'altered' });
});

/** The same file with another text, sealed as if it had been written so. */
function resealed(file: Buffer, ...changes: [RegExp, string][]): Buffer {
  const text = changes.reduce((all, [what, into]) => all.replace(what, into), file.toString('latin1'));
  const rest = Buffer.from(text.slice(0, text.lastIndexOf('{"frame":"seal"')), 'latin1');
  const sha256 = createHash('sha256').update(rest).digest('hex');
  return Buffer.concat([rest, Buffer.from(`${JSON.stringify({ frame: 'seal', sha256, proof: null })}\n`)]);
}

test('a frame, a table or an end that lies is found, though the seal over it is right', async () => {
  const { file } = await make();
  expect(await read(resealed(file))).toHaveLength(8);
  const digest = `"sha256":"${'0'.repeat(64)}"`;
  const lies: [RegExp, string][][] = [
    [[/(?<="stored":\d+,)"sha256":"[0-9a-f]+"/, digest]],
    [[/(?<="table_end".+)"sha256":"[0-9a-f]+"/, digest]],
    [
      [/(?<="table_end".+)"rows":50/, '"rows":49'],
      [/(?<="end".+)"rows":50/, '"rows":49'],
    ],
    [[/(?<="table_end","name":"account","rows":50,"bytes":)\d+/, '7']],
    [/(?<="frame":"rows",)/, /(?<="table_end","name":"account",)/, /(?<="end","tables":2,)/].map((before) => [
      new RegExp(`${before.source}"rows":50`),
      '"rows":49',
    ]),
    [[/"tables":2/, '"tables":1']],
    [
      [/\{"frame":"table_end","name":"empty".+\n/, ''],
      [/"tables":2/, '"tables":1'],
    ],
    [[/"tables":2/, '"tables": 2']],
    [[/(?<="end","tables":2,"rows":50,"bytes":)\d+/, '7']],
  ];
  for (const changes of lies) {
    const other = resealed(file, ...changes);
    expect(other.equals(resealed(file))).toBe(false);
    expect([changes, (await refusal(other)).fault]).toEqual([changes, 'altered']);
  }
});

test('a line without an end is given up before there is much of it', async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"frame":"header","format":"signet-export","version":1,"kind":"');
    for (; given < 64; given += 1) yield Buffer.alloc(1024 * 1024, 'x');
  }
  const parts = readExport(endless());
  await expect(parts.next()).rejects.toMatchObject({ fault: 'altered' });
  expect(given).toBeLessThan(4);
});

test('a file of a newer form and a file of something else are named as such', async () => {
  const { file } = await make();
  const newer = Buffer.from(file.toString('latin1').replace('"version":1', '"version":2'), 'latin1');
  expect(await refusal(newer)).toMatchObject({
    fault: 'newer',
    message: expect.stringContaining('signet-export/2, of a newer Signet'),
  });
  for (const text of ['PGDMP…', '{"format":"signet-audit-log/2"}\n', '\n', 'x'.repeat(3_000_000)])
    expect(await refusal(Buffer.from(text))).toMatchObject({ fault: 'foreign' });
});

test('a frame that promises more than it holds costs no memory', async () => {
  const { file } = await make();
  const lying = file.toString('latin1').replace(/"bytes":\d+,"stored"/, '"bytes":10,"stored"');
  expect(await refusal(Buffer.from(lying, 'latin1'))).toMatchObject({ fault: 'altered' });
  const huge = file.toString('latin1').replace(/"stored":\d+/, '"stored":999999999999');
  expect(await refusal(Buffer.from(huge, 'latin1'))).toMatchObject({ fault: 'altered' });
});

test('values come back as they were, whatever they hold', () => {
  const rows: Value[][] = [
    ['', null, String.raw`\N`, '\\', 'a\tb\nc\rd\be\ff\vg'],
    ['ü 漢 🔑', '\u2028', String.raw`\\x00ff`, '{"a": "\\n"}', '{NULL,"NULL"}'],
  ];
  expect([...readRows(Buffer.from(rows.map(writeRow).join('')))]).toEqual(rows);
});

test('a file has its name when it is whole, and leaves nothing when it fails', async () => {
  const file = path.join(folder, 'whole');
  // Processes of a container have the same numbers again and again.
  const left = `whole.unfinished-${process.pid}`;
  await writeFile(path.join(folder, left), 'of a process that was killed');
  await writeWholeFile(file, async (sink) => {
    await sink(Buffer.from('one '));
    const others = (await readdir(folder)).filter((one) => one !== left);
    expect(others).toEqual([expect.stringMatching(/^whole\.unfinished-/)]);
    await sink(Buffer.from('two'));
  });
  await rm(path.join(folder, left));
  expect(await readFile(file, 'utf8')).toBe('one two');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeWholeFile(file, async () => undefined)).rejects.toThrow(FileExists);
  const other = path.join(folder, 'other');
  const meanwhile = writeWholeFile(other, async (sink) => {
    await writeFile(other, 'somebody else');
    await sink(Buffer.from('late'));
  });
  await expect(meanwhile).rejects.toThrow(FileExists);
  expect(await readFile(other, 'utf8')).toBe('somebody else');
  const failing = path.join(folder, 'failing');
  await expect(
    writeWholeFile(failing, async (sink) => {
      await sink(Buffer.from('some'));
      throw new Error('ENOSPC');
    }),
  ).rejects.toThrow('ENOSPC');
  expect((await readdir(folder)).toSorted()).toEqual(['other', 'whole']);
});
