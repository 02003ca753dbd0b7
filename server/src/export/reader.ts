import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openBytes, type Bytes } from './bytes.ts';
import { ExportFileError, FORMAT, FORMAT_VERSION, frame as frameSchema, MOST_LINE_BYTES } from './format.ts';
import type { End, Frame, Header, Seal, Table, TableEnd } from './format.ts';
import { rowsIn } from './writer.ts';

/** What an export says, in its order; `data` are rows as COPY writes them in text format, each with its line end. */
export type Part = Header | Table | { frame: 'rows'; rows: number; data: Buffer } | TableEnd | End | Seal;

const decompress = promisify(gunzip);
const altered = (what: string): ExportFileError => new ExportFileError('altered', `The file was altered: ${what}.`);

/** What must come next. */
type State = {
  table: Table | null;
  sums: { rows: number; bytes: number };
  content: ReturnType<typeof createHash>;
  total: { tables: number; rows: number; bytes: number };
  names: Set<string>;
};

/**
 * The parts of an export, header first and seal last, each once it has been found to be as it was written; that none is
 * missing, and none was put in, is known when the seal is answered. Throws ExportFileError. Whose proof the seal
 * carries is for the caller to judge. One frame of rows is in memory at a time.
 */
export async function* readExport(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const bytes = openBytes(source, MOST_LINE_BYTES);
  yield await readHeader(bytes);
  const state: State = {
    table: null,
    sums: { rows: 0, bytes: 0 },
    content: createHash('sha256'),
    total: { tables: 0, rows: 0, bytes: 0 },
    names: new Set(),
  };
  for (;;) {
    const next = parse(await bytes.line(), bytes);
    if (next.frame === 'end') {
      judgeEnd(next, state);
      yield next;
      break;
    }
    yield await take(next, state, bytes);
  }
  yield await readSeal(bytes);
}

async function take(next: Frame, state: State, bytes: Bytes): Promise<Part> {
  if (next.frame === 'table' && state.table === null && !state.names.has(next.name)) {
    state.table = next;
    state.names.add(next.name);
    state.sums = { rows: 0, bytes: 0 };
    state.content = createHash('sha256');
    return next;
  }
  if (next.frame === 'rows' && state.table) {
    const data = await readRows(next, state.table.name, bytes);
    state.content.update(data);
    state.sums = { rows: state.sums.rows + next.rows, bytes: state.sums.bytes + next.bytes };
    return { frame: 'rows', rows: next.rows, data };
  }
  if (next.frame === 'table_end' && state.table?.name === next.name) {
    const { rows, bytes: size } = state.sums;
    if (next.rows !== rows || next.bytes !== size || next.sha256 !== state.content.digest('hex'))
      throw altered(`the table ${next.name} is not as it was written`);
    const { total } = state;
    state.total = { tables: total.tables + 1, rows: total.rows + rows, bytes: total.bytes + size };
    state.table = null;
    return next;
  }
  throw altered('its parts are not in their order');
}

function judgeEnd(end: End, { table, total }: State): void {
  const isWhole = end.tables === total.tables && end.rows === total.rows && end.bytes === total.bytes;
  if (table !== null || !isWhole) throw altered('it does not hold what it says at its end');
}

async function readRows(
  { rows, bytes: size, stored, sha256 }: Extract<Frame, { frame: 'rows' }>,
  table: string,
  bytes: Bytes,
): Promise<Buffer> {
  const packed = await bytes.take(stored);
  const end = await bytes.take(1);
  const broken = (): ExportFileError => altered(`rows of the table ${table} are not as they were written`);
  if (end[0] !== 0x0a) throw broken();
  const data = await decompress(packed, { maxOutputLength: size }).catch(() => {
    throw broken();
  });
  const isWritten = data.length === size && createHash('sha256').update(data).digest('hex') === sha256;
  if (!isWritten || data.at(-1) !== 0x0a || rowsIn(data) !== rows) throw broken();
  return data;
}

/** A line that is not exactly what a writer writes is altered, whatever it means. */
function parse(line: string, bytes: Bytes): Frame {
  const value = readJson(line);
  const read = frameSchema.safeParse(value);
  if (!read.success || JSON.stringify(value) !== line)
    throw altered(`what stands before byte ${bytes.position()} can't be read`);
  return read.data;
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function readHeader(bytes: Bytes): Promise<Header> {
  const foreign = new ExportFileError('foreign', 'This is no file that Signet has written.');
  const line = await bytes.line().catch((error: unknown) => {
    const seen = bytes.seen();
    throw seen.startsWith(BEGINNING) || BEGINNING.startsWith(seen) ? error : foreign;
  });
  if (!line.startsWith(BEGINNING)) throw foreign;
  const value = readJson(line);
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new ExportFileError(
      'newer',
      `The file has the form ${FORMAT}/${version}, of a newer Signet than this one, which reads ` +
        `${FORMAT}/${FORMAT_VERSION}: bring this one up to date first.`,
    );
  const header = parse(line, bytes);
  if (header.frame !== 'header') throw foreign;
  return header;
}

const BEGINNING = `{"frame":"header","format":"${FORMAT}","version":`;

async function readSeal(bytes: Bytes): Promise<Seal> {
  const sha256 = bytes.digest();
  const seal = parse(await bytes.line(), bytes);
  if (seal.frame !== 'seal') throw altered('its parts are not in their order');
  if (seal.sha256 !== sha256) throw altered('it is not the one that was sealed at its end');
  if (!(await bytes.isAtEnd())) throw altered('something stands behind its end');
  return seal;
}
