import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { FORMAT, FORMAT_VERSION, FRAME_BYTES, MOST_FRAME_BYTES } from './format.ts';
import type { About, Frame, Header, Table, TableEnd } from './format.ts';

/** Takes the bytes of the file in order, and resolves once it can take more. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Proves who wrote the file, from the SHA-256 of all that it says: printable ASCII without spaces; null for nobody. */
export type Prove = (sha256: Buffer) => string | null;

/** How much has been written; `stored` counts the bytes of the file, `bytes` those of the rows in it. */
export type Written = { tables: number; rows: number; bytes: number; stored: number };

export type ExportWriter = {
  /** Writes a table: its rows as COPY writes them in text format, in pieces cut anywhere. */
  table(
    table: Pick<Table, 'name' | 'columns'>,
    rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<Omit<TableEnd, 'frame'>>;
  /** Writes what makes the file whole; answers the SHA-256 of what it says, in hex. */
  end(about: About): Promise<string>;
  /** For progress, at any time. */
  written(): Written;
};

const compress = promisify(gzip);
/** Half as fast as the least, and a tenth smaller than it; more takes much longer and saves little. */
const COMPRESSION = { level: 4 };
const LINE_END = 0x0a;

/** Begins an export. At most some frames of rows are in memory at a time. */
export async function openExport(
  sink: Sink,
  header: Omit<Header, 'frame' | 'format' | 'version'>,
  prove: Prove = () => null,
): Promise<ExportWriter> {
  const whole = createHash('sha256');
  const total: Written = { tables: 0, rows: 0, bytes: 0, stored: 0 };
  const put = async (bytes: Uint8Array): Promise<void> => {
    whole.update(bytes);
    total.stored += bytes.length;
    await sink(bytes);
  };
  const line = (frame: Frame): Promise<void> => put(lineOf(frame));

  await line({ frame: 'header', format: FORMAT, version: FORMAT_VERSION, ...header });
  return {
    async table({ name, columns }, rows) {
      await line({ frame: 'table', name, columns });
      const content = createHash('sha256');
      const sums = { rows: 0, bytes: 0 };
      for await (const { data, count } of wholeRows(rows, name)) {
        content.update(data);
        await putRows(put, data, count);
        sums.rows += count;
        sums.bytes += data.length;
        total.rows += count;
        total.bytes += data.length;
      }
      total.tables += 1;
      const end = { name, ...sums, sha256: hex(content) };
      await line({ frame: 'table_end', ...end });
      return end;
    },
    async end(about) {
      const { tables, rows, bytes } = total;
      await line({ frame: 'end', tables, rows, bytes, about });
      const sha256 = whole.digest();
      const seal = lineOf({ frame: 'seal', sha256: sha256.toString('hex'), proof: prove(sha256) });
      total.stored += seal.length;
      await sink(seal);
      return sha256.toString('hex');
    },
    written: () => ({ ...total }),
  };
}

async function putRows(put: Sink, data: Buffer, rows: number): Promise<void> {
  const stored = await compress(data, COMPRESSION);
  const sha256 = hex(createHash('sha256').update(data));
  const line = lineOf({ frame: 'rows', rows, bytes: data.length, stored: stored.length, sha256 });
  await put(Buffer.concat([line, stored, Buffer.of(LINE_END)]));
}

const lineOf = (frame: Frame): Buffer => Buffer.from(`${JSON.stringify(frame)}\n`);
const hex = (hash: Hash): string => hash.digest('hex');

/** The same bytes in frames of whole rows, each with how many it has. */
async function* wholeRows(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  table: string,
): AsyncGenerator<{ data: Buffer; count: number }> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    const last = size < FRAME_BYTES ? -1 : piece.lastIndexOf(LINE_END);
    if (last < 0 && size > MOST_FRAME_BYTES)
      throw new Error(`The table ${table} has a row that is too large for a file of this form.`);
    if (last < 0) continue;
    const all = Buffer.concat(held);
    const cut = size - piece.length + last + 1;
    yield { data: all.subarray(0, cut), count: rowsIn(all.subarray(0, cut)) };
    held = cut === size ? [] : [all.subarray(cut)];
    size -= cut;
  }
  if (size === 0) return;
  const data = Buffer.concat(held);
  if (data.at(-1) !== LINE_END) throw new Error(`The last row of the table ${table} has no end.`);
  yield { data, count: rowsIn(data) };
}

/** How many rows there are in the text format of COPY, in which a line end is nothing but the end of a row. */
export function rowsIn(data: Uint8Array): number {
  let count = 0;
  for (let at = data.indexOf(LINE_END); at >= 0; at = data.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}
