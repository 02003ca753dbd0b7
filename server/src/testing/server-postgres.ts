/** A PostgreSQL server of another major version, as somebody has it who keeps one: reached by TCP, with a password. */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../db/embedded.ts';
import { findPackage, prepareBinaries } from '../db/embedded/binaries.ts';
import { runAs, SUPERUSER } from '../db/embedded/cluster.ts';
import { findPlace } from '../db/embedded/place.ts';
import { makeTemporaryFolder } from './postgres.ts';

export type ServerPostgres = {
  /** An empty database, made for this call. */
  newDatabase: () => Promise<pg.ClientConfig>;
  stop: () => Promise<void>;
};

/** `npm test` installs them. */
const OLDER = createRequire(new URL('../../../tools/older-postgresql/package.json', import.meta.url));
const INSTALL_OLDER = 'run npm test, which installs it, or npm ci --ignore-scripts in tools/older-postgresql';

/** The package of the oldest PostgreSQL that Signet works on. Throws EmbeddedError with what to do without it. */
export const olderPackage = (from: Pick<NodeJS.Require, 'resolve'> = OLDER): string =>
  findPackage(process.platform, process.arch, from, INSTALL_OLDER);

/** Starts the oldest PostgreSQL that Signet works on, on 127.0.0.1. `stop` takes it away with every trace. */
export async function openOlderServer(): Promise<ServerPostgres> {
  const dataDir = makeTemporaryFolder('signet-older-');
  const packageFolder = olderPackage();
  await makeCluster(dataDir, packageFolder);
  const server = await openEmbedded({ dataDir, packageFolder, loopback: true, durable: false, log: () => {} });
  const newDatabase = async (): Promise<pg.ClientConfig> => {
    const database = `platform_${randomBytes(4).toString('hex')}`;
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query(`create database ${database}`);
    await client.end();
    return { ...server.connection, database };
  };
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { newDatabase, stop };
}

/** As Debian makes one; the embedded server makes its own with what older ones do not know. */
async function makeCluster(dataDir: string, packageFolder: string): Promise<void> {
  const place = findPlace(dataDir, dataDir, () => {});
  const { cluster, home, owner } = place;
  const binaries = prepareBinaries(packageFolder, place);
  const passwordFile = path.join(home, 'postgres.password');
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (!existsSync(cluster)) mkdirSync(cluster, { mode: 0o700 });
  if (owner) for (const one of [cluster, passwordFile]) chownSync(one, owner.uid, owner.gid);
  const args = ['-D', cluster, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--no-sync', `--pwfile=${passwordFile}`];
  await runAs(place, path.join(binaries.folder, 'bin', 'initdb'), [
    ...args,
    '--auth-local=scram-sha-256',
    '--auth-host=scram-sha-256',
  ]);
}
