/** What a person reads when a setting can't be used: one sentence that names it, and no stack. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from './testing/database.ts';
import { spawnSignet } from './testing/spawn-signet.ts';

let folder: string;
let own: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-refusals-'));
  own = await createDatabase();
});
afterAll(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function refusal(settings: Record<string, string>): Promise<string> {
  const signet = await spawnSignet(folder, settings);
  const code = await signet.exit;
  await signet.ready.catch(() => undefined);
  expect(code).toBe(1);
  return signet.output();
}

/** A database address that is right but for what is given. */
function database(change: { database?: string } = {}): string {
  const { host, port, user, database: name, password } = { ...own.connection, ...change };
  const secret = encodeURIComponent(typeof password === 'string' ? password : 'wrong-one');
  return `postgres://${user}:${secret}@${encodeURIComponent(host ?? '')}:${port}/${name}`;
}

// One after the other: a dozen starts at once take longer than each may, where the processors have other work.
describe('a setting that cannot be used stops the start', () => {
  const REFUSALS: [string, () => Record<string, string>, RegExp][] = [
    [
      'a public address with a path',
      () => ({ PUBLIC_URL: 'https://console.example.org/signet' }),
      /^PUBLIC_URL must be an http or https address without a path/,
    ],
    [
      'a public address with a question',
      () => ({ PUBLIC_URL: 'https://console.example.org/?a=b' }),
      /^PUBLIC_URL must be/,
    ],
    [
      'a public address with a password',
      () => ({ PUBLIC_URL: 'https://someone:secret@console.example.org' }),
      /^PUBLIC_URL must be/,
    ],
    ['a mail server without a host', () => ({ SMTP_URL: 'smtp://' }), /^SMTP_URL must be an smtp or smtps address/],
    [
      'a mail server with a port that there is none of',
      () => ({ SMTP_URL: 'smtp://mail.example.org:99999' }),
      /^SMTP_URL must be an smtp or smtps address/,
    ],
    [
      'a database address whose mode the driver warns of',
      () => ({ DATABASE_URL: `${database()}?sslmode=require` }),
      /^DATABASE_URL can't be used: The server does not support SSL connections\.$/,
    ],
    [
      'a host that nobody knows',
      () => ({ HOST: 'no-such-host.invalid', DATABASE_URL: database() }),
      /^HOST is not known: it must be an address of this machine/,
    ],
    [
      'a host of another machine',
      () => ({ HOST: '192.0.2.1', DATABASE_URL: database() }),
      /^HOST must be an address of this machine/,
    ],
    [
      'a database server that is not there',
      () => ({ DATABASE_URL: 'postgres://signet:secret@127.0.0.1:1/signet' }),
      /^DATABASE_URL can't be used: no server listens there\.$/,
    ],
    [
      'a database host that nobody knows',
      () => ({ DATABASE_URL: 'postgres://signet:secret@no-such-host.invalid/signet' }),
      /^DATABASE_URL can't be used: its host is not known\.$/,
    ],
    [
      'a database that is not there',
      () => ({ DATABASE_URL: database({ database: 'no_such_database' }) }),
      /^DATABASE_URL can't be used: there is no such database on the server\.$/,
    ],
    [
      'a data folder that is a file',
      () => ({ DATA_DIR: fileIn('taken') }),
      /^DATA_DIR can't be .+taken: it leads through a file\.$/,
    ],
    [
      'a data folder below a file',
      () => ({ DATA_DIR: `${fileIn('taken-too')}/data` }),
      /^DATA_DIR can't be .+: it leads through a file\.$/,
    ],
    [
      'a data folder where none can be made',
      () => ({ DATA_DIR: '/proc/signet' }),
      /^DATA_DIR can't be \/proc\/signet: nothing can be made there\.$/,
    ],
  ];
  test.each(REFUSALS)('%s', { timeout: 30_000 }, async (_what, settings, sentence) => {
    const output = (await refusal(settings())).trim();
    expect(output.split('\n').at(-1)).toMatch(sentence);
    expect(output).not.toMatch(/^ +at /m);
    expect(output).not.toMatch(/secret|wrong-one/);
  });
});

function fileIn(name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, '');
  return file;
}

test('a key file that others may read is closed, and said so; one that is gone is not made anew', async () => {
  const key = path.join(folder, 'signet.key');
  // Far enough for the database to be set up with the key, and no further.
  const start = () => refusal({ DATABASE_URL: database(), HOST: '192.0.2.1' });
  await start();
  chmodSync(key, 0o644);
  expect(await start()).toContain(`Others could read the key file ${key}. It is closed to them now`);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  rmSync(key);
  expect((await start()).trim()).toBe(
    `The key file ${key} is gone, and the database was set up with it: bring it back, or set SIGNET_KEY.`,
  );
  expect(existsSync(key)).toBe(false);
}, 30_000);
