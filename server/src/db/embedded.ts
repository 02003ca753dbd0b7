/** Supervisor of the PostgreSQL that comes with the npm packages: no database to install. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { findPackage, prepareBinaries } from './embedded/binaries.ts';
import { endTrust, ensureCluster, trusts } from './embedded/cluster.ts';
import { keepRunning } from './embedded/keep-running.ts';
import { findPlace, seePlace, socketFolder, type Place } from './embedded/place.ts';
import type { Address } from './embedded/launch.ts';
import { findServer } from './embedded/postmaster.ts';
import { EmbeddedError } from './embedded/error.ts';

export type EmbeddedOptions = {
  /** The app's data folder; made if missing. The database lies in its folder `postgres`. */
  dataDir: string;
  /** Gets a sentence for what a person should know. */
  log: (line: string) => void;
  /** False for tests only: a crash of the machine may lose everything. */
  durable?: boolean;
  /** The most connections that requests of the app hold at a time, as DATABASE_CONNECTIONS says it. */
  connections?: number;
  /** The npm package with the binaries; by default the one for this machine. */
  packageFolder?: string;
  /** Where root's database and binaries go when only root may enter `dataDir` or the package. */
  elsewhere?: string;
  /** Listen on 127.0.0.1 instead of on a unix socket; by default on Windows. */
  loopback?: boolean;
};

export type EmbeddedServer = {
  /** For node-postgres: an ordinary role that owns its database. */
  connection: { host: string; port: number; user: string; database: string; password: string };
  /** Where the rows lie. */
  dataDir: string;
  /** True if the server was found at work, left by an app that was killed. */
  adopted: boolean;
  /** True if the database was made by this start. */
  fresh: boolean;
  /** From now on the server is not brought back should it end, as where somebody ends all processes together. */
  beginToStop: () => void;
  /** Ends the server, whoever started it. Close your connections first. */
  stop: () => Promise<void>;
};

const NAME = 'signet';
/** The server takes at least so many connections. */
const FEWEST_CONNECTIONS = 100;
/** For jobs, commands and people who look into the database, beside those for requests. */
const OTHER_CONNECTIONS = 40;

/**
 * Opens the embedded database: makes it, starts it, or adopts it, and keeps it running until `stop`.
 * Throws EmbeddedError, with one sentence for the person, if it is in use by another app or can't be started.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log, durable = true, loopback = process.platform === 'win32' } = options;
  const place = findPlace(options.dataDir, options.elsewhere ?? '/var/lib/signet', log);
  const binaries = prepareBinaries(options.packageFolder ?? findPackage(), place);
  await ensureCluster(place, binaries, { durable, password: () => passwordOf(place) });
  const password = passwordOf(place);
  const listen = loopback
    ? async (before: Address | null) => before ?? freePort()
    : async () => ({ host: socketFolder(place), port: 5432 });

  const connections = Math.max(FEWEST_CONNECTIONS, (options.connections ?? 0) + OTHER_CONNECTIONS);
  const running = await keepRunning({ place, binaries, password, durable, connections, listen, log });
  await endTrust(place, running.client, password);
  const fresh = await ensureDatabase(running.client, password);
  const stop = async (): Promise<void> => {
    await running.stop();
    if (!loopback) removeIfEmpty(running.address.host);
  };
  return {
    connection: { ...running.address, user: NAME, database: NAME, password },
    dataDir: place.cluster,
    adopted: running.adopted,
    fresh,
    beginToStop: running.beginToStop,
    stop,
  };
}

/**
 * How to reach the server that is at work on a data folder, for a command beside the app that keeps it; null when none
 * is. Starts, adopts and changes nothing: the server may end at any time. Throws EmbeddedError, with one sentence for
 * the person, if the database is gone, does not answer, or may be at work where it can't be reached from here.
 */
export async function findEmbedded(dataDir: string): Promise<EmbeddedServer['connection'] | null> {
  const place = seePlace(dataDir);
  if (!place || !existsSync(place.cluster)) return null;
  const password = readPassword(place);
  const address = await findServer(place.cluster, password);
  return address && { ...address, user: NAME, database: NAME, password };
}

/** True if a database was ever made for this data folder. Makes and changes nothing. */
export function hasEmbedded(dataDir: string): boolean {
  const place = seePlace(dataDir);
  return place !== null && existsSync(path.join(place.cluster, 'PG_VERSION'));
}

/** Makes the app's role and database where they are missing; true if it made the database. */
async function ensureDatabase(client: pg.Client, password: string): Promise<boolean> {
  const found = async (query: string) => (await client.query(query, [NAME])).rowCount === 1;
  if (!(await found('select 1 from pg_roles where rolname = $1')))
    await client.query(`create role ${NAME} login createdb password ${pg.escapeLiteral(password)}`);
  if (await found('select 1 from pg_database where datname = $1')) return false;
  await client.query(`create database ${NAME} owner ${NAME}`);
  return true;
}

const passwordFile = (place: Pick<Place, 'home'>): string => path.join(place.home, 'postgres.password');

/** The password of both roles; made for a new database, and for one of a version that let everybody in. */
function passwordOf(place: Place): string {
  const file = passwordFile(place);
  const isMade = existsSync(path.join(place.cluster, 'PG_VERSION'));
  if (!existsSync(file) && (!isMade || trusts(place))) writeOnce(file, randomBytes(24).toString('base64url'));
  return readPassword(place);
}

/** Of two starts at once one writes the file, and the other reads it whole. */
function writeOnce(file: string, text: string): void {
  const unfinished = `${file}.new-${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** Throws EmbeddedError when the file is gone from a database that asks for it. Makes and changes nothing. */
function readPassword(place: Pick<Place, 'home' | 'cluster'>): string {
  const file = passwordFile(place);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  // Nobody is asked for it yet.
  if (trusts(place)) return '';
  throw new EmbeddedError(`The file ${file} with the password of the database is gone: bring it back.`);
}

/** A port that nobody listens on at this moment. */
async function freePort(): Promise<Address> {
  const host = '127.0.0.1';
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { host, port };
}

/** A next start that was about to listen there makes the folder anew. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It listens there already.
  }
}
