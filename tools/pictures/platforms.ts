/** The platforms that pictures are taken on: the real server on a port and in a folder of its own, at a pinned time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callerOf, startServer, type Caller } from '../running-server.ts';

/** The moment of every picture: noon of a Saturday, so that "in 14 days" is the same day tomorrow. */
export const PINNED = '2026-11-21T12:00:00Z';

/**
 * The address that stands in links, values to copy and certificates, as an operator would have it. The camera itself
 * comes by a name of this machine, under which every platform answers.
 */
const ADDRESSES = { PUBLIC_URL: 'https://signet.example', CLIENT_AUTH_URL: 'https://certificates.signet.example' };

export type Closable = { close: () => Promise<void> };
export type Platform = Caller & {
  url: string;
  /** The evaluation license of a platform that has none yet. */
  license: () => string;
  /** The code that the setup of such a platform asks for. */
  setupCode: () => string;
};

/** Starts a server; `demo` furnishes it. What ends it is put into `open`. */
export async function openPlatform(demo: boolean, open: Closable[]): Promise<Platform> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'signet-pictures-'));
  open.push({ close: async () => rmSync(dataDir, { recursive: true, force: true }) });
  const settings = { NODE_ENV: 'development', CLOCK_START: PINNED, ACCESS_TOKEN_SECONDS: '3600', ...ADDRESSES };
  const onSpawn = (stop: () => Promise<void>): void => void open.push({ close: stop });
  const server = await startServer({ dataDir, furnished: demo, settings, onSpawn });
  return { url: server.url, license: server.license, setupCode: server.setupCode, ...callerOf(server.url) };
}
