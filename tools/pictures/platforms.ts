/** The platforms that pictures are taken on: the real server on a port and in a folder of its own, at a pinned time. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { settingNames } from '../../server/src/config.ts';

/** The moment of every picture: noon of a Saturday, so that "in 14 days" is the same day tomorrow. */
export const PINNED = '2026-11-21T12:00:00Z';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
const PASSWORD = 'Quiet-harbour-42-lights';

export type Tokens = { access_token: string; refresh_token: string; expires_at: string };
export type Closable = { close: () => Promise<void> };
export type Platform = {
  url: string;
  /** Signs in by the API, with a browser of that name. */
  signIn: (person: string, userAgent?: string) => Promise<Tokens>;
  /** Any call, as a person or as nobody. Answers the body as the contract has it; throws on everything but success. */
  call: <T>(person: string | null, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>;
  /** The evaluation license of a platform that has none yet. */
  license: () => string;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a server; `demo` furnishes it. What ends it is put into `open` at once. Throws with what the server said when
 * it does not start.
 */
export async function openPlatform(demo: boolean, open: Closable[]): Promise<Platform> {
  const port = await freePort();
  const dataDir = path.join(tmpdir(), `signet-pictures-${process.pid}-${demo ? 'demo' : 'empty'}`);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  // Nothing of somebody's own platform: an empty value means unset, and .env does not replace it.
  const unset = Object.fromEntries(settingNames.map((name) => [name, '']));
  const env = {
    ...process.env,
    ...unset,
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    CLOCK_START: PINNED,
    DEMO_PASSWORD: PASSWORD,
    ACCESS_TOKEN_SECONDS: '3600',
  };
  const child = spawn(process.execPath, ['server/src/main.ts', ...(demo ? ['--demo'] : [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  open.push({
    async close() {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
  await ready(child);
  return {
    url: `http://localhost:${port}`,
    ...caller(`http://localhost:${port}`),
    license: () => readFileSync(path.join(dataDir, 'evaluation-license.txt'), 'utf8').trim(),
  };
}

/** Resolves when the server says that it is ready. */
function ready(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream)
        createInterface(stream).on('line', (line) => {
          said += `${line}\n`;
          if (line === 'Signet is ready.') resolve();
        });
    }
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.\n${said}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

function caller(url: string): Pick<Platform, 'signIn' | 'call'> {
  const tokens = new Map<string, Promise<Tokens>>();
  const send = async <T>(
    method: string,
    to: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const answer = await fetch(url + to, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${to} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const signIn = (person: string, userAgent = BROWSER): Promise<Tokens> =>
    send(
      'POST',
      '/account/ui-api/v1/auth/login',
      { user_name: person, password: PASSWORD },
      { 'user-agent': userAgent },
    );
  return {
    signIn,
    async call<T>(person: string | null, method: string, to: string, body?: unknown) {
      if (person === null) return send<T>(method, to, body);
      if (!tokens.has(person)) tokens.set(person, signIn(person));
      return send<T>(method, to, body, { authorization: `Bearer ${(await tokens.get(person))?.access_token}` });
    },
  };
}
