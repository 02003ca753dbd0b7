import { openAttestationAuthorities } from '../attestation/authorities.ts';
import type { InjectOptions } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pino from 'pino';
import { inject } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { openEventMac } from '../audit/event-mac.ts';
import { keepHeadInMemory } from '../audit/kept-head.ts';
import { refuseSecret } from '../audit/secrets.ts';
import { pkiUrlOf } from '../authority/authority-store.ts';
import { openClientTools } from '../client-tools/shelf.ts';
import { readConfig, type Config } from '../config.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { LOAD_LIMITS, type LoadLimits } from '../http/load.ts';
import { runReset } from '../jobs/reset.ts';
import { keysOf, openModule } from '../keys/open-keys.ts';
import { PASSCODE_JOB, sendPasscode } from '../self-service/passcode-store.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import type { Runtime } from '../runtime.ts';
import { openAccessTokens } from '../sign-in/sessions/access-tokens.ts';
import { openDeviceCookies } from '../sign-in/devices/device-cookies.ts';
import { openPasswords, type Passwords } from '../sign-in/passwords/hashing.ts';
import { openTokenRate } from '../sign-in/tokens/token-rate.ts';
import { openUnknownNames } from '../sign-in/unknown-names.ts';
import { furnishCast, PASSWORD, QUICK, START } from './cast.ts';
import { createDatabase } from './database.ts';
import { expectDocumented } from './documented.ts';
import { byOneConnection } from './one-connection.ts';

export { PASSWORD };
export type Name = 'ada' | 'ben' | 'bea' | 'cleo' | 'carl' | 'dora' | 'emil';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';

/** A clock that stands still until it is moved. Starts at noon of 21 November 2026, UTC. */
export function movableClock(start = START) {
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

const KEY = Buffer.alloc(32, 7);
/** By which tests are a proxy that hands certificates on. */
export const PROXY_SECRET = 'secret-between-the-proxy-and-signet';
const METRICS_TOKEN = 'metrics-token-of-the-tests';

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/**
 * The real server on a fresh clone of the migrated database, with the demo cast (or empty with `people: false`), a
 * movable clock, the time limits of a job (tests write thousands of rows by the same connections) and, where there are
 * people, the pools of an evaluation license. Nothing is mocked; requests go through inject.
 */
export async function startTestApp(
  options: {
    people?: boolean;
    /** Lets tests take the last administrator away, which the database refuses. */
    lastMayGo?: boolean;
    config?: Partial<Config>;
    open?: typeof openDatabase;
    load?: Partial<LoadLimits>;
    /** Those of the platform itself, where it matters how long they take. */
    passwords?: Passwords;
    /** The platform key, where two platforms must not have the same. */
    key?: Buffer;
  } = {},
) {
  const key = options.key ?? KEY;
  // Two platforms of one test have people of their own, and other passwords are to be hashed.
  const isOwn = options.key !== undefined || options.passwords !== undefined;
  const furnished = options.people !== false && !isOwn;
  const database = await createDatabase({ furnished });
  const { pool, db, close } = (options.open ?? openDatabase)(database.connection, 8, TIME_LIMITS.job);
  const clock = movableClock();
  const config: Config = {
    // Tests move the clock; whoever is asked again sets the minutes.
    ...readConfig({ LOG_LEVEL: 'silent', METRICS_TOKEN, CLIENT_AUTH_PROXY_SECRET: PROXY_SECRET }),
    REAUTHENTICATION_MINUTES: 525_600,
    ...options.config,
  };
  const log = pino({ level: config.LOG_LEVEL });
  const seal = sealWith(deriveKey(key, 'seal'));
  const clientTools = openClientTools({
    folders: config.CLIENT_TOOLS_DIR === undefined ? [] : [config.CLIENT_TOOLS_DIR],
    host: new URL(config.PUBLIC_URL ?? 'http://localhost:8080').hostname,
    clock,
    log,
  });
  await clientTools.look();
  const runtime: Runtime = {
    db: byOneConnection(db),
    aside: db,
    keys: keysOf(await openModule(config), seal),
    attestationAuthorities: openAttestationAuthorities(config.KEY_ATTESTATION_AUTHORITIES),
    clock,
    config,
    log,
    publicUrl: config.PUBLIC_URL ?? 'http://localhost:8080',
    pkiUrl: config.PKI_URL ?? pkiUrlOf(config.PUBLIC_URL ?? 'http://localhost:8080'),
    clientAuthUrl: config.CLIENT_AUTH_URL ?? null,
    clientTools,
    seal,
    passwords: options.passwords ?? openPasswords(2, QUICK),
    accessTokens: openAccessTokens(key),
    deviceCookies: openDeviceCookies(key),
    oauthCookieKey: deriveKey(key, 'oauth-cookies').toString('base64url'),
    tokenRate: openTokenRate(),
    unknownNames: openUnknownNames(key),
    eventMac: openEventMac(key),
    keptHead: keepHeadInMemory(),
    onSecret: refuseSecret,
  };
  // The event loop is the test's as well: how late it is says nothing of the server.
  const limits = { ...LOAD_LIMITS, lateMs: Number.POSITIVE_INFINITY, ...options.load };
  const app = await buildApp(runtime, pool, { draining: false, droppedLogLines: () => 0 }, limits);
  const cast = furnished
    ? inject('testPostgres').furnished.cast
    : options.people === false
      ? { accountIds: [], userIds: [] }
      : await furnishCast(db, options.passwords?.hash(PASSWORD));
  const accountIds = new Map(cast.accountIds);
  const userIds = new Map(cast.userIds);
  if (options.lastMayGo) await sql`alter table administrator disable trigger administrator_remains`.execute(db);
  const tokens = new Map<Name, string>();

  /** Any request, as a client sends it. */
  async function request(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent: InjectOptions = {
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    };
    if (body !== undefined) sent.payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await app.inject(sent);
    const json = /\bjson\b/.test(String(answer.headers['content-type'])) ? answer.json() : answer.body;
    if (answer.statusCode >= 400) expectDocumented(method, url, json);
    return {
      status: answer.statusCode,
      body: json,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
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

  /** Writes the mails that public calls have asked for, as the job runner does in its time. */
  const sendResets = (): Promise<void> =>
    runOnce({
      pgPool: pool,
      taskList: {
        [RESET_JOB]: (payload) => runReset(runtime, payload),
        [PASSCODE_JOB]: (payload) => sendPasscode(runtime, z.object({ id: z.uuid() }).parse(payload).id),
      },
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
    /** The answer brings back who is signed in now, and nobody else. */
    keepSignIns(): () => void {
      const kept = [...tokens];
      return () => {
        tokens.clear();
        for (const [person, token] of kept) tokens.set(person, token);
      };
    },
    async close() {
      await app.close();
      await runtime.keys.close();
      await close();
      await database.drop();
    },
  };
}
