/** Makes the file of an account that leaves: all of one snapshot, in parts of one size. */
import { MOVE_FILE_MAX, MOVE_PART_BYTES } from '@signet/contract/areas/migration-rules';
import { sql } from 'kysely';
import { exportEvents, type ChosenEvent } from '../audit/events-export.ts';
import { openLogKey } from '../audit/keys.ts';
import { formatVerifierKey, signNote, type NoteSigner } from '../audit/note.ts';
import { newestCheckpoint } from '../audit/tree-store.ts';
import { peopleOfNoOther } from '../db/deletion.ts';
import { inBatches } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';
import { writeRow } from '../export/copy-text.ts';
import { openExport, type ExportWriter } from '../export/writer.ts';
import type { Runtime } from '../runtime.ts';
import { ACCOUNT_FILE, HISTORY_TABLE, sealText } from './account-file.ts';
import { leftBehindOf } from './left-behind-store.ts';
import { MOVED, type MovedRow, type MovedTable } from './moved-store.ts';
import { movedColumns, rowsOf, writeAlike } from './row-store.ts';
import type { MovedAccount, MovedLicense, TableSum } from './tables.ts';
import { tellOfMigration } from './tell.ts';
import { codeContext, digested, isSecret, placeOf, plainOf, tableDigest, transferKey } from './transfer-code.ts';
import type { TransferKey } from './transfer-code.ts';

/** Thrown for an account whose file would be larger than another platform takes. */
class TooLarge extends Error {}
/** Thrown where somebody has ended the departure while its file was made. */
class Ended extends Error {}

type Most = { mostEvents: number; mostBytes: number };

/**
 * Makes the file of a departure and keeps it. Of very many events the newest `mostEvents` go along; one that would have
 * more than `mostBytes` is given up. What was made already, is being made, or shall not be made any more, is left
 * alone; whoever is killed on the way has made nothing.
 */
export async function makeDepartureFile(
  runtime: Runtime,
  id: string,
  { mostEvents = MOST_EVENTS, mostBytes = MOVE_FILE_MAX }: Partial<Most> = {},
): Promise<void> {
  try {
    await runtime.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => make(runtime, tx, id, { mostEvents, mostBytes }));
  } catch (error) {
    if (!(await isWanted(runtime.db, id))) return;
    if (!(error instanceof TooLarge)) throw error;
    await runtime.db.transaction().execute((tx) => giveUp(runtime, tx, id));
  }
}

/** No file of it can be made. */
async function giveUp(runtime: Runtime, tx: Db, id: string): Promise<void> {
  const { rows } = await sql<{ account_id: string; name: string }>`
    update account_departure d set state = 'failed', code_sealed = null from account a
    where d.id = ${id} and d.state = 'making' and a.id = d.account_id returning d.account_id, a.name`.execute(tx);
  for (const { account_id, name } of rows)
    await tellOfMigration(runtime, tx, {
      action: 'UPDATE',
      resource_id: id,
      resource_name: name,
      account_id,
      before: { state: 'making' },
      after: { direction: 'departure', state: 'failed' },
      failure: 'MIGRATION_FILE_LARGE',
    });
}

/** Whether its file shall still be made, as others see it by now: who makes it sees what was when that began. */
async function isWanted(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from account_departure where id = ${id} and state = 'making'`.execute(db);
  return rows.length > 0;
}

/** Whether nobody else makes it. Its row is not locked meanwhile, so that it can be ended. */
async function takeInHand(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`departure ${id}`}, 0)) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

async function make(runtime: Runtime, tx: Db, id: string, { mostEvents, mostBytes }: Most): Promise<void> {
  // Another one may have made it right before it was taken in hand.
  if (!(await takeInHand(tx, id)) || !(await isWanted(runtime.db, id))) return;
  const { rows } = await sql<{ account_id: string; code_sealed: Buffer | null }>`
    select account_id, code_sealed from account_departure where id = ${id} and state = 'making'`.execute(tx);
  const [departure] = rows;
  if (!departure?.code_sealed) return;
  const code = runtime.seal.open(departure.code_sealed, codeContext(id)).toString();
  const key = transferKey(code, id);
  await writeAlike(tx);
  const signer = await openLogKey(runtime.db, { ...runtime, origin: runtime.config.AUDIT_ORIGIN });
  const parts = partWriter(tx, id, mostBytes, () => isWanted(runtime.db, id));
  const accountId = departure.account_id;
  const events = await eventCount(tx, accountId);
  const older = Math.max(0, events - mostEvents);
  const leftBehind = [
    ...(await leftBehindOf(tx, accountId)),
    ...(older > 0 ? [{ kind: 'older_events' as const, count: older, names: [] }] : []),
  ];
  const writer = await openExport(
    (bytes) => parts.sink(bytes),
    {
      kind: ACCOUNT_FILE.kind,
      created_at: runtime.clock.now().toISOString(),
      about: {
        schema: await schemaNumber(tx),
        departure: id,
        account: await movedAccount(tx, accountId),
        origin: signer.name,
        address: runtime.publicUrl,
        public_key: formatVerifierKey(signer),
        check: key.check(),
      },
    },
    (sha256) => Buffer.from(signNote(sealText(sha256.toString('hex')), signer)).toString('base64url'),
  );
  const tables: TableSum[] = [];
  for (const table of MOVED) tables.push(await writeTable(runtime, tx, { writer, table, accountId, key }));
  await writeHistory(tx, writer, signer, { accountId, older });
  const sha256 = await writer.end({
    tables,
    licenses: await licensesOf(tx, accountId),
    left_behind: [...leftBehind, ...(events > 0 ? [{ kind: 'events', count: events - older, names: [] }] : [])],
  });
  const bytes = await parts.end();
  const rowCount = tables.reduce((sum, { rows: some }) => sum + some, 0);
  await sql`update account_departure set state = 'ready', code_sealed = null, bytes = ${bytes}, sha256 = ${sha256},
    row_count = ${rowCount}, left_behind = ${JSON.stringify(leftBehind)}::jsonb where id = ${id}`.execute(tx);
}

type Writing = { writer: ExportWriter; table: MovedTable; accountId: string; key: TransferKey };

async function writeTable({ seal }: Runtime, tx: Db, { writer, table, accountId, key }: Writing): Promise<TableSum> {
  const columns = await movedColumns(tx, table);
  const names = columns.map(({ name }) => name);
  const digest = tableDigest();
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const rows of rowsOf(tx, table, names, accountId)) {
      for (const row of rows) digest.add(digested(table, names, row, { key, seal }));
      yield Buffer.from(rows.map((row) => writeRow(names.map((name) => onItsWay(name, row)))).join(''));
    }
  }
  function onItsWay(name: string, row: MovedRow): string | null {
    if (!isSecret(table, name)) return row[name] ?? null;
    const plain = plainOf(table, name, row, seal);
    return plain && key.seal(plain, placeOf(table, name));
  }
  await writer.table({ name: table.name, columns }, pieces());
  return { table: table.name, rows: digest.rows(), digest: digest.hex() };
}

/** Of which account, and how many of its events, the first ones, stay behind. */
type Events = { accountId: string; older: number };

/** What the log says of the account, as a file of chosen events with their proofs. */
async function writeHistory(tx: Db, writer: ExportWriter, signer: NoteSigner, events: Events): Promise<void> {
  const signed = await newestCheckpoint(tx, signer);
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of exportEvents(tx, eventsOf(tx, events), { verifier: signer, signed })) {
      const lines = piece.split('\n').filter((line) => line !== '');
      if (lines.length > 0) yield Buffer.from(lines.map((line) => writeRow([line])).join(''));
    }
  }
  await writer.table({ name: HISTORY_TABLE, columns: [{ name: 'line', type: 'text' }] }, pieces());
}

const EVENTS = 500;
/** The newest ones: with their proofs some 100 MB of the 256 that a file may have (`MOVE_FILE_MAX`). */
const MOST_EVENTS = 250_000;

/** Where the actor is of another tenant, from where they came stays here. */
const eventsOf = (tx: Db, { accountId, older }: Events): AsyncGenerator<ChosenEvent[]> =>
  inBatches(
    tx,
    sql<ChosenEvent>`
      select e.*, e.actor_id is not null and not exists (
          select from app_user u where u.id = e.actor_id and ${peopleOfNoOther(accountId)}) as withheld
      from audit_event e where e.account_id = ${accountId}
      order by e.at, e.id offset ${older}`,
    EVENTS,
  );

async function eventCount(tx: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_event where account_id = ${accountId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function movedAccount(tx: Db, id: string): Promise<MovedAccount> {
  const { rows } = await sql<MovedAccount>`
    select id::text, name, friendly_identifier, type from account where id = ${id}`.execute(tx);
  if (!rows[0]) throw new Error(`There is no account ${id}.`);
  return rows[0];
}

/** The newest migration of this database, by which another platform knows whether it understands the file. */
export async function schemaNumber(tx: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select max(number) as number from schema_migration`.execute(tx);
  return rows[0]?.number ?? 0;
}

async function licensesOf(tx: Db, accountId: string): Promise<MovedLicense[]> {
  const { rows } = await sql<MovedLicense>`
    select app_code, feature, generation,
      case when unlimited then -1 else (held + handed_on)::float8 end as "limit"
    from license_pool where account_id = ${accountId} and (unlimited or held + handed_on > 0)
    order by app_code, generation, feature`.execute(tx);
  return rows;
}

/**
 * Keeps the bytes of a file in parts of one size but the last, as long as they are wanted; `end` answers how many there
 * were.
 */
function partWriter(tx: Db, id: string, most: number, wanted: () => Promise<boolean>) {
  let held: Uint8Array[] = [];
  let size = 0;
  let position = 0;
  let bytes = 0;
  const put = async (body: Buffer): Promise<void> => {
    if (!(await wanted())) throw new Ended();
    await tx.insertInto('account_departure_part').values({ departure_id: id, position, body }).execute();
    position += 1;
  };
  return {
    async sink(piece: Uint8Array): Promise<void> {
      held.push(piece);
      size += piece.length;
      bytes += piece.length;
      if (bytes > most) throw new TooLarge();
      if (size < MOVE_PART_BYTES) return;
      let all = Buffer.concat(held);
      for (; all.length >= MOVE_PART_BYTES; all = all.subarray(MOVE_PART_BYTES))
        await put(all.subarray(0, MOVE_PART_BYTES));
      held = [all];
      size = all.length;
    },
    async end(): Promise<number> {
      if (size > 0) await put(Buffer.concat(held));
      return bytes;
    },
  };
}
