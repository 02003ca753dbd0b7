import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wasElsewhere } from './at-work.ts';
import { isInUse } from './lock-file.ts';
import { EmbeddedError } from './error.ts';

/** Who the server runs as, where that is not the app's own user: PostgreSQL refuses uid 0. */
export type Owner = { uid: number; gid: number };

/** Where the embedded server lives. All paths are absolute with links resolved. */
export type Place = {
  /** The app's data folder. */
  home: string;
  /** PostgreSQL's data directory. */
  cluster: string;
  /** A folder for copies of the binaries, where the package itself can't be used. */
  store: string;
  owner: Owner | undefined;
};

/** "nobody" everywhere but on macOS, where any unprivileged number will do. */
const NOBODY: Owner = { uid: 65_534, gid: 65_534 };
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107;

/**
 * Finds where the rows of this data folder lie: in `dataDir`/postgres or, for root under a folder that nobody
 * else may enter, in a folder of its own under `elsewhere` that `dataDir`/postgres.location names from then on.
 * Makes the folders. Throws EmbeddedError when the rows were elsewhere and that place is gone.
 */
export function findPlace(dataDir: string, elsewhere: string, log: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  const inside = path.join(home, 'postgres');
  const remembered = recall(home, log);
  if (process.getuid?.() !== 0) return { home, cluster: remembered ?? inside, store: home, owner: undefined };

  const owner = ownerOf(remembered ?? inside);
  if (remembered) return { home, cluster: remembered, store: elsewhere, owner };
  // A server that is at work keeps its folder, even if the way to it was closed meanwhile.
  if (mayEnter(home, owner) || isInUse(inside) || wasElsewhere(inside))
    return { home, cluster: inside, store: elsewhere, owner };
  const cluster = settleElsewhere(home, inside, elsewhere, owner);
  log(`Only root may enter ${home}, and PostgreSQL does not run as root: the database lies in ${cluster}.`);
  return { home, cluster, store: elsewhere, owner };
}

/**
 * Where the rows of this data folder lie, as {@link findPlace} would say, with nothing made or changed; null where
 * there is no such folder. Throws EmbeddedError when the rows were elsewhere and that place is gone.
 */
export function seePlace(dataDir: string): Pick<Place, 'home' | 'cluster'> | null {
  if (!existsSync(dataDir)) return null;
  const home = realpathSync(dataDir);
  const found = elsewhereOf(home);
  return { home, cluster: found && !found.ownedElsewhere ? found.cluster : path.join(home, 'postgres') };
}

/** True if the owner may enter the folder and every one above it. */
export function mayEnter(folder: string, owner: Owner): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  const parent = path.dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || mayEnter(parent, owner));
}

/**
 * The folder of the unix socket: short, since its path is limited, private to the server's user, and always the
 * same for one cluster. Throws EmbeddedError if somebody else made it.
 */
export function socketFolder(place: Place): string {
  const name = `signet-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 12)}`;
  const base = realpathSync(tmpdir());
  const tooLong = Buffer.byteLength(path.join(base, name, '.s.PGSQL.5432')) > LONGEST_SOCKET;
  const folder = path.join(tooLong || (place.owner && !mayEnter(base, place.owner)) ? '/tmp' : base, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const folderStat = lstatSync(folder);
  if (place.owner && folderStat.uid === 0 && folderStat.isDirectory())
    chownSync(folder, place.owner.uid, place.owner.gid);
  const { uid, mode } = lstatSync(folder);
  // A folder that another user made could hold a server of theirs, which would be given our rows.
  if (!folderStat.isDirectory() || uid !== (place.owner?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new EmbeddedError(
      `The folder ${folder}, where the database listens, was made by somebody else: remove it and start again.`,
    );
  return folder;
}

/** An existing cluster keeps the user that owns it (it may have been made before somebody used sudo). */
function ownerOf(cluster: string): Owner {
  if (!existsSync(cluster)) return NOBODY;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? NOBODY : { uid, gid };
}

/**
 * The cluster that `home`/postgres.location names, with the data folder that its `ownerFile` names as `holder`;
 * `ownedElsewhere` when that is another one, of which `home` is a copy. Null without the file. Throws EmbeddedError
 * when the cluster is gone.
 */
function elsewhereOf(
  home: string,
): { cluster: string; pointer: string; ownerFile: string; holder: string; ownedElsewhere: boolean } | null {
  const pointer = path.join(home, 'postgres.location');
  if (!existsSync(pointer)) return null;
  const cluster = readFileSync(pointer, 'utf8').trim();
  const ownerFile = path.join(path.dirname(cluster), 'belongs-to');
  if (!existsSync(ownerFile))
    throw new EmbeddedError(
      `The database of ${home} was kept in ${cluster}, which is gone: bring it back, or delete ` +
        `${pointer} to begin with an empty one.`,
    );
  const holder = readFileSync(ownerFile, 'utf8').trim();
  const holderPointer = path.join(holder, 'postgres.location');
  const ownedElsewhere =
    holder !== home && existsSync(holderPointer) && readFileSync(holderPointer, 'utf8').trim() === cluster;
  return { cluster, pointer, ownerFile, holder, ownedElsewhere };
}

/** The cluster elsewhere that is this data folder's, or null. A copied data folder does not share its model's rows. */
function recall(home: string, log: (line: string) => void): string | null {
  const found = elsewhereOf(home);
  if (found?.ownedElsewhere) {
    log(`${home} is a copy of ${found.holder}; the database stays with ${found.holder}.`);
    unlinkSync(found.pointer);
    return null;
  }
  if (found && found.holder !== home) writeFileSync(found.ownerFile, `${home}\n`);
  return found?.cluster ?? null;
}

function settleElsewhere(home: string, inside: string, elsewhere: string, owner: Owner): string {
  makePublic(elsewhere);
  if (!mayEnter(realpathSync(elsewhere), owner))
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and its user can enter neither ${home} nor ${elsewhere}: start ` +
        'Signet as an ordinary user.',
    );
  const folder = path.join(realpathSync(elsewhere), randomBytes(6).toString('hex'));
  const cluster = path.join(folder, 'postgres');
  makePublic(folder);
  writeFileSync(path.join(folder, 'belongs-to'), `${home}\n`);
  if (existsSync(path.join(inside, 'PG_VERSION'))) {
    cpSync(inside, cluster, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
    giveTo(cluster, owner);
  }
  try {
    writeFileSync(path.join(home, 'postgres.location'), `${cluster}\n`, { flag: 'wx' });
    return cluster;
  } catch {
    // Another start settled at the same moment: its choice holds.
    rmSync(folder, { recursive: true });
    return readFileSync(path.join(home, 'postgres.location'), 'utf8').trim();
  }
}

function makePublic(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function giveTo(folder: string, { uid, gid }: Owner): void {
  chmodSync(folder, 0o700);
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), uid, gid);
}
