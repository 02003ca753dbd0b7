import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded, type EmbeddedServer } from '../db/embedded.ts';
import { isAlive } from '../db/embedded/is-alive.ts';

/** A server whose role may create databases; `connection` leads to one that is nobody's. */
export type TestPostgres = { connection: pg.ClientConfig; stop(): Promise<void> };

const PREFIX = 'signet-test-';

/** The server at TEST_DATABASE_URL, or an embedded one in a folder of its own that vanishes with it. */
export async function openTestPostgres(): Promise<TestPostgres> {
  const address = process.env['TEST_DATABASE_URL'];
  if (address) return { connection: partsOf(address), stop: async () => {} };
  await removeLeftovers();
  const dataDir = makeTemporaryFolder(`${PREFIX}${process.pid}-`);
  const server = await openEmbedded({ dataDir, durable: false, log: () => {} });
  return { connection: server.connection, stop: () => removeEmbedded(server, dataDir) };
}

/** An address taken apart, so that a test sees the same shape whichever server it runs on. */
function partsOf(address: string): pg.ClientConfig {
  const { host, port, user, database, password } = new pg.Client(address);
  return {
    host,
    port,
    ...(user ? { user } : {}),
    ...(database ? { database } : {}),
    ...(password ? { password } : {}),
  };
}

/** Ends an embedded server and deletes every trace of it. */
async function removeEmbedded(server: EmbeddedServer, dataDir: string): Promise<void> {
  await server.stop();
  rmSync(server.connection.host, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** A folder under the system's one for temporary files that PostgreSQL's user may enter too. */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/** Ends and deletes the servers of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = path.join(tmpdir(), name);
    try {
      await removeEmbedded(await openEmbedded({ dataDir, durable: false, log: () => {} }), dataDir);
    } catch {
      // Another user's, or another run is removing it at this moment.
    }
  }
}
