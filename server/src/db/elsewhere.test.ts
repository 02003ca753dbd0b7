/** A data directory on the volume of several containers: one server at a time, wherever it is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { ask, newPrivateFolder, until, useEmbedded } from '../testing/embedded.ts';
import { inContainer, type AppEvent } from '../testing/spawn-app.ts';
import { findEmbedded } from './embedded.ts';

const mayMakeContainers = process.platform === 'linux' && process.getuid?.() === 0;
const { newFolder, usedFolder, open, start } = useEmbedded();
// Four processes in a row, and fifteen seconds by design.
vi.setConfig({ testTimeout: 240_000 });

const BACKUP = fileURLToPath(new URL('../backup/backup-command.ts', import.meta.url));
const lockOf = (folder: string): string => path.join(folder, 'postgres', 'postmaster.pid');
const told = (event: AppEvent): boolean => event.ready !== undefined || event.refused !== undefined;

describe.runIf(mayMakeContainers)('from another container', () => {
  it('neither a start nor a backup touches the server that is at work, and it goes on', async () => {
    const folder = await usedFolder();
    const container = newFolder();
    const first = start(folder, { container });
    await first.event(told);
    expect(await first.addRow()).toBe(1);
    const lock = readFileSync(lockOf(folder), 'utf8');

    const second = start(folder, { container });
    expect((await second.event(told)).refused).toBe(
      `EmbeddedError: The database in ${folder}/postgres is at work elsewhere, such as in another container: end ` +
        'that Signet first, or set DATA_DIR to another folder.',
    );
    expect(await second.exit).toBe(1);
    expect(readFileSync(lockOf(folder), 'utf8')).toBe(lock);

    const file = path.join(newPrivateFolder(), 'backup');
    const [program = '', ...words] = inContainer(container, [process.execPath, BACKUP, file]);
    const backup = spawnSync(program, words, {
      cwd: newFolder(),
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
      encoding: 'utf8',
    });
    expect(backup.stderr).toContain('No backup: The database in ');
    expect(backup.stderr).toContain('run this where Signet runs, such as in its container.');
    expect(backup.status).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(lockOf(folder), 'utf8')).toBe(lock);
    expect(await first.addRow()).toBe(2);
  });

  it('one that was killed is waited for, and its rows are there; its end in good order is not waited for', async () => {
    const folder = await usedFolder();
    const container = newFolder();
    const first = start(folder, { container, durable: true });
    await first.event(told);
    expect(await first.addRow()).toBe(1);
    first.child.kill('SIGKILL');
    await first.exit;
    expect(existsSync(lockOf(folder))).toBe(true);

    const both = [1, 2].map(() => start(folder, { container, durable: true }));
    const began = performance.now();
    const answers = await Promise.all(both.map((app) => app.event(told)));
    expect(performance.now() - began).toBeGreaterThan(15_000);
    expect(await both[0]?.event((event) => event.log !== undefined)).toEqual({
      log: expect.stringContaining('waiting 15 seconds to see that it has stopped.'),
    });
    expect(answers.filter((event) => event.refused?.includes('is at work elsewhere'))).toHaveLength(1);
    const second = both.find((_, index) => answers[index]?.ready);
    expect(await second?.addRow()).toBe(2);

    second?.child.kill('SIGKILL');
    await second?.exit;
    const here = await open(folder);
    expect(await ask(here.connection, 'select count(*)::int as answer from row')).toBe(2);
    await here.stop();
    const lines: string[] = [];
    await open(folder, { log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
  });
});

it.runIf(process.platform === 'linux')('of a server whose socket is not seen a command says so', async () => {
  const folder = await usedFolder();
  const { dataDir, connection } = await open(folder);
  const lock = readFileSync(lockOf(folder), 'utf8');
  // As where each service has its own folder for temporary files.
  writeFileSync(lockOf(folder), lock.replace(connection.host, newFolder()));
  await expect(findEmbedded(folder)).rejects.toThrow(
    `The database in ${dataDir} is at work elsewhere, or where its socket is not seen from here: run this where `,
  );
  writeFileSync(lockOf(folder), lock);
  expect(await findEmbedded(folder)).toEqual(connection);
});

it.runIf(process.platform === 'linux')('a database of an earlier version, killed, starts as it did', async () => {
  const folder = await usedFolder();
  const app = start(folder);
  const { ready } = await app.event(told);
  app.child.kill('SIGKILL');
  await app.exit;
  process.kill(Number.parseInt(readFileSync(lockOf(folder), 'utf8'), 10), 'SIGKILL');
  await until(async () => ((await findEmbedded(folder)) === null ? true : undefined));
  rmSync(path.join(folder, 'postgres.at-work'));
  const { connection, adopted } = await open(folder);
  expect(connection).toEqual(ready?.connection);
  expect(adopted).toBe(false);
  expect(existsSync(path.join(folder, 'postgres.at-work'))).toBe(true);
});
