/** The life of the embedded server: starts, ends, and what is left after either was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { ask, until, useEmbedded } from '../testing/embedded.ts';
import { findEmbedded } from './embedded.ts';
import { readLockFile } from './embedded/lock-file.ts';

const isRoot = process.getuid?.() === 0;
const { newFolder, usedFolder, open, start } = useEmbedded();

const postmasterOf = (cluster: string): number => readLockFile(cluster)?.pid ?? Number.NaN;
const workIn = (entry: string, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${entry}/cwd`) === folder;
  } catch {
    return false;
  }
};
/** Whether a server runs there: a process number tells nothing, since nobody may have buried the dead one. */
const isUp = async (connection: pg.ClientConfig): Promise<boolean> =>
  (await ask<number>(connection, 'select 1 as answer').catch(() => 0)) === 1;

it('makes a database in UTF-8 with checksums and an owner without further rights, and ends it', async () => {
  const folder = newFolder();
  const server = await open(folder, { durable: true });
  expect(server).toMatchObject({ adopted: false, fresh: true, dataDir: path.join(folder, 'postgres') });
  const setting = (name: string) => ask<string>(server.connection, `select current_setting('${name}') as answer`);
  expect(await setting('server_version')).toMatch(/^18\./);
  expect(await setting('server_encoding')).toBe('UTF8');
  expect(await setting('data_checksums')).toBe('on');
  expect([await setting('fsync'), await setting('synchronous_commit'), await setting('full_page_writes')]).toEqual([
    'on',
    'on',
    'on',
  ]);
  expect(
    await ask(
      server.connection,
      `select datlocprovider::text || ' ' || datlocale as answer from pg_database where datname = current_database()`,
    ),
  ).toBe('b C.UTF-8');
  expect(await ask(server.connection, `select rolsuper as answer from pg_roles where rolname = current_user`)).toBe(
    false,
  );
  expect(
    await ask(
      server.connection,
      `select count(*)::int as answer from (values ('ä' collate "und-x-icu")) as word (text) where text < 'b'`,
    ),
  ).toBe(1);
  for (const extension of ['pg_trgm', 'citext', 'pgcrypto', 'unaccent', 'btree_gin'])
    await ask(server.connection, `create extension ${extension}`);
  expect(readdirSync(path.join(server.dataDir, 'log'))).toHaveLength(1);

  await server.stop();
  expect(await isUp(server.connection)).toBe(false);
  expect(
    [path.join(server.dataDir, 'postmaster.pid'), server.connection.host].filter((file) => existsSync(file)),
  ).toEqual([]);
  const again = await open(folder);
  expect(again).toMatchObject({ adopted: false, fresh: false });
});

it('takes as many connections as requests may hold, and more', async () => {
  const most = async (connections?: number) => {
    const server = await open(folder, connections === undefined ? {} : { connections });
    const answer = await ask<string>(server.connection, `select current_setting('max_connections') as answer`);
    await server.stop();
    return answer;
  };
  const folder = await usedFolder();
  expect([await most(), await most(16), await most(500)]).toEqual(['100', '100', '540']);
});

it('listens on a private unix socket only, whose path is short however long the folder is', async () => {
  const folder = path.join(newFolder(), ...Array.from({ length: 6 }, () => 'a-rather-long-folder-name'));
  const { connection } = await open(folder);
  expect(
    await ask(connection, `select coalesce(inet_server_addr()::text, current_setting('listen_addresses')) as answer`),
  ).toBe('');
  const socket = path.join(connection.host, '.s.PGSQL.5432');
  expect(Buffer.byteLength(socket)).toBeLessThan(104);
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
});

it('keeps the socket’s path short where the folder for temporary files is a long one', async () => {
  const folder = await usedFolder();
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = path.join(newFolder(), 'long'.repeat(30));
  mkdirSync(process.env['TMPDIR']);
  try {
    const { connection } = await open(folder);
    expect(connection.host).toMatch(/^\/tmp\/signet-[0-9a-f]{12}$/);
    expect(await ask(connection, 'select 1 as answer')).toBe(1);
  } finally {
    process.env['TMPDIR'] = usual;
  }
});

it('refuses a socket folder that somebody else has prepared', async () => {
  const folder = await usedFolder();
  const { connection, stop } = await open(folder);
  await stop();
  mkdirSync(connection.host);
  chmodSync(connection.host, 0o777);
  await expect(open(folder)).rejects.toThrow(
    `The folder ${connection.host}, where the database listens, was made by somebody else: remove it and start again.`,
  );
  rmSync(connection.host, { recursive: true });
  symlinkSync(newFolder(), connection.host);
  await expect(open(folder)).rejects.toThrow('was made by somebody else');
  rmSync(connection.host);
});

it('listens on 127.0.0.1 with a password where there are no unix sockets', async () => {
  const folder = await usedFolder();
  const { connection } = await open(folder, { loopback: true });
  expect(connection.host).toBe('127.0.0.1');
  expect(await ask(connection, 'select 1 as answer')).toBe(1);
  await expect(ask({ ...connection, password: 'guess' }, 'select 1 as answer')).rejects.toThrow(
    /password authentication failed/,
  );
  expect(statSync(path.join(folder, 'postgres.password')).mode & 0o077).toBe(0);
  process.kill(postmasterOf(path.join(folder, 'postgres')), 'SIGKILL');
  expect(await until(() => ask<number>(connection, 'select 1 as answer'))).toBe(1);
});

/** Whom the server lets in, by the rules that it works with. */
const trusted = (connection: pg.ClientConfig) =>
  ask<number>(
    { ...connection, user: 'postgres' },
    `select count(*)::int as answer from pg_hba_file_rules where auth_method <> 'scram-sha-256'`,
  );
const letsIn = (connection: pg.ClientConfig) =>
  ask<number>(connection, 'select 1 as answer').then(
    () => true,
    () => false,
  );

it('lets nobody in without the password, on its socket neither, whoever they are', async () => {
  const folder = newFolder();
  const { connection } = await open(folder);
  expect(connection.host).toMatch(/^\//);
  expect(await trusted(connection)).toBe(0);
  for (const user of ['signet', 'postgres']) {
    expect(await letsIn({ ...connection, user })).toBe(true);
    for (const password of ['', 'guess']) expect(await letsIn({ ...connection, user, password })).toBe(false);
  }
  expect(statSync(path.join(folder, 'postgres.password')).mode & 0o077).toBe(0);
});

/** Makes a cluster what those of earlier versions are: everybody is let in on the socket, and nobody has a password. */
async function asBefore(folder: string, connection: pg.ClientConfig): Promise<void> {
  const superuser = { ...connection, user: 'postgres' };
  for (const role of ['signet', 'postgres']) await ask(superuser, `alter role ${role} password null`).catch(() => null);
  writeFileSync(path.join(folder, 'postgres', 'pg_hba.conf'), '# rules\nlocal   all   all   trust\n');
  process.kill(postmasterOf(path.join(folder, 'postgres')), 'SIGHUP');
  rmSync(path.join(folder, 'postgres.password'));
  await until(async () => ((await letsIn({ ...connection, password: '' })) ? true : undefined));
}

it('gives a database of an earlier version its password, one that is at work as well, and loses no row', async () => {
  const folder = await usedFolder();
  const app = start(folder);
  const { ready } = await app.event((event) => event.ready !== undefined);
  await app.addRow();
  await asBefore(folder, ready?.connection ?? {});
  const { password: _, ...withoutPassword } = ready?.connection ?? { password: '' };
  expect(await findEmbedded(folder)).toEqual({ ...withoutPassword, password: '' });
  app.child.kill('SIGKILL');
  await app.exit;

  const adopted = await open(folder);
  expect(adopted.adopted).toBe(true);
  expect(await trusted(adopted.connection)).toBe(0);
  expect(await letsIn({ ...adopted.connection, password: '' })).toBe(false);
  expect(await ask(adopted.connection, 'select count(*)::int as answer from row')).toBe(1);

  await asBefore(folder, adopted.connection);
  await adopted.stop();
  const restarted = await open(folder);
  expect(await trusted(restarted.connection)).toBe(0);
  expect(await ask(restarted.connection, 'select count(*)::int as answer from row')).toBe(1);
});

it('says which file is missing when the password is gone, and when it is another one', async () => {
  const folder = await usedFolder();
  const file = path.join(folder, 'postgres.password');
  const { stop } = await open(folder);
  await stop();
  const password = readFileSync(file, 'utf8');
  rmSync(file);
  await expect(open(folder)).rejects.toThrow(
    `The file ${file} with the password of the database is gone: bring it back.`,
  );
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'another one');
  await expect(open(folder)).rejects.toThrow('does not take the password in postgres.password: bring it back.');
  writeFileSync(file, password);
  expect((await open(folder)).fresh).toBe(false);
});

it.runIf(isRoot)('runs as an ordinary user when the app runs as root', async () => {
  const { connection, dataDir } = await open(newFolder());
  expect(await ask(connection, 'select 1 as answer')).toBe(1);
  expect(statSync(dataDir).uid).toBe(65_534);
  expect(statSync(path.join(dataDir, 'postmaster.pid')).uid).toBe(65_534);
});

it('adopts the server that an app left behind when it was killed', async () => {
  const folder = await usedFolder();
  const first = start(folder);
  const { ready } = await first.event((event) => event.ready !== undefined);
  expect(await first.addRow()).toBe(1);
  const { connection, dataDir } = ready ?? { connection: {}, dataDir: '' };
  const pid = postmasterOf(dataDir);
  first.child.kill('SIGKILL');
  await first.exit;
  expect(await isUp(connection)).toBe(true);

  const second = start(folder);
  expect(await second.event((event) => event.ready !== undefined)).toMatchObject({
    ready: { adopted: true, fresh: false },
    rows: 1,
  });
  expect(postmasterOf(dataDir)).toBe(pid);
  expect(await second.addRow()).toBe(2);
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
  expect(await isUp(connection)).toBe(false);
});

it('loses no row that was acknowledged when app and server are killed together', async () => {
  const folder = await usedFolder();
  const app = start(folder, { durable: true });
  const { ready } = await app.event((event) => event.ready !== undefined);
  for (let row = 1; row <= 20; row++) expect(await app.addRow()).toBe(row);
  app.child.kill('SIGKILL');
  process.kill(postmasterOf(ready?.dataDir ?? ''), 'SIGKILL');
  await app.exit;
  const { connection, adopted } = await open(folder);
  expect(adopted).toBe(false);
  expect(await ask(connection, 'select count(*)::int as answer from row')).toBe(20);
});

it('brings the server back when it dies under the app, and still counts as the one app', async () => {
  const folder = await usedFolder();
  const lines: string[] = [];
  const { connection, dataDir } = await open(folder, { durable: true, log: (line) => lines.push(line) });
  await ask(connection, 'create table kept (id integer)');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  expect(await until(() => ask<number>(connection, `select count(*)::int as answer from kept`))).toBe(0);
  expect(lines).toContain('The database stopped unexpectedly; starting it again.');
  const holders = `select count(*)::int as answer from pg_locks where locktype = 'advisory' and granted`;
  await until(async () =>
    (await ask<number>({ ...connection, user: 'postgres', database: 'postgres' }, holders)) === 1 ? true : undefined,
  );
  await expect(open(folder)).rejects.toThrow(`already running on the data in ${folder} (process ${process.pid})`);
});

it('closes at once, and leaves nothing at work, when the server has just died', { timeout: 30_000 }, async () => {
  const folder = await usedFolder();
  const { connection, dataDir, stop } = await open(folder, { durable: true });
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await stop();
  expect(await isUp(connection)).toBe(false);
  expect((await open(folder)).adopted).toBe(false);
});

it('starts nothing where all processes are asked to end together', async () => {
  const folder = await usedFolder();
  const lines: string[] = [];
  const { connection, dataDir, beginToStop, stop } = await open(folder, { log: (line) => lines.push(line) });
  const request = ask<string>(connection, `select pg_sleep(60)::text as answer`).catch((error: Error) => error.message);
  const asked = `select nullif(count(*), 0)::int as answer from pg_stat_activity where query like 'select pg_sleep%'`;
  await until(async () => (await ask<number | null>(connection, asked)) ?? undefined);
  beginToStop();
  const pid = postmasterOf(dataDir);
  // As a supervisor does it that signals every process of a service.
  for (const one of readdirSync('/proc').filter((entry) => workIn(entry, dataDir)))
    process.kill(Number(one), 'SIGTERM');
  expect(await request).toMatch(/terminating connection/);
  await until(async () => ((await isUp(connection)) ? undefined : true));
  await delay(1_000);
  expect([pid, undefined]).toContain(readLockFile(dataDir)?.pid);
  expect(lines).toEqual([]);
  await stop();
  expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
});

it('waits for the last processes of a killed server to let go of their memory', async () => {
  const folder = await usedFolder();
  const app = start(folder);
  const { ready } = await app.event((event) => event.ready !== undefined);
  const { connection, dataDir } = ready ?? { connection: {}, dataDir: '' };
  const straggler =
    (await ask<number>(
      { ...connection, user: 'postgres' },
      `select pid as answer from pg_stat_activity where backend_type = 'checkpointer'`,
    )) ?? 0;
  process.kill(straggler, 'SIGSTOP');
  app.child.kill('SIGKILL');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await app.exit;

  const messages = path.join(folder, 'postgres-start.log');
  const opening = open(folder);
  try {
    expect(await until(async () => /FATAL:.*still in use/.exec(readFileSync(messages, 'utf8'))?.[0])).toBeTruthy();
  } finally {
    process.kill(straggler, 'SIGCONT');
  }
  expect(await ask((await opening).connection, 'select 1 as answer')).toBe(1);
});

it('says why when a killed server never lets go, and harms nothing', async () => {
  const folder = await usedFolder();
  const app = start(folder);
  const { ready } = await app.event((event) => event.ready !== undefined);
  const { connection, dataDir } = ready ?? { connection: {}, dataDir: '' };
  const straggler =
    (await ask<number>(
      { ...connection, user: 'postgres' },
      `select pid as answer from pg_stat_activity where backend_type = 'checkpointer'`,
    )) ?? 0;
  process.kill(straggler, 'SIGSTOP');
  app.child.kill('SIGKILL');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await app.exit;
  try {
    await expect(open(folder)).rejects.toThrow(
      `The database in ${dataDir} could not be started: pre-existing shared memory block`,
    );
  } finally {
    process.kill(straggler, 'SIGCONT');
  }
  expect((await open(folder)).adopted).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'is not held up by a lock file whose process number belongs to something else by now',
  async () => {
    const folder = await usedFolder();
    const { dataDir, stop } = await open(folder);
    const text = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8');
    await stop();
    const owner = statSync(dataDir);
    const innocent = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', uid: owner.uid, gid: owner.gid });
    await once(innocent, 'spawn');
    // The shared memory key belongs to a machine that is gone, too.
    const lines = text.split('\n').with(0, String(innocent.pid)).with(6, '').join('\n');
    writeFileSync(path.join(dataDir, 'postmaster.pid'), lines);
    const { connection } = await open(folder);
    expect(await ask(connection, 'select 1 as answer')).toBe(1);
    expect(innocent.exitCode).toBeNull();
    innocent.kill();
  },
);

it('answers a second start with one sentence, and the first goes on', async () => {
  const folder = await usedFolder();
  const first = start(folder);
  await first.event((event) => event.ready !== undefined);
  const second = start(folder);
  const { refused } = await second.event((event) => event.refused !== undefined);
  expect(refused).toBe(
    `EmbeddedError: Signet is already running on the data in ${folder} (process ${first.child.pid}): ` +
      'stop it first, or set DATA_DIR to another folder.',
  );
  expect(await second.exit).toBe(1);
  expect(await first.addRow()).toBe(1);
});

it('makes one database when two first starts come at once', async () => {
  const folder = newFolder();
  const both = [start(folder), start(folder)];
  const answers = await Promise.all(
    both.map((app) => app.event((event) => event.ready !== undefined || event.refused !== undefined)),
  );
  expect(answers.filter((event) => event.ready?.fresh)).toHaveLength(1);
  expect(answers.filter((event) => event.refused?.includes('already running'))).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([]);
});

it('begins anew when a first start was killed half-way', async () => {
  const folder = newFolder();
  const dead = spawn('true', { stdio: 'ignore' });
  await once(dead, 'exit');
  const half = path.join(folder, `postgres.new-${dead.pid}`);
  mkdirSync(half, { recursive: true });
  writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
  expect((await open(folder)).fresh).toBe(true);
  expect(existsSync(half)).toBe(false);
});

it('lets the app drain after Ctrl-C, which a terminal sends to every process of the group', async () => {
  const folder = await usedFolder();
  const app = start(folder);
  const { ready } = await app.event((event) => event.ready !== undefined);
  await app.addRow();
  process.kill(-(app.child.pid ?? Number.NaN), 'SIGINT');
  expect(await app.event((event) => event.rowsWhileDraining !== undefined)).toEqual({ rowsWhileDraining: 1 });
  expect(await app.exit).toBe(0);
  expect(await isUp(ready?.connection ?? {})).toBe(false);
});

it('starts at once where another app is just closing', async () => {
  const folder = await usedFolder();
  const first = start(folder);
  await first.event((event) => event.ready !== undefined);
  first.child.kill('SIGINT');
  const second = start(folder);
  expect(
    (await second.event((event) => event.ready !== undefined || event.refused !== undefined)).refused,
  ).toBeUndefined();
  expect(await first.exit).toBe(0);
  expect(await second.addRow()).toBe(1);
});
