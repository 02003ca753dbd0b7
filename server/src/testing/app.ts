import type { InjectOptions } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import pino from 'pino';
import { seedAccounts } from '../../seed/accounts.ts';
import { CAST, castAccounts } from '../../seed/cast.ts';
import { seedPeople } from '../../seed/people.ts';
import { buildApp } from '../app.ts';
import { openEventMac } from '../audit/event-mac.ts';
import { keepHeadInMemory } from '../audit/kept-head.ts';
import { refuseSecret } from '../audit/secrets.ts';
import { readConfig, type Config } from '../config.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { LOAD_LIMITS, type LoadLimits } from '../http/load.ts';
import { runReset } from '../jobs/reset.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import type { Runtime } from '../runtime.ts';
import { openAccessTokens } from '../sign-in/sessions/access-tokens.ts';
import { openDeviceCookies } from '../sign-in/devices/device-cookies.ts';
import { openPasswords } from '../sign-in/passwords/hashing.ts';
import { openUnknownNames } from '../sign-in/unknown-names.ts';
import { createDatabase } from './database.ts';
import { expectDocumented } from './documented.ts';

export const PASSWORD = 'Correct-horse-7-battery';
export type Name = 'ada' | 'ben' | 'bea' | 'cleo' | 'carl' | 'dora' | 'emil';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A clock that stands still until it is moved. Starts at noon of 21 November 2026, UTC. */
export function movableClock(start = '2026-11-21T12:00:00Z') {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    /** Moves it forward (or back, with a negative number). */
    pass(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    set(instant: string) {
      now = new Date(instant);
    },
  };
}

export type Answer = { status: number; body: any; headers: Record<string, string> };

const hashed = openPasswords(1).hash(PASSWORD);
const KEY = Buffer.alloc(32, 7);
const METRICS_TOKEN = 'metrics-token-of-the-tests';

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/**
 * The real server on a fresh clone of the migrated database, with the demo cast (or empty with `people: false`), a
 * movable clock, the time limits of a job (tests write thousands of rows by the same connections) and one license in
 * force unless `license` is null. Nothing is mocked; requests go through inject.
 */
export async function startTestApp(
  options: {
    people?: boolean;
    config?: Partial<Config>;
    open?: typeof openDatabase;
    load?: Partial<LoadLimits>;
  } = {},
) {
  const database = await createDatabase();
  const { pool, db, close } = (options.open ?? openDatabase)(database.connection, 8, TIME_LIMITS.job);
  const clock = movableClock();
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent', METRICS_TOKEN }), ...options.config };
  const log = pino({ level: config.LOG_LEVEL });
  const runtime: Runtime = {
    db,
    clock,
    config,
    log,
    publicUrl: config.PUBLIC_URL ?? 'http://localhost:8080',
    seal: sealWith(deriveKey(KEY, 'seal')),
    passwords: openPasswords(2),
    accessTokens: openAccessTokens(KEY, config.ACCESS_TOKEN_SECONDS),
    deviceCookies: openDeviceCookies(KEY),
    unknownNames: openUnknownNames(KEY),
    eventMac: openEventMac(KEY),
    keptHead: keepHeadInMemory(),
    onSecret: refuseSecret,
  };
  // The event loop is the test's as well: how late it is says nothing of the server.
  const limits = { ...LOAD_LIMITS, lateMs: Number.POSITIVE_INFINITY, ...options.load };
  const app = await buildApp(runtime, pool, { draining: false, droppedLogLines: () => 0 }, limits);
  const accountIds =
    options.people === false
      ? new Map<string, string>()
      : await seedAccounts(db, castAccounts(clock.now()), clock.now());
  const userIds =
    options.people === false
      ? new Map<string, string>()
      : await seedPeople(db, CAST, accountIds, await hashed, clock.now());
  const tokens = new Map<Name, string>();

  /** Any request, as a client sends it. */
  async function request(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const inject: InjectOptions = {
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    };
    if (body !== undefined) inject.payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await app.inject(inject);
    const json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.body;
    if (answer.statusCode >= 400) expectDocumented(method, url, json);
    return {
      status: answer.statusCode,
      body: json,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([key, value]) => [key, String(value)])),
    };
  }

  /** A fresh sign-in by password: the three values of the answer. */
  async function signIn(person: Name): Promise<{ access_token: string; refresh_token: string; expires_at: string }> {
    const answer = await request('POST', '/account/ui-api/v1/auth/login', { user_name: person, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`${person} could not sign in: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A request by a person (signed in at first use; again after `forget`), or by nobody with null. */
  async function call(person: Name | null, method: Method, url: string, body?: unknown): Promise<Answer> {
    if (person === null) return request(method, url, body);
    const token = tokens.get(person) ?? (await signIn(person)).access_token;
    tokens.set(person, token);
    return request(method, url, body, { authorization: `Bearer ${token}` });
  }

  /** Does what forgotten passwords have asked for, as the job runner does in its time. */
  const sendResets = (): Promise<void> =>
    runOnce({
      pgPool: pool,
      taskList: { [RESET_JOB]: (payload) => runReset(runtime, payload) },
      logger: new Logger(() => () => undefined),
    });

  /** What a scraper reads. */
  const metrics = async (): Promise<string> =>
    (await request('GET', '/metrics', undefined, { authorization: `Bearer ${METRICS_TOKEN}` })).body;

  return {
    app,
    metrics,
    sendResets,
    db,
    pool,
    connection: database.connection,
    clock,
    runtime,
    request,
    signIn,
    call,
    accountIds,
    userIds,
    forget: (person: Name) => tokens.delete(person),
    async close() {
      await app.close();
      await close();
      await database.drop();
    },
  };
}
