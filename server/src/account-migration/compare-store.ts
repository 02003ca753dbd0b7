/** Compares what is here with what came, table by table, and signs the report. */
import type { ComparedTable, MigrationReport } from '@signet/contract/areas/migration-report';
import { storedDateTime } from '@signet/contract/dates';
import { sql, type RawBuilder } from 'kysely';
import { createHash } from 'node:crypto';
import { openLogKey } from '../audit/keys.ts';
import { canonicalJson } from '../audit/leaf.ts';
import { formatVerifierKey, signNote } from '../audit/note.ts';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { reportText } from './account-file.ts';
import type { StoredArrival } from './arrival-store.ts';
import { cameTo } from './conflict-store.ts';
import { MOVED, type MovedRow, type MovedTable } from './moved-store.ts';
import { asText, isSame, writeAlike } from './row-store.ts';
import { codeContext, digested, tableDigest, transferKey, type TransferKey } from './transfer-code.ts';

/** Makes the report, signed by this platform; it is stored with the arrival. */
export async function compareAndReport(
  runtime: Runtime,
  tx: Db,
  arrival: StoredArrival,
  by: string,
): Promise<MigrationReport> {
  await writeAlike(tx);
  const { account, from_platform: from, departure_id: departure, code_sealed: sealed, sha256 } = arrival;
  if (!account || !from || departure === null || !sealed || sha256 === null)
    throw new Error(`Arrival ${arrival.id} has not been read.`);
  const key = transferKey(runtime.seal.open(sealed, codeContext(arrival.id)).toString(), departure);
  const tables: ComparedTable[] = [];
  for (const table of MOVED) {
    const sum = arrival.tables.find((one) => one.table === table.name);
    if (sum) tables.push(await compareTable(runtime, tx, arrival, { table, source: sum.digest, key }));
  }
  const signer = await openLogKey(runtime.db, { ...runtime, origin: runtime.config.AUDIT_ORIGIN });
  const report: MigrationReport = {
    format: 'signet-account-report/1',
    arrival: arrival.id,
    departure,
    account,
    source: { origin: from.origin, address: from.address, public_key: from.public_key, file_sha256: sha256 },
    target: { origin: signer.name, address: runtime.publicUrl, public_key: formatVerifierKey(signer) },
    exported_at: from.exported_at,
    compared_at: storedDateTime(runtime.clock.now()),
    by,
    tables,
    conflicts: arrival.conflicts.map(({ kind, name, choice }) => ({ kind, name, choice })),
    left_behind: arrival.left_behind,
    same: tables.every(({ same }) => same),
  };
  const digest = createHash('sha256').update(canonicalJson(report)).digest('hex');
  await sql`update account_arrival set report = ${JSON.stringify(report)}::jsonb,
    report_note = ${signNote(reportText(digest), signer)} where id = ${arrival.id}`.execute(tx);
  return report;
}

type Comparing = { table: MovedTable; source: string; key: TransferKey };
const BATCH = 1_000;

async function compareTable(
  { seal }: Runtime,
  tx: Db,
  arrival: StoredArrival,
  { table, source, key }: Comparing,
): Promise<ComparedTable> {
  const names = await namesOf(tx, arrival, table);
  const expected = tableDigest();
  for await (const rows of everyRow(tx, arrival, table, sql<MovedRow>`r."row"`, sql`account_arrival_row r`))
    for (const row of rows) expected.add(digested(table, names, row, { key, seal }));
  const arrived = tableDigest();
  const joined = sql`account_arrival_row r join ${sql.table(table.name)} t on ${isSame(table)}`;
  if (expected.rows() > 0)
    for await (const rows of everyRow(tx, arrival, table, asText(names), joined))
      for (const row of rows) arrived.add(digested(table, names, row, { key, seal }));
  const { rows } = await sql<{ came: number; left_out: number; changed: number }>`select count(*)::int as came,
      (count(*) filter (where r.state = 'left_out'))::int as left_out,
      (count(*) filter (where r.state = 'arrived' and r."row" <> r.came))::int as changed
    from account_arrival_row r where ${cameTo(arrival, table.name)}`.execute(tx);
  const counts = rows[0] ?? { came: 0, left_out: 0, changed: 0 };
  const digests = { digest_source: source, digest_expected: expected.hex(), digest_arrived: arrived.hex() };
  return {
    table: table.name,
    ...counts,
    arrived: arrived.rows(),
    ...digests,
    same: digests.digest_expected === digests.digest_arrived,
  };
}

/** The columns of the file, in its order. */
async function namesOf(tx: Db, arrival: StoredArrival, { name }: MovedTable): Promise<string[]> {
  const { rows } = await sql<{ came: MovedRow }>`
    select r.came from account_arrival_row r where ${cameTo(arrival, name)} limit 1`.execute(tx);
  return Object.keys(rows[0]?.came ?? {});
}

async function* everyRow(
  tx: Db,
  arrival: StoredArrival,
  table: MovedTable,
  what: RawBuilder<MovedRow>,
  from: RawBuilder<unknown>,
): AsyncGenerator<MovedRow[]> {
  for (let after = -1; ;) {
    const { rows }: { rows: { position: number; what: MovedRow }[] } = await sql<{ position: number; what: MovedRow }>`
      select r.position, ${what} as what from ${from}
      where ${cameTo(arrival, table.name)} and r.state = 'arrived' and r.position > ${after}
      order by r.position limit ${BATCH}`.execute(tx);
    if (rows.length > 0) yield rows.map((one) => one.what);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.position;
  }
}
