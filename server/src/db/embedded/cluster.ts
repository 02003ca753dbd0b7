import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { moveIntoPlace, type Binaries } from './binaries.ts';
import { isAlive } from './is-alive.ts';
import type { Place } from './place.ts';
import { EmbeddedError } from './error.ts';

/** The role that the supervisor uses. The app's own role is no superuser, as on any other server. */
export const SUPERUSER = 'postgres';

/**
 * Makes sure that there is a data directory this PostgreSQL and this user can run. It is made under another name
 * and renamed when finished, so that a start that was killed, or two at once, leave no half of one. Only a new one asks
 * for the password. Throws EmbeddedError if one is there that belongs to another user or another major version.
 */
export async function ensureCluster(
  place: Place,
  binaries: Binaries,
  settings: { durable: boolean; password: () => string },
): Promise<void> {
  const { cluster, owner } = place;
  if (existsSync(cluster) && checkCluster(place, binaries)) return;
  removeUnfinished(cluster);

  const unfinished = `${cluster}.new-${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  mkdirSync(unfinished, { mode: 0o700 });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  try {
    writeFileSync(passwordFile, settings.password(), { mode: 0o600 });
    if (owner) chownSync(passwordFile, owner.uid, owner.gid);
    await runAs(place, path.join(binaries.folder, 'bin', 'initdb'), [
      '-D',
      unfinished,
      '-U',
      SUPERUSER,
      '-E',
      'UTF8',
      '--no-instructions',
      '--data-checksums',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth-local=scram-sha-256',
      '--auth-host=scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...(settings.durable ? [] : ['--no-sync']),
    ]);
    moveIntoPlace(unfinished, cluster);
    if (settings.durable && process.platform !== 'win32') syncFolder(path.dirname(cluster));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new EmbeddedError(`The database could not be made in ${cluster}: ${lastLine(error)}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Who is let in: the two roles, by their password. */
const RULES = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n';

const rulesFile = (cluster: string): string => path.join(cluster, 'pg_hba.conf');

/** Whether the cluster lets somebody in without a password, as those of earlier versions do. */
export function trusts({ cluster }: Pick<Place, 'cluster'>): boolean {
  const file = rulesFile(cluster);
  return existsSync(file) && /^[^#\n]*\btrust\b/m.test(readFileSync(file, 'utf8'));
}

/**
 * Has a cluster of an earlier version ask for the password: first the roles get it, then the rules are put in place as
 * a whole, so that a start that was killed in between does it again. `client` belongs to the superuser.
 */
export async function endTrust({ cluster, owner }: Place, client: pg.Client, password: string): Promise<void> {
  if (!trusts({ cluster })) return;
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(rolname) as name from pg_roles where rolcanlogin',
  );
  for (const { name } of rows) await client.query(`alter role ${name} password ${pg.escapeLiteral(password)}`);
  const unfinished = `${rulesFile(cluster)}.new`;
  writeFileSync(unfinished, RULES, { mode: 0o600 });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  renameSync(unfinished, rulesFile(cluster));
  await client.query('select pg_reload_conf()');
}

/** Runs a PostgreSQL program to its end as the server's user. Nothing of the app's environment reaches it. */
export async function runAs({ owner }: Place, program: string, args: string[]): Promise<void> {
  // The app's working folder may be closed to that user; the root folder never is.
  await promisify(execFile)(program, args, {
    ...owner,
    cwd: path.parse(program).root,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  });
}

/** True if the folder is a database that can be used, false if it is empty. */
function checkCluster({ cluster, owner }: Place, { major }: Binaries): boolean {
  const { uid, mode } = statSync(cluster);
  const expectedUid = owner?.uid ?? process.getuid?.();
  const files = uid === expectedUid || owner || expectedUid === undefined ? readdirSync(cluster) : null;
  if (files?.length === 0) return false;
  if (expectedUid !== undefined && uid !== expectedUid)
    throw new EmbeddedError(
      `The database in ${cluster} belongs to the user number ${uid}: start Signet as that user or as root.`,
    );
  if (!files?.includes('PG_VERSION'))
    throw new EmbeddedError(
      `The folder ${cluster} holds files but no database: empty it, or set DATA_DIR to another folder.`,
    );
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(major))
    throw new EmbeddedError(
      `The database in ${cluster} was made by PostgreSQL ${version} and this version of Signet brings ` +
        `${major}: write it to a file by npm run backup of the earlier version, and restore that into another ` +
        'DATA_DIR by npm run restore of this one.',
    );
  // PostgreSQL refuses a folder that others may enter, as a restored backup often is.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(cluster, 0o700);
  return true;
}

/** What a start that was killed left behind; one that is still at work keeps its folder. */
function removeUnfinished(cluster: string): void {
  const folder = path.dirname(cluster);
  for (const name of readdirSync(folder)) {
    const pid = /^postgres\.new-(\d+)/.exec(name)?.[1];
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n').at(-1) ?? '';
}
