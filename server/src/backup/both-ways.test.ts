/** A platform goes from the embedded database to a server of another major version, is used there, and comes back. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openEmbedded } from '../db/embedded.ts';
import type { TestApp } from '../testing/app.ts';
import { makeTemporaryFolder } from '../testing/postgres.ts';
import { openOlderServer, type ServerPostgres } from '../testing/server-postgres.ts';
import { spawnSignet, type SpawnedSignet } from '../testing/spawn-signet.ts';
import { DEMO_PASSWORD, KEY, rowsOf, run, to, usedPlatform } from './testing.ts';

// Each command and each platform is a process of its own.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

let app: TestApp;
let base: string;
let server: ServerPostgres;
let signet: SpawnedSignet | null = null;

beforeAll(async () => {
  app = await usedPlatform();
  base = makeTemporaryFolder('signet-both-ways-');
  server = await openOlderServer();
});
afterEach(async () => {
  await signet?.end();
  signet = null;
});
afterAll(async () => {
  await app.close();
  await server.stop();
  rmSync(base, { recursive: true });
});

type Settings = { folder: string; [setting: string]: string };

/** A machine: a folder, in which Signet keeps its key and, without an address, its database. */
function machine(name: string, settings: Record<string, string> = {}): Settings {
  const folder = path.join(base, name);
  mkdirSync(folder);
  return { folder, SIGNET_KEY: KEY, ...settings };
}
const dataOf = ({ folder }: Settings): string => path.join(folder, 'data');

/** Runs a command that must succeed; answers what it said. */
async function done(...command: Parameters<typeof run>): Promise<string> {
  const { code, said } = await run(...command);
  expect([command[0], code, said]).toEqual([command[0], 0, said]);
  return said;
}

/** Works on a machine's embedded database, which is at work for this alone. */
async function withEmbedded<T>(of: Settings, work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir: dataOf(of), durable: false, log: () => {} });
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

const answers = z.object({
  access_token: z.string().default(''),
  items: z.array(z.object({ id: z.string(), name: z.string().nullish() })).default([]),
  verified: z.boolean().default(false),
});

/** What is only read may be read again: on a slow machine the database may take too long for a request. */
const READ_AGAIN = 60;

async function ask(method: string, call: string, { token = '', body }: { token?: string; body?: object } = {}) {
  const send = () =>
    fetch(`${signet?.url}/account/ui-api/v1${call}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  let answer = await send();
  for (let left = method === 'GET' ? READ_AGAIN : 0; answer.status === 503 && left > 0; left -= 1) {
    await answer.text();
    await pause(1_000);
    answer = await send();
  }
  const text = await answer.text();
  expect([call, answer.ok, text]).toEqual([call, true, text]);
  return answers.parse(JSON.parse(text));
}

/**
 * Starts the platform of a machine, enters an organization, and ends it once that is in the signed log. Answers the
 * organizations of this test that are there.
 */
async function use({ folder, ...settings }: Settings, name: string, meanwhile?: () => Promise<void>) {
  signet = await spawnSignet(path.join(folder, 'data'), settings);
  await signet.ready;
  const body = { user_name: 'ada', password: DEMO_PASSWORD };
  const { access_token: token } = await ask('POST', '/auth/login', { body });
  await ask('POST', '/organization', { token, body: { name, country: 'DE' } });
  const { items } = await ask('GET', '/organization?name=Went&sort=name:asc', { token });
  const { items: events } = await ask('GET', '/audit-log?limit=1&resource_type=ORGANIZATION', { token });
  expect(events).toHaveLength(1);
  const isProved = async (): Promise<boolean> =>
    (await ask('GET', `/audit-log/${events[0]?.id}/verify`, { token })).verified;
  for (let tries = 0; !(await isProved()) && tries < 300; tries += 1) await pause(200);
  expect(await isProved()).toBe(true);
  await meanwhile?.();
  expect(await signet.end()).toBe(0);
  return items.map((one) => one.name);
}

/** Every row of one database is in the other; there is the event of the restore besides, and lists are numbered on. */
async function expectSame(before: Record<string, string[]>, after: Record<string, string[]>): Promise<void> {
  const { audit_event: events = [], certificate_revocation_list: lists = [], ...rest } = after;
  const { audit_event: eventsBefore = [], certificate_revocation_list: listsBefore = [], ...same } = before;
  expect(Object.keys(rest)).toEqual(Object.keys(same));
  for (const [name, rows] of Object.entries(same)) expect([name, rest[name]]).toEqual([name, rows]);
  expect(lists).toHaveLength(listsBefore.length);
  expect(events.filter((row) => !eventsBefore.includes(row))).toHaveLength(1);
  expect(events).toHaveLength(eventsBefore.length + 1);
}

test('embedded → a server of an older major version → embedded: each row, and its log proved', async () => {
  const kept = (of: Settings): string => path.join(dataOf(of), 'audit-checkpoint');
  const first = machine('first');
  const files = ['0', '1', '2', 'beside'].map((name) => path.join(base, `${name}.backup`));
  const [zeroth = '', one = '', two = '', beside = ''] = files;
  await done('backup', [zeroth], to(base, app.connection));
  await done('restore', [zeroth], first);
  expect(existsSync(path.join(dataOf(first), 'postgres'))).toBe(true);

  const atWork = async (): Promise<void> => void (await done('backup', [beside], first));
  expect(await use(first, 'Went to a server', atWork)).toEqual(['Went to a server']);
  const before = await withEmbedded(first, rowsOf);
  expect(await done('backup', [one], first)).toContain('Written to');
  expect(await done('backup', ['--check', one], first)).toContain('on PostgreSQL 18.');
  copyFileSync(kept(first), path.join(base, 'first-head'));

  const connection = await server.newDatabase();
  const { DATABASE_URL } = to(base, connection);
  expect(DATABASE_URL).toMatch(/^postgres:\/\/signet:[\w-]+@127\.0\.0\.1:\d+\/platform_/);
  const second = machine('second', { DATABASE_URL });
  const there = await done('restore', [one, '--checkpoint', path.join(base, 'first-head')], second);
  expect(there).toMatch(/The audit log is proved: [\d,]+ events as they were signed, and contains 1 checkpoint taken/);
  await expectSame(before, await rowsOf(connection));
  expect(await use(second, 'Went back')).toEqual(['Went back', 'Went to a server']);

  const used = await rowsOf(connection);
  await done('backup', [two], second);
  expect(await done('backup', ['--check', two], second)).toContain('on PostgreSQL 15.');
  copyFileSync(kept(second), path.join(base, 'second-head'));
  expect(readFileSync(path.join(base, 'second-head'))).not.toEqual(readFileSync(path.join(base, 'first-head')));
  const third = machine('third');
  const heads = ['--checkpoint', path.join(base, 'first-head'), '--checkpoint', path.join(base, 'second-head')];
  const back = await done('restore', [two, ...heads], third);
  expect(back).toMatch(/The audit log is proved: [\d,]+ events as they were signed, and contains 2 checkpoints taken/);
  await expectSame(used, await withEmbedded(third, rowsOf));
  expect(await use(third, 'Went home')).toEqual(['Went back', 'Went home', 'Went to a server']);
});
