/**
 * Reads the file of an account and keeps its rows, before anything of it is made. All of it is judged first: that it is
 * whole, signed by the platform that it names, opened by the code, understood by this version, and holds what it says.
 */
import { storedDateTime } from '@signet/contract/dates';
import { Problem, type ProblemStatus, type ReasonParams } from '@signet/contract/problem';
import { whyNotEmail } from '@signet/contract/rules';
import { sql } from 'kysely';
import { openNote, parseVerifierKey } from '../audit/note.ts';
import type { Db } from '../db/open.ts';
import { readRows } from '../export/copy-text.ts';
import { ExportFileError, type Seal as FileSeal, type Table } from '../export/format.ts';
import { readExport } from '../export/reader.ts';
import type { Runtime } from '../runtime.ts';
import { ACCOUNT_FILE, HISTORY_TABLE, sealText } from './account-file.ts';
import type { StoredArrival } from './arrival-store.ts';
import { schemaNumber } from './departure-file-store.ts';
import { keyOf, movedTable, type MovedTable } from './moved-store.ts';
import { hasKey, isOfTime, movedColumns, type MovedColumn } from './row-store.ts';
import {
  codeContext,
  digested,
  isSecret,
  placeOf,
  tableDigest,
  toHex,
  transferKey,
  type TableDigest,
  type TransferKey,
} from './transfer-code.ts';

const refuse = (status: ProblemStatus, params: ReasonParams = {}): Problem => new Problem(status, { params });
const FAULTS = {
  foreign: 'MIGRATION_FILE_FOREIGN',
  newer: 'MIGRATION_FILE_NEWER',
  cut: 'MIGRATION_FILE_CUT',
  altered: 'MIGRATION_FILE_ALTERED',
} as const satisfies Record<ExportFileError['fault'], ProblemStatus>;

type Staging = {
  runtime: Runtime;
  tx: Db;
  arrival: StoredArrival;
  code: string;
  digests: Map<string, TableDigest>;
};

/** Keeps the rows of an arrival's file; what was kept of it before is forgotten. Throws why it is no use. */
export async function stageFile(runtime: Runtime, tx: Db, arrival: StoredArrival): Promise<void> {
  if (!arrival.code_sealed) throw refuse('MIGRATION_CODE_WRONG');
  const code = runtime.seal.open(arrival.code_sealed, codeContext(arrival.id)).toString();
  await sql`delete from account_arrival_row where arrival_id = ${arrival.id}`.execute(tx);
  await sql`delete from account_arrival_history where arrival_id = ${arrival.id}`.execute(tx);
  const staging: Staging = { runtime, tx, arrival, code, digests: new Map() };
  try {
    await stage(staging);
  } catch (error) {
    if (error instanceof ExportFileError) throw refuse(FAULTS[error.fault], { detail: error.message });
    throw error;
  }
}

type AccountHeader = ReturnType<typeof ACCOUNT_FILE.header.parse>;
/** What of a file is known while it is read. */
type Reading = {
  header: AccountHeader | null;
  exportedAt: string;
  key: TransferKey | null;
  rows: RowKeeper | null;
  end: ReturnType<typeof ACCOUNT_FILE.end.parse> | null;
};
type RowKeeper = (data: Buffer) => Promise<void>;

async function stage(staging: Staging): Promise<void> {
  const { tx, arrival } = staging;
  const reading: Reading = { header: null, exportedAt: '', key: null, rows: null, end: null };
  for await (const part of readExport(partsOf(tx, arrival.id))) {
    if (part.frame === 'header') {
      if (part.kind !== ACCOUNT_FILE.kind) throw refuse('MIGRATION_FILE_FOREIGN');
      reading.header = await judgeHeader(staging, part.about);
      reading.key = transferKey(staging.code, reading.header.departure);
      reading.exportedAt = part.created_at;
      if (!reading.key.isRight(reading.header.check)) throw refuse('MIGRATION_CODE_WRONG');
    } else if (part.frame === 'table') {
      reading.rows = await keeperOf(staging, part, reading);
    } else if (part.frame === 'rows') {
      await reading.rows?.(part.data);
    } else if (part.frame === 'end') {
      const end = ACCOUNT_FILE.end.safeParse(part.about);
      if (!end.success) throw refuse('MIGRATION_FILE_WRONG', { what: 'end' });
      reading.end = end.data;
    } else if (part.frame === 'seal') {
      judgeSeal(part, reading);
      await keepWhole(staging, reading, part.sha256);
    }
  }
}

async function judgeHeader({ tx }: Staging, about: unknown): Promise<AccountHeader> {
  // A newer version may tell other things: that it is newer is said first.
  const schema = typeof about === 'object' && about !== null && 'schema' in about ? about.schema : undefined;
  const own = await schemaNumber(tx);
  if (typeof schema === 'number' && schema > own) throw refuse('MIGRATION_FILE_NEWER', { version: schema, own });
  const header = ACCOUNT_FILE.header.safeParse(about);
  if (!header.success) throw refuse('MIGRATION_FILE_WRONG', { what: 'header' });
  return header.data;
}

function judgeSeal({ sha256, proof }: FileSeal, { header }: Reading): void {
  const verifier = parseVerifierKey(header?.public_key ?? '');
  const note = Buffer.from(proof ?? '', 'base64url').toString();
  const opened = verifier && verifier.name === header?.origin ? openNote(note, verifier) : null;
  if (!opened?.ok || opened.text !== sealText(sha256)) throw refuse('MIGRATION_FILE_ALTERED', { detail: 'signature' });
}

/** What takes the rows of a table. */
async function keeperOf(staging: Staging, part: Table, { header, key }: Reading): Promise<RowKeeper> {
  if (!header || !key) throw refuse('MIGRATION_FILE_WRONG', { what: part.name });
  if (part.name === HISTORY_TABLE) return historyKeeper(staging);
  const table = movedTable(part.name);
  const known = table ? await movedColumns(staging.tx, table) : [];
  const names = part.columns.map(({ name }) => name);
  const columns = names.flatMap((name) => known.find((one) => one.name === name) ?? []);
  if (!table || columns.length < names.length || !table.key.every((name) => names.includes(name)))
    throw refuse('MIGRATION_FILE_WRONG', { what: part.name });
  return rowKeeper(staging, { table, columns, key, header });
}

function historyKeeper({ tx, arrival }: Staging): RowKeeper {
  let position = 0;
  return async (data) => {
    const lines = [...readRows(data)].map(([line]) => line ?? '');
    await sql`insert into account_arrival_history (arrival_id, position, line)
      select ${arrival.id}, ${position} + n - 1, line
      from unnest(${lines}::text[]) with ordinality as l(line, n)`.execute(tx);
    position += lines.length;
  };
}

type Keeping = { table: MovedTable; columns: MovedColumn[]; key: TransferKey; header: AccountHeader };

function rowKeeper({ runtime, tx, arrival, digests }: Staging, { table, columns, key, header }: Keeping): RowKeeper {
  const names = columns.map(({ name }) => name);
  const digest = tableDigest();
  digests.set(table.name, digest);
  const keys = new Set<string>();
  return async (data) => {
    const first = digest.rows();
    const kept = [...readRows(data)].map((values) => {
      if (values.length !== names.length) throw refuse('MIGRATION_FILE_WRONG', { what: table.name });
      const row = open(Object.fromEntries(names.map((name, n) => [name, values[n] ?? null])));
      digest.add(digested(table, names, row, { key, seal: runtime.seal }));
      const rowKey = keyOf(table, row);
      if (keys.has(rowKey) || !isAllowed(table, row, header) || !columns.every((column) => isOfTime(column, row)))
        throw refuse('MIGRATION_FILE_WRONG', { what: table.name });
      keys.add(rowKey);
      return { key: rowKey, came: JSON.stringify(row) };
    });
    await sql`insert into account_arrival_row (arrival_id, table_name, position, row_key, came)
      select ${arrival.id}, ${table.name}, ${first} + n - 1, k, c::jsonb
      from unnest(${kept.map((one) => one.key)}::text[], ${kept.map(({ came }) => came)}::text[])
        with ordinality as r(k, c, n)`.execute(tx);
  };

  /** Secrets opened with the code, and sealed as this platform seals them. */
  function open(row: Record<string, string | null>): Record<string, string | null> {
    const plain = new Map<string, Buffer>();
    for (const name of names) {
      const value = row[name];
      if (value == null || !isSecret(table, name)) continue;
      try {
        plain.set(name, key.open(value, placeOf(table, name)));
      } catch {
        throw refuse('MIGRATION_FILE_ALTERED', { detail: placeOf(table, name) });
      }
    }
    const opened = { ...row };
    for (const [name, bytes] of plain) if (!table.sealed?.[name]) opened[name] = bytes.toString();
    for (const [name, bytes] of plain) {
      const context = table.sealed?.[name];
      if (context) opened[name] = toHex(runtime.seal.seal(bytes, context(opened)));
    }
    return opened;
  }
}

/** What a row of any file must be: one that was made up would be somebody of the platform, or another's. */
function isAllowed(table: MovedTable, row: Record<string, string | null>, header: AccountHeader): boolean {
  const { name, must = {}, mailed = [] } = table;
  const isAsIs = Object.entries(must).every(([column, values]) => {
    const value = row[column] ?? null;
    return values.length === 0 ? value === null : value !== null && values.includes(value);
  });
  const isMailed = mailed.every((column) => row[column] == null || whyNotEmail(row[column]) === null);
  return isAsIs && isMailed && hasKey(table, row) && (name !== 'account' || row['id'] === header.account.id);
}

/** The file is whole and signed: it must hold what its end says, and one account. */
async function keepWhole({ tx, arrival, digests }: Staging, reading: Reading, sha256: string): Promise<void> {
  const { header, end } = reading;
  if (!header || !end) throw refuse('MIGRATION_FILE_CUT');
  for (const { table, rows, digest } of end.tables) {
    const found = digests.get(table);
    if (found?.rows() !== rows || found.hex() !== digest) throw refuse('MIGRATION_FILE_WRONG', { what: table });
  }
  if (end.tables.length !== digests.size || digests.get('account')?.rows() !== 1)
    throw refuse('MIGRATION_FILE_WRONG', { what: 'account' });
  const { account, origin, address, public_key, departure } = header;
  const from = { origin, address, public_key, exported_at: storedDateTime(new Date(reading.exportedAt)) };
  await sql`update account_arrival set account_id = ${account.id}, account = ${JSON.stringify(account)}::jsonb,
    from_platform = ${JSON.stringify(from)}::jsonb, departure_id = ${departure}, sha256 = ${sha256},
    tables = ${JSON.stringify(end.tables)}::jsonb, licenses = ${JSON.stringify(end.licenses)}::jsonb,
    left_behind = ${JSON.stringify(end.left_behind)}::jsonb where id = ${arrival.id}`.execute(tx);
}

async function* partsOf(tx: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const { rows } = await sql<{ body: Buffer }>`
      select body from account_arrival_part where arrival_id = ${id} and position = ${position}`.execute(tx);
    if (!rows[0]) return;
    yield rows[0].body;
  }
}
