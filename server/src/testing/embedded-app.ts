/**
 * A process that owns an embedded database as the real one does, for tests that kill it:
 * node embedded-app.ts <data folder> <durable or quick> [binaries' package]. It writes a JSON line for each event, adds
 * a row for each line it reads, and on SIGINT counts its rows once more before it closes.
 */
import { createInterface } from 'node:readline';
import pg from 'pg';
import { openEmbedded } from '../db/embedded.ts';

const [dataDir = '', mode, packageFolder] = process.argv.slice(2);
const tell = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const server = await openEmbedded({
    dataDir,
    durable: mode === 'durable',
    log: (line) => tell({ log: line }),
    ...(packageFolder ? { packageFolder } : {}),
  });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  pool.on('error', () => undefined);
  await pool.query('create table if not exists row (id bigint generated always as identity)');
  const count = async (): Promise<number> =>
    Number((await pool.query<{ rows: string }>('select count(*) as rows from row')).rows[0]?.rows);

  createInterface(process.stdin).on('line', () => {
    void pool.query('insert into row default values').then(
      async () => tell({ rows: await count() }),
      (error: Error) => tell({ refused: error.message }),
    );
  });
  process.once('SIGINT', () => {
    void (async () => {
      tell({ rowsWhileDraining: await count() });
      await pool.end();
      await server.stop();
      process.exit(0);
    })();
  });
  const { connection, adopted, fresh } = server;
  tell({ ready: { connection, dataDir: server.dataDir, adopted, fresh }, rows: await count() });
} catch (error) {
  tell({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exitCode = 1;
}
