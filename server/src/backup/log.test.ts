/** The audit log of a restored platform, beside checkpoints that lay elsewhere and the head that the machine keeps. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseCheckpoint, signCheckpoint } from '../audit/checkpoint.ts';
import { KEPT_HEAD_FILE } from '../audit/kept-head.ts';
import { openLogKey } from '../audit/keys.ts';
import type { NoteSigner } from '../audit/note.ts';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { checkBackup } from './check.ts';
import { restore } from './restore.ts';
import { KEY, run, sign, succeed, to, usedPlatform, withClient } from './testing.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: TestApp;
let base: string;
let backup: string;
let signer: NoteSigner;
/** The heads of the log at the backup and after it, and one of the same key that contradicts both. */
let heads: { atBackup: string; since: string; forked: string };
let folder: string;
let target: TestDatabase;

const sizeOf = (note: string): number => parseCheckpoint(`${note.split('\n\n')[0]}\n`)?.size ?? 0;

beforeAll(async () => {
  app = await usedPlatform();
  base = mkdtempSync(path.join(tmpdir(), 'signet-log-'));
  backup = path.join(base, 'platform.signet');
  const atBackup = await sign(app.runtime);
  await succeed('backup', [backup], to(base, app.connection));
  // That it was written is an event.
  const since = await sign(app.runtime);
  signer = await openLogKey(app.db, { ...app.runtime, origin: app.runtime.config.AUDIT_ORIGIN });
  heads = {
    atBackup,
    since,
    forked: signCheckpoint({ size: sizeOf(atBackup) - 1, root: Buffer.alloc(32, 1) }, signer),
  };
});
afterAll(async () => {
  await app.close();
  rmSync(base, { recursive: true });
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(base, 'test-'));
  mkdirSync(path.join(folder, 'data'));
  target = await createEmptyDatabase();
});
afterEach(() => target.drop());

const restored = (...more: string[]) => run('restore', [backup, ...more], to(folder, target.connection));
const inFile = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const keep = (note: string): void => writeFileSync(path.join(folder, 'data', KEPT_HEAD_FILE), note);
/** The heads that the machine keeps, and those that were moved aside. */
const kept = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path.join(folder, 'data'))
      .filter((name) => name.startsWith(KEPT_HEAD_FILE))
      .map((name) => [name.replace(/restore-.+/, 'restore-…'), readFileSync(path.join(folder, 'data', name), 'utf8')]),
  );
const ASIDE = `${KEPT_HEAD_FILE}.before-restore-…`;
const toldOf = () =>
  withClient(target.connection, async (client) => {
    const { rows } = await client.query<{ after: object }>(
      "select after from audit_event where resource_type = 'BACKUP' and action = 'UPDATE'",
    );
    return rows.map(({ after }) => after);
  });
const startedNothing = (): Promise<boolean> =>
  withClient(target.connection, async (client) => {
    const { rows } = await client.query<{ held: boolean }>(
      "select to_regclass('public.unfinished_restore') is not null as held",
    );
    return rows[0]?.held === true;
  });

test('a machine whose head is that of the backup keeps it', async () => {
  keep(heads.atBackup);
  const { code, said } = await restored();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/does not go on|is newer/)]);
  expect(kept()).toEqual({ [KEPT_HEAD_FILE]: heads.atBackup });
  expect(await toldOf()).toEqual([expect.objectContaining({ newer_checkpoint: null, finding: null })]);
});

test('a head from after the backup is moved aside, and how much is lost is said and in the log', async () => {
  expect(sizeOf(heads.since)).toBe(sizeOf(heads.atBackup) + 1);
  keep(heads.since);
  const { code, said } = await restored();
  expect(code).toBe(0);
  const [now, later] = [sizeOf(heads.atBackup), sizeOf(heads.since)].map((size) => size.toLocaleString('en-US'));
  expect(said).toContain(`The audit log is proved: ${now} events as they were signed.`);
  expect(said).toContain(
    `A checkpoint of ${later} events is newer: what those after ${sizeOf(heads.atBackup)} tell is lost.`,
  );
  expect(said).toMatch(/that this machine kept does not go on from here: it is now in .+\.before-restore-\d+T\d+Z/);
  expect(kept()).toEqual({ [KEPT_HEAD_FILE]: heads.atBackup, [ASIDE]: heads.since });
  expect(await toldOf()).toEqual([
    expect.objectContaining({ log_size: sizeOf(heads.atBackup), newer_checkpoint: sizeOf(heads.since) }),
  ]);
});

test('where the head can’t be moved aside nothing is restored yet, and the same command finishes it', async () => {
  keep(heads.since);
  const now = new Date('2026-12-01T10:20:30.400Z');
  // In the place of the file that the head would be moved to.
  const inTheWay = path.join(folder, 'data', `${KEPT_HEAD_FILE}.before-restore-20261201T102030Z`);
  mkdirSync(inTheWay);
  const failed = restore({
    file: backup,
    checked: await checkBackup(backup, { at: () => undefined, done: () => undefined }),
    key: Buffer.from(KEY, 'base64'),
    config: app.runtime.config,
    storage: {
      connection: target.connection,
      dataDir: path.join(folder, 'data'),
      where: 'x',
      beginToRelease: () => {},
      release: async () => {},
    },
    clock: { now: () => now },
    progress: { at: () => undefined, done: () => undefined },
    checkpoints: [],
    unprovedLog: false,
    onlyToLook: false,
    say: () => undefined,
  });
  await expect(failed).rejects.toThrow('EISDIR');
  expect(await startedNothing()).toBe(true);
  rmSync(inTheWay, { recursive: true });
  expect(kept()).toEqual({ [KEPT_HEAD_FILE]: heads.since });
  const { code, said } = await restored();
  expect([code, said]).toEqual([0, expect.stringContaining('The rows of this backup are there already')]);
  expect(kept()).toEqual({ [KEPT_HEAD_FILE]: heads.atBackup, [ASIDE]: heads.since });
  expect(await toldOf()).toEqual([expect.objectContaining({ newer_checkpoint: sizeOf(heads.since) })]);
});

test('a checkpoint from after the backup does not refute it, beside one that it contains', async () => {
  const file = inFile('checkpoints', heads.atBackup + heads.since);
  const { code, said } = await restored('--checkpoint', file);
  expect([code, said]).toEqual([0, expect.stringContaining('and contains 1 checkpoint taken before.')]);
  expect(said).toContain(`what those after ${sizeOf(heads.atBackup)} tell is lost`);
  expect(await toldOf()).toEqual([expect.objectContaining({ newer_checkpoint: sizeOf(heads.since), finding: null })]);
});

test('a head of another past than that of the backup is moved aside, and no checkpoint of it is taken', async () => {
  const file = inFile('forked', heads.forked);
  const refused = await restored('--checkpoint', file);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('The audit log of the backup is not proved.') });
  expect(await startedNothing()).toBe(true);
  keep(heads.forked);
  const { code, said } = await restored();
  expect([code, said]).toEqual([0, expect.stringContaining('does not go on from here')]);
  expect(kept()).toEqual({ [KEPT_HEAD_FILE]: heads.atBackup, [ASIDE]: heads.forked });
});

test('a checkpoint that nobody signed like that proves nothing, whatever size it names', async () => {
  const altered = heads.atBackup.replace(/^\d+$/m, (size) => String(Number(size) + 1000));
  for (const note of [altered, heads.atBackup.replace(/\n— \S+/, '\n— elsewhere.example/log')]) {
    const { code, said } = await restored('--checkpoint', inFile('altered', note));
    expect([code, said]).toEqual([1, expect.stringContaining('The audit log of the backup is not proved.')]);
  }
  expect(await startedNothing()).toBe(true);
});

test('a file without a checkpoint is refused, not taken for one that was compared', async () => {
  const { code, said } = await restored('--checkpoint', inFile('empty', '\n'));
  expect([code, said]).toEqual([1, expect.stringContaining('There is no checkpoint in')]);
  expect(await startedNothing()).toBe(false);
});

test('the name of the log is that of its checkpoints, whatever the backup is told', async () => {
  const named = path.join(folder, 'named.signet');
  await succeed('backup', [named], { ...to(folder, app.connection), AUDIT_ORIGIN: 'other.example/audit' });
  const { about } = await checkBackup(named, { at: () => undefined, done: () => undefined });
  expect(about.audit.origin).toBe(app.runtime.config.AUDIT_ORIGIN);
  const { code, said } = await run('restore', [named], to(folder, target.connection));
  expect([code, said]).toEqual([0, expect.stringContaining('The audit log is proved')]);
});
