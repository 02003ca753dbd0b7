/** A used platform, and the two commands as npm runs them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { furnish } from '../../seed/furnish.ts';
import { openLogKey } from '../audit/keys.ts';
import { sequence } from '../audit/sequencer.ts';
import { checkKey } from '../db/platform-key.ts';
import { readRows, writeRow, type Value } from '../export/copy-text.ts';
import type { Header, Table } from '../export/format.ts';
import { readExport } from '../export/reader.ts';
import { openExport, type ExportWriter } from '../export/writer.ts';
import type { Runtime } from '../runtime.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addressOf } from '../testing/database-door.ts';
import { storedTables } from './catalog-store.ts';
import { proofOf } from './key.ts';
import { STAYING } from './tables.ts';

/** The platform key of the test's app, as a setting. */
export const KEY = Buffer.alloc(32, 7).toString('base64');
export const DEMO_PASSWORD = 'Backup-demo-password-1';

/** The demo, whose audit log is signed, with a session, a job that waits and one that was given up. */
export async function usedPlatform(): Promise<TestApp> {
  const app = await startTestApp({ people: false });
  app.clock.set(new Date().toISOString());
  await checkKey(app.db, app.runtime.seal, app.clock.now());
  await furnish(app.runtime, DEMO_PASSWORD);
  await sql`select graphile_worker.add_job('mail', '{"id": "none"}'::json, queue_name => 'one', run_at => '2031-01-01',
    max_attempts => 7, job_key => 'kept', priority => 3, flags => array['slow'])`.execute(app.db);
  await sql`select graphile_worker.reschedule_jobs(array[(graphile_worker.add_job('mail', '{"n": 1}'::json)).id],
    attempts => 25)`.execute(app.db);
  await sign(app.runtime);
  return app;
}

/** Signs the audit log as a running process does; answers its newest head. */
export async function sign(runtime: Runtime): Promise<string> {
  const { db, seal, clock, config, eventMac: mac, keptHead: kept, log } = runtime;
  const signer = await openLogKey(db, { seal, clock, origin: config.AUDIT_ORIGIN });
  await sequence(db, { signer, mac, kept, clock, log });
  return kept.note() ?? '';
}

export type Ended = { code: number | NodeJS.Signals | null; said: string };
export type Running = { child: ChildProcess; said: () => string; ended: Promise<Ended> };

/** Begins a command in a process of its own, with nothing but these settings. */
export function begin(
  command: 'backup' | 'restore',
  args: string[],
  { folder, ...settings }: { folder: string; [setting: string]: string },
  nodeArguments: string[] = [],
): Running {
  const script = fileURLToPath(new URL(`./${command}-command.ts`, import.meta.url));
  const child = spawn(process.execPath, [...nodeArguments, script, ...args], {
    cwd: folder,
    env: {
      PATH: '',
      TMPDIR: process.env['TMPDIR'] ?? '/tmp',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      DATA_DIR: path.join(folder, 'data'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => void (said += String(text)));
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code: code ?? signal, said }));
  return { child, said: () => said, ended };
}

/** Runs a command to its end. */
export const run = (...begun: Parameters<typeof begin>): Promise<Ended> => begin(...begun).ended;

/** Runs a command that must succeed. */
export async function succeed(...command: Parameters<typeof begin>): Promise<void> {
  const { code, said } = await run(...command);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${said}`);
}

/** Waits until something holds; throws when the command has ended before. */
export async function until(running: Running, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let ended = false; !ended;) {
    if (await holds()) return;
    ended = await Promise.race([running.ended.then(() => true), pause(5, false)]);
  }
  throw new Error(`It ended before: ${running.said()}`);
}

type Row = Record<string, Value>;

/** The same backup as a holder of the key would write it whose rows are others, or that is of another kind. */
export async function rewritten(
  file: string,
  change: (table: string, row: Row) => Row,
  kind?: string,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes);
  const prove = (sha256: Uint8Array): string => proofOf(Buffer.from(KEY, 'base64'), sha256);
  let writer: ExportWriter | undefined;
  let table: Table | undefined;
  let rows: Buffer[] = [];
  for await (const part of readExport(createReadStream(file))) {
    if (part.frame === 'header') writer = await openExport(sink, { ...headerOf(part), kind: kind ?? part.kind }, prove);
    if (part.frame === 'table') [table, rows] = [part, []];
    if (part.frame === 'rows')
      for (const values of readRows(part.data)) {
        const names = table?.columns.map(({ name }) => name) ?? [];
        const row = change(table?.name ?? '', Object.fromEntries(names.map((name, n) => [name, values[n] ?? null])));
        rows.push(Buffer.from(writeRow(names.map((name) => row[name] ?? null))));
      }
    if (part.frame === 'table_end' && table) await writer?.table(table, rows);
    if (part.frame === 'end') await writer?.end(part.about);
  }
  return Buffer.concat(pieces);
}
const headerOf = ({ kind, created_at, about }: Header) => ({ kind, created_at, about });

/** Settings that lead to a database and the key of the test's app. */
export const to = (folder: string, connection: pg.ClientConfig, key = KEY) => ({
  folder,
  DATABASE_URL: addressOf(connection),
  SIGNET_KEY: key,
});

/** What a database is but for its rows: tables, keys, indexes, triggers and routines, and whether they are in force. */
const SHAPE = `
  select 'column' as kind, table_name || '.' || column_name || ' ' || udt_name || coalesce(column_default, '') as what
    from information_schema.columns where table_schema in ('public', 'graphile_worker')
  union all select 'constraint',
      conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', pg_get_indexdef(indexrelid) || indisvalid::text
    from pg_index i join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace
  union all select 'trigger', pg_get_triggerdef(t.oid) || tgenabled::text
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal
      and c.relnamespace = 'public'::regnamespace
  union all select 'routine', oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`;

/** Connects, asks, and goes. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const shapeOf = (connection: pg.ClientConfig): Promise<string[]> =>
  withClient(connection, async (client) =>
    (await client.query<{ kind: string; what: string }>(SHAPE)).rows.map(({ kind, what }) => `${kind} ${what}`),
  );

/** Every row of every table that moves, as JSON text: a second opinion on what a restore compares by itself. */
export const rowsOf = (connection: pg.ClientConfig): Promise<Record<string, string[]>> =>
  withClient(connection, async (client) => {
    await client.query("set timezone to 'UTC'");
    const rows: Record<string, string[]> = {};
    for (const { name } of await storedTables(client)) {
      if (STAYING.includes(name) || name === 'schema_migration') continue;
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t order by to_jsonb(t)::text collate "C"`,
      );
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });
