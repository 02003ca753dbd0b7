/** The file of an account as somebody writes it who has the code, and makes up what is in it. */
import { generateKeyPairSync } from 'node:crypto';
import { ACCOUNT_FILE, sealText } from '../account-migration/account-file.ts';
import { movedTable } from '../account-migration/moved-store.ts';
import {
  isSecret,
  placeOf,
  tableDigest,
  transferKey,
  type TableDigest,
  type TransferKey,
} from '../account-migration/transfer-code.ts';
import { formatVerifierKey, noteSigner, signNote } from '../audit/note.ts';
import { readRows, writeRow, type Value } from '../export/copy-text.ts';
import type { About } from '../export/format.ts';
import { readExport } from '../export/reader.ts';
import { openExport } from '../export/writer.ts';

/** What is made up in a file; `signed` says by whom. */
export type Change = {
  header?: (about: About) => About;
  row?: (table: string, row: Record<string, Value>) => Record<string, Value>;
  end?: (about: About) => About;
  kind?: string;
  /** False: by nobody. A name: by a key of that name, which is not the one that the file names. */
  signed?: false | string;
  /** A table each of whose rows comes twice. */
  twice?: string;
  /** Its end tells of rows as they were before. */
  lies?: true;
};

const newSigner = (name: string) => noteSigner(name, generateKeyPairSync('ed25519').privateKey);

/** The digest of a row as its own platform makes it, by the code. */
function digestOf(key: TransferKey, name: string, row: Record<string, Value>): (string | null)[] {
  const table = movedTable(name);
  return Object.keys(row)
    .toSorted()
    .map((column) => {
      const value = row[column] ?? null;
      return value === null || !table || !isSecret(table, column)
        ? value
        : key.mark(key.open(value, placeOf(table, column)));
    });
}

/** The same file as a platform would write it that has made up what it holds; signed by a key of its own. */
export async function rewriteAccountFile(
  file: Buffer,
  departure: { id: string; code: string },
  { header, row, end, kind, signed, twice, lies }: Change,
): Promise<Buffer> {
  const signer = newSigner('signet.local/audit');
  const key = transferKey(departure.code, departure.id);
  const digests = new Map<string, TableDigest>();
  const pieces: Uint8Array[] = [];
  const sink = async (bytes: Uint8Array) => void pieces.push(bytes);
  const prove = (sha256: Buffer): string | null =>
    signed === false
      ? null
      : Buffer.from(
          signNote(sealText(sha256.toString('hex')), signed === undefined ? signer : newSigner(signed)),
        ).toString('base64url');
  let writer: Awaited<ReturnType<typeof openExport>> | undefined;
  let columns: { name: string; type: string }[] = [];
  let name = '';
  let rows: Buffer[] = [];
  for await (const part of readExport(
    (async function* () {
      yield file;
    })(),
  )) {
    if (part.frame === 'header') {
      const about = { ...part.about, public_key: formatVerifierKey(signer) };
      writer = await openExport(
        sink,
        { kind: kind ?? part.kind, created_at: part.created_at, about: header?.(about) ?? about },
        prove,
      );
    }
    if (part.frame === 'table') {
      [name, columns, rows] = [part.name, part.columns, []];
      digests.set(name, tableDigest());
    }
    if (part.frame === 'rows')
      for (const values of readRows(part.data)) {
        const before = Object.fromEntries(columns.map((column, n) => [column.name, values[n] ?? null]));
        const after = row?.(name, before) ?? before;
        for (let n = 0; n < (name === twice ? 2 : 1); n += 1) {
          digests.get(name)?.add(digestOf(key, name, after));
          rows.push(Buffer.from(writeRow(columns.map((column) => after[column.name] ?? null))));
        }
      }
    if (part.frame === 'table_end') await writer?.table({ name, columns }, rows);
    if (part.frame === 'end') {
      const { tables, ...about } = ACCOUNT_FILE.end.parse(part.about);
      const told = tables.map(({ table, ...sum }) => {
        const made = lies ? undefined : digests.get(table);
        return { table, ...sum, ...(made && { rows: made.rows(), digest: made.hex() }) };
      });
      const whole = { ...about, tables: told };
      await writer?.end(end?.(whole) ?? whole);
    }
  }
  return Buffer.concat(pieces);
}
