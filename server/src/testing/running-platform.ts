/** A platform that runs: the real process on the database of a TestApp, which can be killed and started again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../ids.ts';
import { insertToken } from './api-token.ts';
import { startTestApp, type TestApp } from './app.ts';
import { addressOf } from './database-door.ts';
import { spawnSignet, type SpawnedSignet } from './spawn-signet.ts';

const PATIENCE_MS = 120_000;
const RETRY_MS = 500;

type Json = Record<string, unknown>;
export type Asked = { status: number; body: Json };

export type RunningPlatform = {
  app: TestApp;
  url: () => string;
  /** A call with the token of a service user who administers the platform, who comes again where it is too busy. */
  ask: (method: string, path: string, body?: unknown) => Promise<Asked>;
  /** The id of that service user. */
  robot: string;
  kill: () => Promise<void>;
  /** Starts it again, at the same address. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts one with the demo cast and what `furnish` makes, under a platform key of its own. */
export async function startPlatform(
  key: Buffer,
  furnish: (app: TestApp) => Promise<void> = async () => undefined,
): Promise<RunningPlatform> {
  const app = await startTestApp({ key });
  // The process has the time of this machine, whatever day it is.
  app.clock.set(new Date().toISOString());
  await furnish(app);
  await sql`update account set service_from = '2020-01-01', service_to = '2120-01-01'`.execute(app.db);
  const folder = await mkdtemp(path.join(tmpdir(), 'signet-platform-'));
  const settings: Record<string, string> = {
    DATABASE_URL: addressOf(app.connection),
    SIGNET_KEY: key.toString('base64'),
    // Both platforms stand on this machine.
    OWN_NETWORK_PROVIDERS: 'true',
    CLIENT_AUTH_PORT: 'off',
  };
  const robot = await addRobot(app);
  let signet: SpawnedSignet = await spawnSignet(folder, settings);
  settings['PORT'] = new URL(signet.url).port;
  await signet.ready;
  const kill = async (): Promise<void> => {
    signet.child.kill('SIGKILL');
    await signet.exit;
  };
  return {
    app,
    url: () => signet.url,
    robot: robot.id,
    async ask(method, to, body) {
      for (const end = Date.now() + PATIENCE_MS; ; await pause(RETRY_MS)) {
        const answer = await fetch(signet.url + to, {
          method,
          headers: {
            'x-api-key': robot.token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        // On a slow machine the process or its database may take too long for a request, of which nothing is left then.
        if (answer.status === 503 && Date.now() < end) continue;
        return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
      }
    },
    kill,
    async start() {
      signet = await spawnSignet(folder, settings);
      await signet.ready;
    },
    async close() {
      await kill();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A service user with the rights of the platform's administrator, and a token of theirs. */
async function addRobot(app: TestApp): Promise<{ id: string; token: string }> {
  const id = newId();
  const platform = app.accountIds.get('signet-platform') ?? '';
  const now = app.clock.now();
  await app.db
    .insertInto('app_user')
    .values({
      id,
      user_name: 'mover',
      email: 'mover@signet.example',
      first_name: 'Mover',
      last_name: 'Service',
      access_scope: 'system',
      primary_account_id: platform,
      service_user: true,
      verified_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await app.db.insertInto('user_account').values({ user_id: id, account_id: platform, given_at: now }).execute();
  await sql`insert into user_role (user_id, role_id, given_at) select ${id}, id, ${now} from role
    where predefined and name = 'Platform administrator'`.execute(app.db);
  return { id, token: (await insertToken(app, id)).text };
}
