/** What a person reads when a setting can't be used: one sentence that names it, and no stack. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signCheckpoint } from './audit/checkpoint.ts';
import { openLogKey } from './audit/keys.ts';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { checkKey } from './db/platform-key.ts';
import { deriveKey, sealWith } from './secrets.ts';
import { softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { sentenceOf } from './start-failure.ts';
import { start } from './start.ts';
import type { Undo } from './way-down.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from './testing/database.ts';
import { spawnSignet } from './testing/spawn-signet.ts';

let folder: string;
let own: TestDatabase;
const hsm = softHsm();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-refusals-'));
  own = await createDatabase();
  hsm.token('authority');
});
afterAll(async () => {
  await own.drop();
  hsm.remove();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * What the person at the keyboard reads where these settings can't be used. By the functions of the process, without
 * one: sixteen starts of it took half a minute.
 */
async function refusal(settings: Record<string, string>, furnished = false): Promise<string> {
  const { said, sentence } = await tryToStart(settings, furnished);
  if (sentence === null) throw new Error('It has started.');
  return `${said}${sentence}\n`;
}

/** Starts with these settings, and ends; answers what was said, and why it was refused, or null. */
async function tryToStart(
  settings: Record<string, string>,
  furnished = false,
): Promise<{ said: string; sentence: string | null }> {
  const undo: Undo[] = [];
  let said = '';
  const output = { write: (line: string) => void (said += line), dropped: () => 0, flush: async () => undefined };
  const always = { LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0', CLIENT_AUTH_PORT: '0', DATA_DIR: folder };
  try {
    await start(readConfig({ ...always, ...settings }), { furnished, output, undo });
    return { said, sentence: null };
  } catch (error) {
    return { said, sentence: sentenceOf(error) };
  } finally {
    for (const step of undo.toReversed()) await step.run();
  }
}

/** A database address that is right but for what is given. */
function database(change: { database?: string } = {}): string {
  const { host, port, user, database: name, password } = { ...own.connection, ...change };
  const secret = encodeURIComponent(typeof password === 'string' ? password : 'wrong-one');
  return `postgres://${user}:${secret}@${encodeURIComponent(host ?? '')}:${port}/${name}`;
}

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
    [
      'a certificate of the address for certificates that is not there',
      () => ({
        DATABASE_URL: database(),
        CLIENT_AUTH_CERT: path.join(folder, 'none.pem'),
        CLIENT_AUTH_KEY: path.join(folder, 'none.key'),
      }),
      /^CLIENT_AUTH_CERT and CLIENT_AUTH_KEY can't be used: .+none\.pem/,
    ],
  ];
  test.each(REFUSALS)('%s', async (_what, settings, sentence) => {
    expectSentence(await refusal(settings()), sentence);
  });
});

/** The last line is the sentence; there is no stack, and nothing that is secret. */
function expectSentence(output: string, sentence: RegExp): void {
  expect(output.trim().split('\n').at(-1)).toMatch(sentence);
  expect(output).not.toMatch(/^ +at /m);
  expect(output).not.toMatch(/secret|wrong-one/);
}

test('the process ends with the sentence: a wrong PIN of a PKCS #11 token', { timeout: 30_000 }, async () => {
  const signet = await spawnSignet(folder, {
    DATABASE_URL: database(),
    SOFTHSM2_CONF: hsm.environment.SOFTHSM2_CONF,
    PKCS11_MODULE: hsm.module,
    PKCS11_TOKEN: 'authority',
    PKCS11_PIN: 'wrong-one',
  });
  expect(await signet.exit).toBe(1);
  await signet.ready.catch(() => undefined);
  expectSentence(signet.output(), /^PKCS11_PIN is not the PIN of the token\./);
});

test('a pooler that refuses the time limits of connections is named, with what it needs', async () => {
  const fields = ['SERROR', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''];
  const text = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  // As PgBouncer answers the first message of a connection.
  const pooler = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      const refused = first.includes('statement_timeout') && first.includes('lock_timeout');
      if (refused) socket.write(Buffer.concat([Buffer.from('E'), length, text]));
      socket.end();
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as AddressInfo;
  const output = await refusal({ DATABASE_URL: `postgres://signet:secret@127.0.0.1:${port}/signet` });
  pooler.close();
  const sentence = /^DATABASE_URL can't be used: a pooler .+ignore_startup_parameters = statement_timeout,lock_timeout/;
  expect(output.trim()).toMatch(sentence);
});

test('a platform that people use can’t be moved to another time', async () => {
  const dataDir = path.join(folder, 'never-made');
  expect(await refusal({ CLOCK_START: '2030-01-01T00:00:00Z', DATA_DIR: dataDir })).toBe(
    'CLOCK_START must not be set, except in development and for the demo.\n',
  );
  expect(existsSync(dataDir)).toBe(false);
});

describe('a process that is refused leaves the schema of an older Signet as it was', () => {
  const key = Buffer.alloc(32, 3).toString('base64');
  const REFUSED: [string, () => Record<string, string>, RegExp][] = [
    [
      'another platform key',
      () => ({ SIGNET_KEY: Buffer.alloc(32, 4).toString('base64') }),
      /is not the key that this database was set up with\.$/,
    ],
    [
      'a key file that is gone',
      () => ({ SIGNET_KEY: '', DATA_DIR: path.join(folder, 'keyless') }),
      /signet\.key is gone/,
    ],
    [
      'another name of the audit log',
      () => ({ AUDIT_ORIGIN: 'other.example/audit' }),
      /^AUDIT_ORIGIN is other\.example/,
    ],
    ['license issuers that are not there', () => ({ LICENSE_ISSUERS: path.join(folder, 'none') }), /^LICENSE_ISSUERS /],
    [
      'a wrong PIN',
      () => ({
        SOFTHSM2_CONF: hsm.environment.SOFTHSM2_CONF,
        PKCS11_MODULE: hsm.module,
        PKCS11_TOKEN: 'authority',
        PKCS11_PIN: 'wrong-one',
      }),
      /^PKCS11_PIN is not the PIN of the token\./,
    ],
    ['a port that is taken', () => ({ PORT: takenPort() }), /^PORT is taken by another program/],
    [
      'a port for certificates that is taken',
      () => ({ CLIENT_AUTH_PORT: takenPort() }),
      /^CLIENT_AUTH_PORT is taken by another program\.$/,
    ],
    [
      'a certificate of the address for certificates that is not there',
      () => ({ CLIENT_AUTH_CERT: path.join(folder, 'none.pem'), CLIENT_AUTH_KEY: path.join(folder, 'none.key') }),
      /^CLIENT_AUTH_CERT and CLIENT_AUTH_KEY can't be used: .+none\.pem/,
    ],
    [
      'makers of tokens that are not there',
      () => ({ KEY_ATTESTATION_AUTHORITIES: path.join(folder, 'none.pem') }),
      /^KEY_ATTESTATION_AUTHORITIES names .+none\.pem, which can't be read\.$/,
    ],
  ];
  const taken = createServer();
  const takenPort = (): string => String((taken.address() as AddressInfo).port);
  let used: TestDatabase;
  let earlier: number[];
  const settings = () => ({ DATABASE_URL: database({ database: used.connection.database ?? '' }), SIGNET_KEY: key });
  const applied = async (): Promise<number[]> => {
    const { pool, close } = openDatabase(used.connection, 2);
    const { rows } = await pool.query<{ number: number }>('select number from schema_migration order by number');
    await close();
    return rows.map(({ number }) => number);
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    used = await createDatabase();
    const opened = openDatabase(used.connection, 4);
    const seal = sealWith(deriveKey(Buffer.from(key, 'base64'), 'seal'));
    await checkKey(opened.db, seal, new Date());
    const signer = await openLogKey(opened.db, { seal, clock: systemClock, origin: 'signet.local/audit' });
    const note = signCheckpoint({ size: 1, root: Buffer.alloc(32) }, signer);
    await opened.pool.query('insert into audit_checkpoint (tree_size, root_hash, note, at) values (1, $1, $2, now())', [
      Buffer.alloc(32),
      note,
    ]);
    // One that fills rows, of which there are none here: it may run again.
    await opened.pool.query("delete from schema_migration where name = '0098-rows-done-before.sql'");
    await opened.close();
    earlier = await applied();
  });
  afterAll(async () => {
    taken.close();
    await used.drop();
  });

  test.each(REFUSED)('%s', async (_what, change, sentence) => {
    expectSentence(await refusal({ ...settings(), ...change() }), sentence);
    expect(await applied()).toEqual(earlier);
  });

  test.each([
    ['somebody is there', 'insert', /^This platform is in use: the demo furnishes only an empty one\./],
    ['a demo that was cut off', 'begun', /^The demo in this database was cut off before it was whole\./],
  ])('the demo, where there is %s', async (_what, made, sentence) => {
    const { pool, close } = openDatabase(used.connection, 2);
    await pool.query(
      made === 'insert'
        ? `insert into app_user (id, first_name, last_name, user_name, email, access_scope, created_at, updated_at)
             values (gen_random_uuid(), 'Ada', 'Lovelace', 'ada', 'ada@nordmark.example', 'system', now(), now())`
        : `insert into platform_setting (name, value, updated_at) values ('demo', '"begun"', now())`,
    );
    try {
      expectSentence(await refusal(settings(), true), sentence);
      expect(await applied()).toEqual(earlier);
    } finally {
      await pool.query("delete from app_user; delete from platform_setting where name = 'demo'");
      await close();
    }
  });

  test('and one that goes on brings it to the newest', async () => {
    expect(await tryToStart(settings())).toMatchObject({ sentence: null });
    expect((await applied()).length).toBe(earlier.length + 1);
  });
});

function fileIn(name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, '');
  return file;
}

test('a key file that others may read is closed, and said so; one that is gone is not made anew', async () => {
  const key = path.join(folder, 'signet.key');
  const again = () => tryToStart({ DATABASE_URL: database() });
  await again();
  chmodSync(key, 0o644);
  expect((await again()).said).toContain(`Others could read the key file ${key}. It is closed to them now`);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  rmSync(key);
  expect((await again()).sentence).toBe(
    `The key file ${key} is gone, and the database was set up with it: bring it back, or set SIGNET_KEY.`,
  );
  expect(existsSync(key)).toBe(false);
});

test('the demo says its password before anything else can fail, once', { timeout: 180_000 }, async () => {
  const empty = await createEmptyDatabase();
  const settings = {
    DATABASE_URL: database({ database: empty.connection.database ?? '' }),
    DATA_DIR: path.join(folder, 'demo'),
  };
  const { pool, close } = openDatabase(empty.connection, 1);
  try {
    const port = createServer();
    await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
    expectSentence(
      await refusal({ ...settings, PORT: String((port.address() as AddressInfo).port) }, true),
      /^PORT is/,
    );
    port.close();
    expect((await pool.query("select to_regclass('public.platform_setting') as made")).rows).toEqual([{ made: null }]);

    const first = await tryToStart(settings, true);
    expect(first.sentence).toBeNull();
    expect(first.said).toMatch(/^ {2}Demo {6}sign in as ada, .+; their password is \S{12,}\nSignet is ready\.$/m);
    expect((await pool.query("select value from platform_setting where name = 'demo'")).rows).toEqual([
      { value: true },
    ]);
    const second = await tryToStart(settings, true);
    expect(second.sentence).toBeNull();
    expect(second.said).toMatch(/^ {2}Demo {6}sign in as ada, /m);
    expect(second.said).not.toContain('their password');
  } finally {
    await close();
    await empty.drop();
  }
});

describe('a database server where the tables have no place', () => {
  let empty: TestDatabase;
  const asOwner = async (text: string): Promise<void> => {
    const { pool, close } = openDatabase(empty.connection, 1);
    try {
      await pool.query(text);
    } finally {
      await close();
    }
  };
  const settings = (more = '') => ({
    DATABASE_URL: `${database({ database: empty.connection.database ?? '' })}${more}`,
    DATA_DIR: path.join(folder, empty.connection.database ?? ''),
  });
  beforeEach(async () => (empty = await createEmptyDatabase()));
  afterEach(() => empty.drop());

  test('a schema of the user comes after public, and the platform starts again and again', async () => {
    await asOwner(`create schema "${empty.connection.user}"`);
    for (const _ of [1, 2]) expect((await tryToStart(settings())).sentence).toBeNull();
    const options = `?options=${encodeURIComponent(`-c search_path=${empty.connection.user}`)}`;
    expect((await tryToStart(settings(options))).sentence).toBeNull();
  });

  test('a platform that an earlier version made in another schema is named, and can be moved', async () => {
    await tryToStart(settings());
    await asOwner('alter schema public rename to signet; create schema public');
    expectSentence(
      await refusal(settings()),
      /: Signet's tables are in the schema signet instead of public \(alter schema public rename to public_before;/,
    );
    await asOwner('alter schema public rename to public_before; alter schema signet rename to public');
    expect((await tryToStart(settings())).sentence).toBeNull();
  });

  test('a user who may make no tables in public, or where there is none', async () => {
    await asOwner('drop schema public');
    expectSentence(await refusal(settings()), /^DATABASE_URL can't be used: its user may make no tables in the schema/);
  });
});
