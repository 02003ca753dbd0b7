/** The product in a process of its own, as an operator runs it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '../tools/running-server.ts';
import type { Place } from './database.ts';
import { memoryIn, type Memory } from './memory.ts';

export type Product = {
  url: string;
  /** From the start of the process to the first request that it takes, its database included, in milliseconds. */
  startedIn: number;
  /** What the process keeps in memory at this moment. */
  memory(): Promise<Memory>;
  /** The last error of its log; null when there is none. */
  complaint(): string | null;
};

/** Something that was started and has to be ended. */
export type Closable = { close(): Promise<void> };

/**
 * Starts it in production, on this machine's loopback address. Its log goes into a file, at the level that it has by
 * default. What ends it is put into `open` at once. Throws with its output when it ends before it is ready.
 */
export async function startProduct(place: Place, open: Closable[]): Promise<Product> {
  const { port, startedIn } = await startServer({
    dataDir: place.dataDir,
    logFile: path.join(place.dataDir, 'process.log'),
    settings: { PUBLIC_URL: '', LOG_LEVEL: '', METRICS_TOKEN, ...place.settings, NODE_ENV: 'production' },
    onSpawn: (stop) => open.push({ close: stop }),
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, startedIn, memory: () => memoryOf(url), complaint: () => complaintIn(place) };
}

/** Beside a server of one's own the product logs to standard output, else into its folder. */
function complaintIn({ dataDir, embedded }: Place): string | null {
  const file = path.join(dataDir, embedded ? 'signet.log' : 'process.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.findLast((one) => one.startsWith('{"level":50'));
  if (line === undefined) return null;
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter((part) => part !== undefined).join(': ');
}

const METRICS_TOKEN = 'metrics-token-of-the-bench';

async function memoryOf(url: string): Promise<Memory> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return memoryIn(await (await fetch(`${url}/metrics`, { headers })).text());
}
