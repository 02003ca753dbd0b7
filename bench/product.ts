/** The product in a process of its own, as an operator runs it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from './database.ts';

export type Product = {
  url: string;
  /** From the start of the process to the first request that it takes, its database included, in milliseconds. */
  startedIn: number;
  /** Resident memory of the process at this moment, in bytes; the database is not in it. */
  memory(): Promise<number>;
  /** The last error of its log; null when there is none. */
  complaint(): string | null;
};

/** Something that was started and has to be ended. */
export type Closable = { close(): Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts it in production, on this machine's loopback address. Its log goes into a file, at the level that it has by
 * default. What ends it is put into `open` at once. Throws with what it said when it ends before it is ready.
 */
export async function startProduct(place: Place, open: Closable[]): Promise<Product> {
  const port = await freePort();
  const log = openSync(path.join(place.dataDir, 'process.log'), 'w');
  const env = { ...process.env, ...place.settings, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) };
  const began = performance.now();
  const child = spawn(process.execPath, ['server/src/main.ts'], { env, stdio: ['ignore', log, 'pipe'] });
  open.push({ close: () => end(child) });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(url, child)))
    throw new Error(`Signet ended with ${child.exitCode ?? child.signalCode} before it was ready.\n${said}`);
  return {
    url,
    startedIn: performance.now() - began,
    memory: () => memoryOf(url),
    complaint: () => complaintIn(place),
  };
}

/**
 * True once it takes requests, false when it has ended. Asks again and again: while nobody listens there is nothing to
 * wait for.
 */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await pause(10);
  }
  return false;
}

/** Beside a server of one's own the product logs to standard output, else into its folder. */
function complaintIn({ dataDir, embedded }: Place): string | null {
  const file = path.join(dataDir, embedded ? 'signet.log' : 'process.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.findLast((one) => one.startsWith('{"level":50'));
  if (line === undefined) return null;
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter((words) => words !== undefined).join(': ');
}

async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error('The metrics say nothing of memory.');
  return Number(found);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
