/** The end of a process that people and jobs would keep waiting. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { newId } from './ids.ts';
import { enqueueMail, mailSeal } from './mail/queue.ts';
import { deriveKey, sealWith } from './secrets.ts';
import { start } from './start.ts';
import { createDatabase } from './testing/database.ts';
import { addressOf } from './testing/database-door.ts';
import { goDown, type Undo } from './way-down.ts';

test('a step that never ends, and one that fails, keep no other from closing', async () => {
  const said: string[] = [];
  const closed: string[] = [];
  const step = (name: string, run: () => Promise<unknown>): Undo => ({ name, run, within: 20 });
  const late = await goDown(
    [
      step('database server', async () => closed.push('database server')),
      { ...step('jobs', () => new Promise(() => {})), begin: () => void closed.push('begun') },
      step('pool', () => Promise.reject(new Error('gone'))),
      step('web server', async () => closed.push('web server')),
    ],
    (line) => said.push(line),
  );
  expect([late, closed]).toEqual(['jobs', ['begun', 'web server', 'database server']]);
  expect(said).toEqual(['The pool did not close: gone']);
});

/** A mail server that takes connections and says nothing. */
async function openSilence(): Promise<{ url: string; asked: Promise<unknown>; close(): void }> {
  const callers = new Set<Socket>();
  const server = createServer((socket) => void callers.add(socket.on('error', () => undefined)));
  const asked = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.close();
      for (const caller of callers) caller.destroy();
    },
  };
}

/** A file that no socket takes whole, offered to people. */
function offerFile(dataDir: string): void {
  const content = Buffer.alloc(32 * 1024 * 1024);
  const folder = path.join(dataDir, 'management-files');
  mkdirSync(path.join(folder, 'vpn'), { recursive: true });
  writeFileSync(path.join(folder, 'vpn', 'vpn.msi'), content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const files = [{ folder: 'vpn', name: 'vpn.msi', label: 'Windows', version: '1', sha256 }];
  const tool = { id: 'vpn', name: 'VPN', short_description: 'For work.', os: ['Windows'], files };
  writeFileSync(path.join(folder, 'catalogue.json'), JSON.stringify({ tools: [tool] }));
}

test(
  'a paused download and a job in hand keep nothing open, and the job is left to others',
  { timeout: 180_000 },
  async () => {
    const [database, silence, port] = [await createDatabase(), await openSilence(), await freePort()];
    const dataDir = mkdtempSync(path.join(tmpdir(), 'signet-down-'));
    const key = Buffer.alloc(32, 5);
    offerFile(dataDir);
    const undo: Undo[] = [];
    const output = { write: () => undefined, dropped: () => 0, flush: async () => undefined };
    const settings = {
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(port),
      CLIENT_AUTH_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: addressOf(database.connection),
      SIGNET_KEY: key.toString('base64'),
      SMTP_URL: silence.url,
    };
    const beside = openDatabase(database.connection, 2);
    try {
      await start(readConfig(settings), { furnished: false, output, undo, ends: { requests: 50, jobs: 100 } });
      const url = `http://127.0.0.1:${port}/account/management-files/vpn/vpn.msi`;
      const download = await new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject));
      expect(download.statusCode).toBe(200);
      const cutOff = new Promise((resolve) => download.on('error', resolve));
      const id = newId();
      const body = sealWith(deriveKey(key, 'seal')).seal(Buffer.from('text'), mailSeal(id));
      await beside.pool.query(
        `insert into mail (id, created_at, recipient, subject, body_sealed, kind, locale, status)
        values ($1, now(), 'cleo@nordmark-lb.example', 'subject', $2, 'password-changed', 'en_US', 'queued')`,
        [id, body],
      );
      await enqueueMail(beside.db, id);
      await silence.asked;
      const locked = async () =>
        (await beside.pool.query('select from graphile_worker.jobs where locked_by is not null')).rows.length;
      await vi.waitFor(async () => expect(await locked()).toBe(1), { timeout: 60_000 });
      const late = goDown(undo.splice(0), () => undefined);
      // Paused: nothing is taken of it before it is cut off.
      await vi.waitFor(async () => expect(await locked()).toBe(0), { timeout: 60_000 });
      download.resume();
      expect(String(await cutOff)).toContain('aborted');
      silence.close();
      expect([null, 'database of jobs']).toContain(await late);
    } finally {
      silence.close();
      await goDown(undo, () => undefined);
      await beside.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
