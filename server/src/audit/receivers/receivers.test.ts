import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';
import { exportLog } from '../export.ts';
import { keepHeadInMemory } from '../kept-head.ts';
import { openTestLog } from '../testing.ts';
import type { TestLog } from '../testing.ts';
import { verifyFile } from '../verify-file.ts';
import { openAnnouncer } from './announce.ts';
import { openReceivers, type Receiver } from './receiver.ts';
import { syslogLine } from './syslog.ts';

const NOTE = 'signet.example/audit\n20\nqqo=\n\n— signet.example/audit c2ln\n';
const clock = { now: () => new Date('2026-11-21T12:00:00.123Z') };
const TLS = { key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE };

let folder: string;
const closing: (() => unknown)[] = [];
const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]));
afterAll(() => setDefaultCACertificates(trusted));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-receivers-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

/** Listens on a port of this machine until the test ends. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function receiver(address: string): Receiver {
  const [one] = openReceivers([address], clock);
  if (!one) throw new Error('There is no receiver.');
  return one;
}

/** What a collector heard on each connection, which it closes once the other side has. */
function collector(heard: string[]): (socket: Socket) => void {
  return (socket) => void text(socket).then((all) => heard.push(all));
}

/** A receiver by HTTP that answers what it is told to. */
function answering(got: { request: IncomingMessage; body: string }[], status: () => number) {
  return (request: IncomingMessage, response: ServerResponse): void =>
    void text(request).then((body) => {
      got.push({ request, body });
      response.writeHead(status(), { location: '/elsewhere' }).end('{"much":"said"}');
    });
}

describe('a file', () => {
  test('gets one checkpoint after the other, readable by its owner’s group', async () => {
    const file = join(folder, 'checkpoints');
    const { send } = receiver(pathToFileURL(file).href);
    await send(NOTE);
    await send(NOTE.replace('20', '21'));
    expect(readFileSync(file, 'utf8')).toBe(`${NOTE}\n${NOTE.replace('20', '21')}\n`);
    expect(statSync(file).mode & 0o777 & ~0o640).toBe(0);
  });

  test('that can’t be written is a failure', async () => {
    await expect(receiver('file:///dev/full').send(NOTE)).rejects.toThrow(/^E[A-Z]+:/);
    await expect(receiver(pathToFileURL(join(folder, 'no', 'file')).href).send(NOTE)).rejects.toThrow('ENOENT');
  });
});

describe('a syslog collector', () => {
  const LINE = new RegExp(
    String.raw`^<109>1 2026-11-21T12:00:00\.123Z [!-~]{1,255} signet \d+ checkpoint - (\{"checkpoint":"[ -~]+"\})$`,
  );
  const noteOf = (line: string): unknown => JSON.parse(LINE.exec(line)?.[1] ?? '{}').checkpoint;

  test('gets a datagram', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(() => socket.close());
    const message = once(socket, 'message');
    await receiver(`syslog://127.0.0.1:${socket.address().port}`).send(NOTE);
    expect(noteOf(String((await message)[0]))).toBe(NOTE);
  });

  test('gets a counted frame by TCP, and by TLS', async () => {
    const heard: string[] = [];
    const tcp = await listening(createTcp({ allowHalfOpen: false }, collector(heard)));
    const tls = await listening(createTls(TLS, collector(heard)));
    await receiver(`syslog+tcp://127.0.0.1:${tcp}`).send(NOTE);
    await receiver(`syslog+tls://localhost:${tls}`).send(NOTE);
    await expect.poll(() => heard.length).toBe(2);
    for (const frame of heard) {
      const [, octets = '', line = ''] = /^(\d+) (.*)$/s.exec(frame) ?? [];
      expect(Buffer.byteLength(line)).toBe(Number(octets));
      expect(noteOf(line)).toBe(NOTE);
    }
  });

  test('that is not there, or not who it should be, is a failure', async () => {
    const server = createTcp();
    const port = await listening(server);
    server.close();
    await expect(receiver(`syslog+tcp://127.0.0.1:${port}`).send(NOTE)).rejects.toThrow('ECONNREFUSED');
    setDefaultCACertificates(trusted);
    const tls = await listening(createTls(TLS, collector([])));
    await expect(receiver(`syslog+tls://localhost:${tls}`).send(NOTE)).rejects.toThrow(/self-signed/);
    setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  });
});

describe('an HTTPS receiver', () => {
  test('gets the signed note as it is, with user and password where its address has them', async () => {
    const got: { request: IncomingMessage; body: string }[] = [];
    const port = await listening(
      createHttps(
        TLS,
        answering(got, () => 202),
      ),
    );
    const { send, name } = receiver(`https://someone:s%20cret@localhost:${port}/signet?log=1`);
    await send(NOTE);
    expect(got.map(({ body }) => body)).toEqual([NOTE]);
    expect(got[0]?.request).toMatchObject({ method: 'POST', url: '/signet?log=1' });
    expect(got[0]?.request.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      authorization: `Basic ${Buffer.from('someone:s cret').toString('base64')}`,
    });
    expect(name).toBe(`https://localhost:${port}/signet?log=1`);
  });

  test.each([500, 404, 302])('that answers %i has not got it', async (status) => {
    const got: { request: IncomingMessage; body: string }[] = [];
    const port = await listening(
      createHttps(
        TLS,
        answering(got, () => status),
      ),
    );
    await expect(receiver(`https://localhost:${port}/`).send(NOTE)).rejects.toThrow(`answered ${status}`);
    expect(got).toHaveLength(1);
  });

  test('whose certificate nobody vouches for is not told', async () => {
    const got: { request: IncomingMessage; body: string }[] = [];
    const port = await listening(
      createHttps(
        TLS,
        answering(got, () => 200),
      ),
    );
    setDefaultCACertificates(trusted);
    await expect(receiver(`https://localhost:${port}/`).send(NOTE)).rejects.toThrow(/self-signed/);
    setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
    expect(got).toEqual([]);
  });
});

describe('checkpoints on their way', () => {
  let log: TestLog;
  beforeEach(async () => {
    log = await openTestLog();
  });
  afterEach(() => log.close());

  const jobs = async () =>
    (
      await log.pool.query<{ payload: { receiver: string; note: string } }>(
        `select payload from graphile_worker._private_jobs`,
      )
    ).rows.map(({ payload }) => payload);
  const open = (...receivers: Receiver[]) =>
    openAnnouncer({ receivers, verifier: log.signer, db: log.db, log: log.log });
  /** Signs a head of one event more, and answers its note. */
  async function head(): Promise<string> {
    await log.record(1);
    await log.sequence();
    return log.kept.note() ?? '';
  }

  test('that a receiver missed are sent again by a job, the newest alone, and stay out of its address', async () => {
    const got: { request: IncomingMessage; body: string }[] = [];
    let status = 503;
    const port = await listening(createHttp(answering(got, () => status)));
    const announcer = open(receiver(`http://someone:secret@127.0.0.1:${port}/`));
    const [first, second] = [await head(), await head()];
    announcer.announce(first);
    await announcer.settled();
    announcer.announce(second);
    await announcer.settled();
    const [job, ...more] = await jobs();
    expect([job?.note, more]).toEqual([second, []]);
    expect(JSON.stringify(job)).not.toContain('secret');
    expect(JSON.stringify(log.lines)).not.toContain('secret');
    expect(log.lines).toContainEqual(expect.objectContaining({ msg: 'audit log: a checkpoint did not leave' }));

    await expect(announcer.sendAgain(job!)).rejects.toThrow('answered 503');
    status = 204;
    await announcer.sendAgain(job!);
    expect(got.map(({ body }) => body)).toEqual([first, second, second, second]);
  });

  test('of a job that somebody invented are not sent: neither another note, nor to another place', async () => {
    const sent: string[] = [];
    const one: Receiver = { id: 'one', name: 'one', retried: true, send: async (note) => void sent.push(note) };
    const announcer = open(one);
    const note = await head();
    await announcer.sendAgain({ receiver: 'one', note: NOTE });
    await announcer.sendAgain({ receiver: 'two', note });
    await announcer.sendAgain({ receiver: 'one', note: note.replace('\n1\n', '\n9\n') });
    expect(sent).toEqual([]);
    await announcer.sendAgain({ receiver: 'one', note });
    expect(sent).toEqual([note]);
  });

  test('to a slow receiver hold up no other; it gets the newest that came meanwhile', async () => {
    const [slow, fast]: string[][] = [[], []];
    const gate = Promise.withResolvers<void>();
    const announcer = open(
      {
        id: 'slow',
        name: 'slow',
        retried: false,
        send: async (note) => {
          slow?.push(note);
          await gate.promise;
        },
      },
      { id: 'fast', name: 'fast', retried: false, send: async (note) => void fast?.push(note) },
    );
    for (const note of ['a', 'b', 'c', 'c']) {
      announcer.announce(note);
      await new Promise(setImmediate);
    }
    expect([slow, fast]).toEqual([['a'], ['a', 'b', 'c']]);
    gate.resolve();
    await announcer.settled();
    expect(slow).toEqual(['a', 'c']);
  });

  test('are what audit:verify compares the log with: from a file, a collector and the log of the process', async () => {
    const file = join(folder, 'checkpoints');
    const announcer = open(receiver(pathToFileURL(file).href));
    for (let count = 0; count < 3; count += 1) {
      announcer.announce(await head());
      await announcer.settled();
    }
    const syslog = join(folder, 'syslog');
    writeFileSync(
      syslog,
      `Nov 21 host kernel: something else\n${syslogLine(log.kept.note() ?? '', clock.now())}\n`.replace('<109>1 ', ''),
    );
    const processLog = join(folder, 'signet.log');
    writeFileSync(processLog, log.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const verify = async (...checkpoints: string[]): Promise<{ code: number; said: string }> => {
      const exported = join(folder, 'export.ndjson');
      const lines: string[] = [];
      for await (const line of exportLog(log.db, log.verifying)) lines.push(`${line}\n`);
      writeFileSync(exported, lines.join(''));
      let said = '';
      const args = checkpoints.flatMap((one) => ['--checkpoint', one]);
      return { code: await verifyFile([exported, ...args], (more) => (said += more)), said };
    };
    expect(await verify(file, syslog, processLog)).toEqual({
      code: 0,
      said: expect.stringContaining('All 7 checkpoints taken home are contained in the log.'),
    });

    // Whoever holds every key writes the log anew after its first row.
    await log.attack(
      'delete from audit_event where tree_index > 0',
      'delete from audit_node where index > 0 or level > 0',
      'delete from audit_checkpoint where tree_size > 1',
    );
    await log.record(4);
    await log.sequence(10, keepHeadInMemory());
    expect(await verify()).toMatchObject({ code: 0 });
    for (const list of [file, processLog])
      expect(await verify(list)).toEqual({
        code: 1,
        said:
          'Not proved. Of rows 1 to 1 at least one was rewritten: the checkpoint kept elsewhere at 2 rows is of ' +
          'others.\n',
      });
    expect(await verify(syslog)).toMatchObject({ code: 1, said: expect.stringContaining('Of rows 0 to 2') });
    writeFileSync(file, 'nothing\n\n');
    expect(await verify(file)).toMatchObject({ code: 1 });
    writeFileSync(file, '');
    expect(await verify(file)).toMatchObject({ code: 2, said: expect.stringContaining('There is no checkpoint in') });
  });
});

test('the setting takes several addresses, and none that would carry a checkpoint in the open through the net', () => {
  const config = (addresses: string) => readConfig({ AUDIT_CHECKPOINTS: addresses }).AUDIT_CHECKPOINTS;
  expect(readConfig({}).AUDIT_CHECKPOINTS).toEqual([]);
  const good = [
    'file:///var/log/signet/checkpoints',
    'syslog://collector.example.org',
    'syslog+tcp://[::1]:601',
    'syslog+tls://collector.example.org:6514',
    'https://someone:secret@receiver.example.org/signet?log=1',
    'http://127.0.0.1:8099/',
  ];
  expect(config(` ${good.join('  ')}\n`)).toEqual(good);
  for (const bad of [
    'checkpoints',
    '/var/log/checkpoints',
    'file://host/checkpoints',
    'file:///var/log/',
    'syslog:///dev/log',
    'syslog://someone@collector.example.org',
    'http://receiver.example.org/',
    'ftp://receiver.example.org/',
    'https://receiver.example.org/#x',
  ])
    expect(() => config(`${good[0]} ${bad}`), bad).toThrow('AUDIT_CHECKPOINTS must list addresses of files');
});
