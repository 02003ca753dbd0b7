import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { openEmbedded, type EmbeddedOptions, type EmbeddedServer } from '../db/embedded.ts';
import { makeTemporaryFolder } from './postgres.ts';
import { spawnApp, type AppOptions, type SpawnedApp } from './spawn-app.ts';

/** For tests of the embedded server itself: whatever they leave at work is ended, and every folder deleted. */
export function useEmbedded(): {
  /** A data folder that every user may enter. */
  newFolder: () => string;
  /**
   * One with a database that was ended in good order: a copy, since making another takes longer than all that most
   * tests do with it.
   */
  usedFolder: () => Promise<string>;
  /** Not durable unless asked for. */
  open: (dataDir: string, options?: Partial<EmbeddedOptions>) => Promise<EmbeddedServer>;
  start: (dataDir: string, options?: AppOptions) => SpawnedApp;
} {
  const servers = new Set<EmbeddedServer>();
  const apps = new Set<SpawnedApp>();
  const usual = process.env['TMPDIR'];
  let base = '';
  let used: Promise<string> | undefined;
  // Each test starts servers, some wait for two seconds by design, and other tests keep the processors busy.
  vi.setConfig({ testTimeout: 90_000 });
  beforeAll(() => {
    base = makeTemporaryFolder('signet-embedded-');
    chmodSync(base, 0o1777);
    // Sockets are made here too, and vanish with it.
    process.env['TMPDIR'] = base;
  });
  afterEach(async () => {
    for (const app of apps) app.child.kill('SIGKILL');
    for (const server of servers) await server.stop();
    apps.clear();
    servers.clear();
  });
  afterAll(async () => {
    for (const name of readdirSync(base)) {
      const dataDir = path.join(base, name);
      if (existsSync(path.join(dataDir, 'postgres', 'postmaster.pid')))
        await (await openEmbedded({ dataDir, log: () => {} })).stop();
    }
    // The files after this one are tested by the same process.
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    rmSync(base, { recursive: true, force: true });
  });
  return {
    newFolder: () => makeTemporaryFolder('data-'),
    async usedFolder() {
      const original = await (used ??= openAndStop(makeTemporaryFolder('used-')));
      const folder = makeTemporaryFolder('data-');
      // Unlike Node's own copy, it keeps the owner.
      execFileSync('cp', ['-a', `${original}/.`, folder]);
      return folder;
    },
    open: async (dataDir, options) => {
      const server = await openEmbedded({ dataDir, log: () => {}, durable: false, ...options });
      servers.add(server);
      return server;
    },
    start: (dataDir, options) => {
      const app = spawnApp(dataDir, options);
      apps.add(app);
      return app;
    },
  };
}

async function openAndStop(folder: string): Promise<string> {
  const server = await openEmbedded({ dataDir: folder, log: () => {}, durable: false });
  await server.stop();
  return folder;
}

/** The column `answer` of a query's first row. */
export async function ask<T>(connection: pg.ClientConfig, query: string): Promise<T | undefined> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ answer: T }>(query)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

/** Asks again until there is an answer, for as long as the test may last. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await look().catch(() => undefined);
    if (answer !== undefined) return answer;
    await delay(20);
  }
}

/** A folder that its owner alone may enter. */
export const newPrivateFolder = (): string => mkdtempSync(path.join(process.env['TMPDIR'] ?? '/tmp', 'private-'));
