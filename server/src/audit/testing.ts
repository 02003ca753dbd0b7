import type pg from 'pg';
import pino from 'pino';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { newId } from '../ids.ts';
import { sealWith } from '../secrets.ts';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { openEventMac } from './event-mac.ts';
import { keepHeadInMemory } from './kept-head.ts';
import type { KeptHead } from './kept-head.ts';
import { openLogKey } from './keys.ts';
import { auditRow, recordAudit } from './record.ts';
import type { AuditEvent } from './record.ts';
import { sequence } from './sequencer.ts';

/** The platform key of the test. */
export const KEY = Buffer.alloc(32, 7);
export const ORIGIN = 'signet.example/audit';
const START = Date.parse('2026-11-21T12:00:00.000Z');

/** An ordinary event of the test's people; `number` makes it a second later than the one before. */
export function eventOf(number: number, fields: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: newId(),
    at: new Date(START + number * 1000),
    action: 'UPDATE',
    resource_type: 'USER',
    resource_id: `user-${number}`,
    resource_name: `Emil ${number}`,
    account_id: '0192f0c1-0000-7000-8000-000000000001',
    actor_id: '0192f0c1-0000-7000-8000-000000000002',
    actor_name: 'Cleo',
    actor_scope: 'account',
    actor_via: 'session',
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
    correlation_id: `request-${number}`,
    result: 'success',
    message: null,
    before: { phone: '', number },
    after: { phone: '+46 8 123', number },
    ...fields,
  };
}

/** Makes the log what it is on a new database, whatever an attack has left of it. */
async function beginAnew(pool: pg.Pool): Promise<void> {
  await pool.query(`
    alter table audit_event disable trigger user;
    alter table audit_node disable trigger user;
    alter table audit_checkpoint disable trigger user;
    truncate audit_event, audit_node, audit_checkpoint, sealed_key;
    alter table audit_event drop constraint if exists audit_event_tree_index_key;
    alter table audit_event add constraint audit_event_tree_index_key unique (tree_index);
    alter table audit_event enable trigger user;
    alter table audit_node enable trigger user;
    alter table audit_checkpoint enable trigger user`);
}

/**
 * A log with a key, and the ways in which people and attackers come to it. Close it. It is on a database of its own, or
 * on `shared`, which it empties first: one database for the tests of a file that each begin a log.
 */
export async function openTestLog({ shared }: { shared?: TestDatabase } = {}) {
  const database = shared ?? (await createDatabase());
  // As the product sequences: what nobody waits for has the time of a job.
  const opened = openDatabase(database.connection, 4, TIME_LIMITS.job);
  const { db, pool } = opened;
  if (shared) await beginAnew(pool);
  const lines: { level: number; msg: string; [key: string]: unknown }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => new Date(START) };
  const seal = sealWith(KEY);
  const mac = openEventMac(KEY);
  const writer = { eventMac: mac };
  const kept = keepHeadInMemory();
  const signer = await openLogKey(db, { seal, clock, origin: ORIGIN });
  let written = 0;
  return {
    db,
    pool,
    clock,
    seal,
    signer,
    mac,
    writer,
    kept,
    verifying: { verifier: signer, mac, kept: null },
    sequencing: { signer, mac, kept, clock, log },
    lines,
    log,
    /** Writes events as the product does; returns their ids in the order of the log. */
    async record(count: number, fields: Partial<AuditEvent> = {}): Promise<string[]> {
      const events = Array.from({ length: count }, () => eventOf(written++, fields));
      await db.transaction().execute(async (tx) => {
        for (const event of events) await recordAudit(tx, event, writer);
      });
      return events.map(({ id }) => id);
    },
    /** Writes many events at once, as a bulk load does. */
    async load(count: number): Promise<void> {
      const rows = Array.from({ length: count }, () => auditRow(eventOf(written++), writer));
      for (let from = 0; from < rows.length; from += 2_000)
        await db
          .insertInto('audit_event')
          .values(rows.slice(from, from + 2_000))
          .execute();
    },
    /** As a process does that has seen all the heads so far; another one keeps another head. */
    sequence: (batch?: number, head: KeptHead = kept) =>
      sequence(db, { signer, mac, kept: head, clock, log, ...(batch === undefined ? {} : { batch }) }),
    /** What someone who owns the database does: triggers and constraints off, then whatever they like. */
    async attack(...statements: string[]): Promise<void> {
      await pool.query(`
        alter table audit_event disable trigger user;
        alter table audit_node disable trigger user;
        alter table audit_checkpoint disable trigger user;
        alter table audit_event drop constraint if exists audit_event_tree_index_key`);
      for (const statement of statements) await pool.query(statement);
    },
    async close(): Promise<void> {
      await opened.close();
      if (!shared) await database.drop();
    },
  };
}

export type TestLog = Awaited<ReturnType<typeof openTestLog>>;
