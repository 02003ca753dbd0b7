/**
 * The file in which rows leave a platform: a backup of all of it, or one account on its way to another platform.
 * docs/backup-format.md describes it byte by byte. Nothing in this folder knows what rows mean.
 *
 * - writer.ts: `openExport(sink, header, prove)`, then `table(…, rows)` for each table and `end(about)`; whole-file.ts
 *   makes the sink, a file that is there whole or not at all.
 * - reader.ts: `readExport(bytes)` answers the frames in order, each judged before it is answered. What `rows` frames
 *   say is only known to be whole once `seal` has come: do nothing final before.
 * - copy-text.ts: one row as values, for whoever looks into rows or writes them anew.
 * - copy-store.ts: rows from a query and into a table, in the form that the file has.
 *
 * A kind of export has its own `about` in header and end, which it checks by a schema of its own.
 */
import { z } from 'zod';

export const FORMAT = 'signet-export';
/** Raised when an older reader would misunderstand the file. */
export const FORMAT_VERSION = 1;

/** How many bytes of rows a frame takes before the next is begun; a longer row makes a longer frame. */
export const FRAME_BYTES = 1024 * 1024;
/** A row that is longer than this in the form of COPY is not written, and a frame that says so is not read. */
export const MOST_FRAME_BYTES = 512 * 1024 * 1024;
/** The longest line that describes a frame. */
export const MOST_LINE_BYTES = 1024 * 1024;

const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const header = z.strictObject({
  frame: z.literal('header'),
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** What it is an export of, such as `platform`. */
  kind: z.string().regex(/^[a-z_]{1,40}$/),
  created_at: z.iso.datetime(),
  about: z.record(z.string(), z.json()),
});
const table = z.strictObject({
  frame: z.literal('table'),
  name,
  columns: z.array(z.strictObject({ name, type: z.string().max(200) })).min(1),
});
const rows = z.strictObject({
  frame: z.literal('rows'),
  rows: count.min(1),
  bytes: count.min(1).max(MOST_FRAME_BYTES),
  stored: count.min(1).max(MOST_FRAME_BYTES),
  sha256: digest,
});
const tableEnd = z.strictObject({ frame: z.literal('table_end'), name, rows: count, bytes: count, sha256: digest });
const end = z.strictObject({
  frame: z.literal('end'),
  tables: count,
  rows: count,
  bytes: count,
  about: z.record(z.string(), z.json()),
});
const seal = z.strictObject({
  frame: z.literal('seal'),
  sha256: digest,
  proof: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(4096)
    .nullable(),
});

/** Every line of an export, by what it begins. */
export const frame = z.discriminatedUnion('frame', [header, table, rows, tableEnd, end, seal]);
export type Frame = z.infer<typeof frame>;
export type Header = z.infer<typeof header>;
export type Table = z.infer<typeof table>;
export type TableEnd = z.infer<typeof tableEnd>;
export type End = z.infer<typeof end>;
export type Seal = z.infer<typeof seal>;

/** What is told of a kind of export: JSON without undefined. */
export type About = Header['about'];

export type Fault =
  /** No export at all. */
  | 'foreign'
  /** Of a version of the format that this program does not know. */
  | 'newer'
  /** It ends too early. */
  | 'cut'
  /** It is not as it was written. */
  | 'altered';

/** Why an export can't be used; the message is a sentence for the person. */
export class ExportFileError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}
