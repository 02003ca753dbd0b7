/** A command beside the app: finding the embedded server that is at work, and leaving everything as it is. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ask, newPrivateFolder, until, useEmbedded } from '../testing/embedded.ts';
import { findEmbedded } from './embedded.ts';
import { readLockFile } from './embedded/lock-file.ts';

const isRoot = process.getuid?.() === 0;
const { newFolder, open, start } = useEmbedded();
const rows = `select count(*)::int as answer from row`;

it('finds none where none is at work, and makes nothing', async () => {
  const folder = newFolder();
  expect(await findEmbedded(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(await findEmbedded(path.join(folder, 'missing'))).toBeNull();
  expect(existsSync(path.join(folder, 'missing'))).toBe(false);
});

it('finds the server of another process, also of a killed one, until the server has ended too', async () => {
  const folder = newFolder();
  const app = start(folder);
  const { ready } = await app.event((event) => event.ready !== undefined);
  expect(await app.addRow()).toBe(1);
  const found = await findEmbedded(folder);
  expect(found).toEqual(ready?.connection);
  expect(await ask(found ?? {}, rows)).toBe(1);
  expect(await app.addRow()).toBe(2);

  app.child.kill('SIGKILL');
  await app.exit;
  expect(await ask((await findEmbedded(folder)) ?? {}, rows)).toBe(2);
  process.kill(readLockFile(ready?.dataDir ?? '')?.pid ?? Number.NaN, 'SIGKILL');
  // The lock file of a server that was killed stays.
  await until(async () => ((await findEmbedded(folder)) === null ? true : undefined));
  expect(existsSync(path.join(ready?.dataDir ?? '', 'postmaster.pid'))).toBe(true);
});

it('finds a server that listens on an address, with its password', async () => {
  const folder = newFolder();
  const { connection } = await open(folder, { loopback: true });
  expect(await findEmbedded(folder)).toEqual(connection);
});

it('waits for a server that is just ending', async () => {
  const folder = newFolder();
  const { connection, dataDir } = await open(folder);
  // Ends once its last connection has gone, and takes no new ones meanwhile; the app's own stays open.
  process.kill(readLockFile(dataDir)?.pid ?? Number.NaN, 'SIGTERM');
  const refused = () =>
    ask(connection, 'select 1 as answer').then(
      () => undefined,
      (error: { code?: string }) => (error.code === '57P03' ? true : undefined),
    );
  await until(refused);
  let answered = false;
  const finding = findEmbedded(folder).finally(() => (answered = true));
  for (let look = 0; look < 20; look++) await refused();
  expect(answered).toBe(false);
  process.kill(readLockFile(dataDir)?.pid ?? Number.NaN, 'SIGINT');
  // The app may have started it again by then.
  expect([null, connection]).toContainEqual(await finding);
});

it.runIf(isRoot)(
  'finds the server of a folder that only root may enter; a copy of that folder has none, and keeps its pointer',
  async () => {
    const closed = newPrivateFolder();
    const original = path.join(closed, 'original');
    const { connection } = await open(original, { elsewhere: path.join(newFolder(), 'elsewhere') });
    expect(await findEmbedded(original)).toEqual(connection);
    const copy = path.join(closed, 'copy');
    mkdirSync(copy);
    cpSync(path.join(original, 'postgres.location'), path.join(copy, 'postgres.location'));
    expect(await findEmbedded(copy)).toBeNull();
    expect(readFileSync(path.join(copy, 'postgres.location'), 'utf8')).toBe(
      readFileSync(path.join(original, 'postgres.location'), 'utf8'),
    );
  },
);
