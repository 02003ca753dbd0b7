/** The real server as a process of its own: for browser tests, pictures and benchmarks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { settingNames } from '../server/src/config.ts';
import { freePort } from './free-port.ts';

/** The password of all demo people wherever a program signs them in. */
export const DEMO_PASSWORD = 'Quiet-harbour-42-lights';

/** As `npm start` has them. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=8', '--heap-growing-percent=35'];
const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type ServerOptions = {
  /** Where it keeps its files; made if missing. */
  dataDir: string;
  /** True for the demo: furnished when it is empty. */
  furnished?: boolean;
  /** By default one that the system gives. */
  port?: number;
  /** Settings beside address, folder and password. Those of the caller's own platform never reach it. */
  settings?: Record<string, string>;
  /** The file that its standard output goes to; without one it is read here. */
  logFile?: string;
  /** Gets what ends it as soon as there is something to end. */
  onSpawn?: (stop: () => Promise<void>) => void;
};

export type RunningServer = {
  url: string;
  port: number;
  pid: number;
  /** From the start of the process to the first request that it took, in milliseconds. */
  startedIn: number;
  /** The license that it proposes as long as it has none. */
  license: () => string;
  /** The code that the setup asks for as long as there is no administrator. */
  setupCode: () => string;
  /** Asks it to close, and waits until it has. */
  stop: () => Promise<void>;
};

export type Tokens = { access_token: string; refresh_token: string; expires_at: string };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Headers = Record<string, string>;
export type Caller = {
  /** Signs in by the API, with a browser of that name. */
  signIn: (person: string, userAgent?: string) => Promise<Tokens>;
  /** Any call, as a person or as nobody. Answers the body as the contract has it; throws on everything but success. */
  call: <T>(person: string | null, method: Method, path: string, body?: unknown, headers?: Headers) => Promise<T>;
};

/** Resolves when the server answers requests. Throws with its output when it ends before. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, furnished = false, settings = {}, port = await freePort(), logFile, onSpawn } = options;
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
    // One that the system gives: several stand side by side.
    CLIENT_AUTH_PORT: '0',
    DATA_DIR: dataDir,
    DEMO_PASSWORD,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const began = performance.now();
  const child = spawn(process.execPath, [...FLAGS, 'server/dist/main.mjs', ...(furnished ? ['--demo'] : [])], {
    cwd: ROOT,
    env,
    stdio: ['ignore', logFile === undefined ? 'pipe' : openSync(logFile, 'w'), 'pipe'],
  });
  const exit = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exit;
  };
  onSpawn?.(stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  // While nobody listens there is nothing to wait for: it is asked again and again.
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready.\n${output}`);
    await pause(10);
  }
  const startedIn = performance.now() - began;
  const kept = (file: string) => (): string => readFileSync(path.join(dataDir, file), 'utf8').trim();
  return {
    url,
    port,
    pid: child.pid ?? 0,
    startedIn,
    license: kept('evaluation-license.txt'),
    setupCode: kept('setup-code.txt'),
    stop,
  };
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';

/** A minute less than an access token lasts, in milliseconds. */
const TOKEN_MS = 240_000;

/** Comes back when a server says that has too much to do, and so has changed nothing: a machine may be that busy. */
async function patiently(ask: () => Promise<Response>, tries = 5): Promise<Response> {
  const answer = await ask();
  const after = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0;
  if (after === 0 || tries === 1) return answer;
  await pause(after * 1000);
  return patiently(ask, tries - 1);
}

/** The API of the server at `url`. A person is signed in at the first call, and again before the token has lapsed. */
export function callerOf(url: string): Caller {
  const signedIn = new Map<string, { tokens: Promise<Tokens>; until: number }>();
  const send = async <T>(method: Method, to: string, body: unknown, headers: Headers = {}): Promise<T> => {
    const answer = await patiently(() =>
      fetch(url + to, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
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
    const kept = signedIn.get(person);
    const known =
      kept && performance.now() < kept.until ? kept : { tokens: signIn(person), until: performance.now() + TOKEN_MS };
    signedIn.set(person, known);
    return (await known.tokens).access_token;
  };
  return {
    signIn,
    call: async <T>(person: string | null, method: Method, to: string, body?: unknown, headers: Headers = {}) =>
      person === null
        ? send<T>(method, to, body, headers)
        : send<T>(method, to, body, { ...headers, authorization: `Bearer ${await tokenOf(person)}` }),
  };
}
