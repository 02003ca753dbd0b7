/** The real server as a process of its own: for browser tests, pictures and benchmarks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { settingNames } from '../server/src/config.ts';

/** The password of all demo people wherever a program signs them in. */
export const DEMO_PASSWORD = 'Quiet-harbour-42-lights';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY = 'Signet is ready.';

export type ServerOptions = {
  /** Where it keeps its files; made if missing. */
  dataDir: string;
  /** True for the demo: furnished when it is empty. */
  furnished?: boolean;
  /** By default one that the system gives. */
  port?: number;
  /** Settings beside address, folder and password. Those of the caller's own platform never reach it. */
  settings?: Record<string, string>;
};

export type RunningServer = {
  url: string;
  port: number;
  pid: number;
  /** The license that it proposes as long as it has none. */
  license: () => string;
  /** Asks it to close, and waits until it has. */
  stop: () => Promise<void>;
};

export type Tokens = { access_token: string; refresh_token: string; expires_at: string };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Caller = {
  /** Signs in by the API, with a browser of that name. */
  signIn: (person: string, userAgent?: string) => Promise<Tokens>;
  /** Any call, as a person or as nobody. Answers the body as the contract has it; throws on everything but success. */
  call: <T>(person: string | null, method: Method, path: string, body?: unknown) => Promise<T>;
};

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when the server answers requests. Throws with what it said when it ends before. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, furnished = false, settings = {}, port = await freePort() } = options;
  mkdirSync(dataDir, { recursive: true });
  const url = `http://localhost:${port}`;
  // An empty value means unset, and .env does not replace it.
  const unset = Object.fromEntries(settingNames.map((name) => [name, '']));
  const env = {
    ...process.env,
    ...unset,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO_PASSWORD,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const child = spawn(process.execPath, ['server/src/main.ts', ...(furnished ? ['--demo'] : [])], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exit;
  };
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said += `${line}\n`;
        if (line === READY) resolve();
      });
    }
    child.once('close', (code) => reject(new Error(`The server ended with ${code} before it was ready.\n${said}`)));
  });
  const license = (): string => readFileSync(path.join(dataDir, 'evaluation-license.txt'), 'utf8').trim();
  return { url, port, pid: child.pid ?? 0, license, stop };
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';

/** The API of the server at `url`. A person is signed in at the first call. */
export function callerOf(url: string): Caller {
  const tokens = new Map<string, Promise<Tokens>>();
  const send = async <T>(method: Method, to: string, body: unknown, headers = {}): Promise<T> => {
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
      { user_name: person, password: DEMO_PASSWORD },
      { 'user-agent': userAgent },
    );
  const tokenOf = async (person: string): Promise<string> => {
    const known = tokens.get(person) ?? signIn(person);
    tokens.set(person, known);
    return (await known).access_token;
  };
  return {
    signIn,
    call: async <T>(person: string | null, method: Method, to: string, body?: unknown) =>
      person === null
        ? send<T>(method, to, body)
        : send<T>(method, to, body, { authorization: `Bearer ${await tokenOf(person)}` }),
  };
}
