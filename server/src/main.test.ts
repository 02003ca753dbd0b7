/** The process itself, between its settings and its end, on a database that a test can take away. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from './testing/database.ts';
import { addressOf, openDatabaseDoor } from './testing/database-door.ts';
import { makeTemporaryFolder } from './testing/postgres.ts';
import { spawnSignet, type SpawnedSignet } from './testing/spawn-signet.ts';

let folder: string;
let database: TestDatabase;
let signet: SpawnedSignet;
beforeEach(async () => {
  folder = makeTemporaryFolder('signet-main-');
  database = await createDatabase();
});
afterEach(async () => {
  await signet.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each starts a process, which takes its time where the processors have other work. */
const PATIENCE = 180_000;

const status = (to: string): Promise<number | null> =>
  fetch(signet.url + to).then(
    (answer) => answer.status,
    () => null,
  );
const becomes = (to: string, expected: number) =>
  vi.waitFor(async () => expect(await status(to)).toBe(expected), { timeout: 60_000, interval: 20 });

test(
  'from the moment it listens, a database that goes away ends nothing: 503, and 200 when it is back',
  { timeout: PATIENCE },
  async () => {
    let starting = true;
    const door = await openDatabaseDoor(database.connection, async (piece) => {
      // Should the start still ask for the license when it listens already, the database is gone at that very moment.
      if (starting && piece.includes('platform_license') && (await status('/healthz')) === 200) door.shut();
    });
    try {
      signet = await spawnSignet(folder, { DATABASE_URL: addressOf(door.connection) });
      await signet.ready;
      door.shut();
      await becomes('/readyz', 503);
      expect(await status('/account/ui-api/v1/license/status')).toBe(503);
      expect(await status('/healthz')).toBe(200);
      starting = false;
      door.open();
      await becomes('/readyz', 200);
      expect(await status('/account/ui-api/v1/license/status')).toBe(200);
      expect(signet.output()).toContain('Paste this evaluation license on the first page.');
      expect(signet.output()).toMatch(
        /^ {2}Address {3}http:\/\/localhost:\d+\/account\/setup-license#code=[\w-]{22}$/m,
      );
      expect(await signet.end()).toBe(0);
    } finally {
      await door.close();
    }
  },
);

/** On a connection of its own, as a proxy asks that keeps none. */
const newcomer = (to: string): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    get(signet.url + to, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      (error: NodeJS.ErrnoException) => resolve(error.code),
    );
  });

test(
  'told to end it takes what a balancer still sends, for as long as that needs to hear that it is not ready',
  { timeout: PATIENCE },
  async () => {
    signet = await spawnSignet(folder, { DATABASE_URL: addressOf(database.connection), DRAIN_SECONDS: '5' });
    await signet.ready;
    const ended = signet.end();
    await becomes('/readyz', 503);
    expect(await newcomer('/account/ui-api/v1/license/status')).toBe(200);
    expect(await ended).toBe(0);
    expect(await newcomer('/healthz')).toBe('ECONNREFUSED');
  },
);

test.runIf(existsSync('/dev/full'))(
  'with standard output on a full disk it answers, counts the lines that are lost, and ends when asked to',
  { timeout: PATIENCE },
  async () => {
    const full = openSync('/dev/full', 'w');
    signet = await spawnSignet(
      folder,
      { DATABASE_URL: addressOf(database.connection), LOG_LEVEL: 'info', METRICS_TOKEN: 'token-of-the-test' },
      { stdout: full },
    );
    closeSync(full);
    await becomes('/readyz', 200);
    const answers = await Promise.all(Array.from({ length: 50 }, () => status('/account/ui-api/v1/license/status')));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await status('/healthz')).toBe(200);
    const metrics = await (
      await fetch(`${signet.url}/metrics`, { headers: { authorization: 'Bearer token-of-the-test' } })
    ).text();
    expect(Number(/^log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(50);
    expect(await signet.end()).toBe(0);
  },
);
