/** The transfer code: what whoever moves an account carries from one platform to the other, beside the file. */
import { createHash, createHmac } from 'node:crypto';
import { deriveKey, newSecret, sealWith } from '../secrets.ts';
import type { MovedRow, MovedTable } from './moved-store.ts';

/** A new one. Only its hash is kept, and while the file is made the code itself, sealed. */
export const newTransferCode = (): string => `move_${newSecret()}`;

/** The context under which the code of a departure or an arrival is sealed here. */
export const codeContext = (id: string): string => `transfer-code:${id}`;

const CHECK = 'signet-account';

/** What a code opens: secrets in the file of one departure, and the digests of rows that have some. */
export type TransferKey = {
  /** What shows the right code. */
  check: () => string;
  isRight: (check: string) => boolean;
  seal: (plain: Uint8Array, place: string) => string;
  /** Throws where it was altered, or stands in another place. */
  open: (sealed: string, place: string) => Buffer;
  /** Stands for a secret in a digest, for those alone who have the code. */
  mark: (plain: Uint8Array) => string;
};

/** The key that a code makes for a departure. */
export function transferKey(code: string, departure: string): TransferKey {
  const box = sealWith(deriveKey(Buffer.from(code), `account-transfer:${departure}`));
  const marks = deriveKey(Buffer.from(code), `account-digest:${departure}`);
  const open = (sealed: string, place: string): Buffer => box.open(Buffer.from(sealed, 'base64'), place);
  return {
    check: () => box.seal(Buffer.from(CHECK), CHECK).toString('base64'),
    isRight(check) {
      try {
        return open(check, CHECK).toString() === CHECK;
      } catch {
        return false;
      }
    },
    seal: (plain, place) => box.seal(plain, place).toString('base64'),
    open,
    mark: (plain) => `hmac:${createHmac('sha256', marks).update(plain).digest('hex')}`,
  };
}

/** Whether a column holds a secret, and is sealed on its way. */
export const isSecret = ({ sealed = {}, secret = [] }: MovedTable, column: string): boolean =>
  Object.hasOwn(sealed, column) || secret.includes(column);

/** Where a secret stands: it opens nowhere else. */
export const placeOf = (table: MovedTable, column: string): string => `${table.name}.${column}`;

/** The digest of a table: SHA-256 over the SHA-256 of its rows, in their own order, as docs/account-file.md has it. */
export type TableDigest = { add: (values: readonly (string | null)[]) => void; rows: () => number; hex: () => string };

/** Begins the digest of a table. */
export function tableDigest(): TableDigest {
  const rows: Buffer[] = [];
  return {
    add: (values) => void rows.push(createHash('sha256').update(JSON.stringify(values)).digest()),
    rows: () => rows.length,
    hex: () =>
      createHash('sha256')
        .update(Buffer.concat(rows.toSorted((a, b) => Buffer.compare(a, b))))
        .digest('hex'),
  };
}

/** What bytes of a secret column are: those of a box as PostgreSQL writes bytea, or those of a text. */
const fromHex = (text: string): Buffer => Buffer.from(text.replace(/^\\x/, ''), 'hex');
export const toHex = (bytes: Uint8Array): string => String.raw`\x` + Buffer.from(bytes).toString('hex');

type Opening = { open: (box: Buffer, context: string) => Buffer };

/** The secret of a column, opened with the platform's own seal where it is sealed. */
export function plainOf(table: MovedTable, column: string, row: MovedRow, seal: Opening): Buffer | null {
  const value = row[column] ?? null;
  if (value === null) return null;
  const context = table.sealed?.[column];
  return context ? seal.open(fromHex(value), context(row)) : Buffer.from(value);
}

/** The values of a row as its digest has them: in the order of the names of their columns. */
export const digested = (
  table: MovedTable,
  columns: readonly string[],
  row: MovedRow,
  { key, seal }: { key: TransferKey; seal: Opening },
): (string | null)[] =>
  columns.toSorted().map((column) => {
    if (!isSecret(table, column)) return row[column] ?? null;
    const plain = plainOf(table, column, row, seal);
    return plain === null ? null : key.mark(plain);
  });
