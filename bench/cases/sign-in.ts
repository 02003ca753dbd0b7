/** Signing in and staying signed in. */
import { createHash, randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { addressOf, type Api } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import { id, PASSWORD, type Person } from '../seed/plan.ts';
import { CONNECTIONS, DONE, type Case, type Memory, type Answer, type Turn, type World } from './case.ts';
import { PERSONS } from './list.ts';

type Tokens = { access_token: string; refresh_token: string };

const LOGIN = '/account/ui-api/v1/auth/login';
const AREA = 'Sign-in';
const HOUR = 3_600_000;
/** The accounts of the user `u` that are in service on the day $2, in SQL. */
const ACCOUNTS_IN_SERVICE = `array(
  select m.account_id from user_account m join account a on a.id = m.account_id
  where m.user_id = u.id and a.active and a.deleted_at is null
    and a.service_from <= $2::date and (a.service_to is null or a.service_to >= $2::date)
)`;

/** Somebody who may sign in, another for each connection and turn: the tries at one name wait for each other. */
function nameFor(world: World, { lane, n }: Turn): string {
  const many = world.signIns.length - (world.signIns.length % CONNECTIONS);
  return world.signIns[(lane + n * CONNECTIONS) % Math.max(many, CONNECTIONS)] ?? '';
}

const from = ({ lane, n }: Turn): string => addressOf(n * CONNECTIONS + lane);

/** Signs in with the password; with `state`, as the second step of a sign-in. */
async function signIn(api: Api, turn: Turn, world: World, state?: string): Promise<Tokens> {
  const body = { user_name: nameFor(world, turn), password: PASSWORD, ...(state === undefined ? {} : { state }) };
  const tokens = await api.ask<Tokens>('POST', LOGIN, { body, from: from(turn) });
  if (tokens.access_token.split('.').length !== 3 || tokens.refresh_token === '')
    throw new Error('The sign-in answered no tokens.');
  return tokens;
}

/**
 * What the password costs whoever checks it: argon2id with the parameters that the stored hash names, on the threads of
 * one process.
 */
async function checkPassword(db: Bare, turn: Turn, world: World): Promise<Answer> {
  const [row] = await db.ask<{ password_hash: string }>(
    'select password_hash from app_user where lower(user_name) = lower($1) and deleted_at is null',
    [nameFor(world, turn)],
  );
  if (!row || !(await verify(row.password_hash, PASSWORD))) throw new Error('The password was not the stored one.');
  return DONE;
}

const password: Case = {
  area: AREA,
  name: 'sign-in with password',
  viewer: null,
  async api(api, turn, world) {
    await signIn(api, turn, world);
    return DONE;
  },
  floor: checkPassword,
};

const bothSteps: Case = {
  area: AREA,
  name: 'whole sign-in, both steps',
  viewer: null,
  async api(api, turn, world) {
    const state = randomBytes(18).toString('base64url');
    const query = new URLSearchParams({ username: nameFor(world, turn), state, locale: 'en_US' });
    const step = await api.ask<{ next: string }>('GET', `/imauth/api/v1/login/verify?${query}`, { from: from(turn) });
    if (step.next !== 'password') throw new Error('The first step led elsewhere.');
    await signIn(api, turn, world, state);
    return DONE;
  },
  floor: checkPassword,
};

/** Each connection has a session of its own and rotates its token at each turn. */
const refresh: Case = {
  area: AREA,
  name: 'refresh, rotating',
  viewer: null,
  async api(api, turn, world, memory) {
    const before = memory.get('refresh') ?? (await signIn(api, turn, world)).refresh_token;
    const after = await api.ask<Tokens>('POST', '/imauth/api/v1/refresh', {
      body: { refresh_token: before },
      from: from(turn),
    });
    if (after.refresh_token === before) throw new Error('The refresh did not rotate the token.');
    memory.set('refresh', after.refresh_token);
    return DONE;
  },
  floor: rotate,
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A session of a user's own for the floor, with its first token. */
async function beginSession(db: Bare, turn: Turn, world: World): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const end = new Date(now.getTime() + 12 * HOUR);
  const [session] = await db.ask<{ id: string }>(
    `insert into session (id, user_id, created_at, last_used_at, expires_at, ip, user_agent)
      select gen_random_uuid(), id, $2, $2, $3, '10.0.0.1', 'bench' from app_user
      where lower(user_name) = lower($1) and deleted_at is null returning id`,
    [nameFor(world, turn), now, end],
  );
  await db.ask('insert into refresh_token (token_hash, session_id, issued_at, expires_at) values ($1, $2, $3, $4)', [
    hashOf(token),
    session?.id,
    now,
    end,
  ]);
  return token;
}

/**
 * The same rotation as bare SQL: find the token with its user and their accounts, then one statement that spends it,
 * prolongs its session and inserts the next.
 */
async function rotate(db: Bare, turn: Turn, world: World, memory: Memory): Promise<Answer> {
  const before = memory.get('refresh') ?? (await beginSession(db, turn, world));
  const after = randomBytes(32).toString('base64url');
  const now = new Date();
  const end = new Date(now.getTime() + 12 * HOUR);
  const [token] = await db.ask<{ session_id: string }>(
    `select t.session_id, u.active, u.access_scope, ${ACCOUNTS_IN_SERVICE} as accounts
      from refresh_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id
      where t.token_hash = $1 and t.used_at is null and t.expires_at > $3 and s.ended_at is null and s.expires_at > $3
        and u.deleted_at is null`,
    [hashOf(before), world.plan.today, now],
  );
  if (!token) throw new Error('The token of the floor is not there any more.');
  await db.ask(
    `with spent as (
        update refresh_token set used_at = $2, successor_sealed = $3
        where token_hash = $1 and session_id = $4 and used_at is null returning session_id
      ), prolonged as (
        update session set last_used_at = $2, expires_at = $5
        where id in (select session_id from spent) and ended_at is null returning id
      )
      insert into refresh_token (token_hash, session_id, issued_at, expires_at) select $6, id, $2, $5 from prolonged`,
    [hashOf(before), now, randomBytes(71), token.session_id, end, hashOf(after)],
  );
  memory.set('refresh', after);
  return DONE;
}

/** The smallest call that knows who asks: what every other call costs before it does anything of its own. */
const whoAmI = (viewer: Person): Case => ({
  area: AREA,
  name: 'who am I',
  viewer,
  async api(api, _turn, world) {
    const me = await api.ask<{ id: string; user_name: string }>('GET', '/account/ui-api/v1/auth/me', {
      token: world.tokens[viewer],
    });
    return { rows: 1, fingerprint: `${me.id} ${me.user_name}` };
  },
  async floor(db, _turn, world) {
    const [me] = await db.ask<{ id: string; user_name: string }>(
      `select u.id, u.user_name, u.first_name, u.last_name, u.email, u.access_scope, u.active,
        ${ACCOUNTS_IN_SERVICE} as accounts,
        array(
          select distinct p from user_role g join role r on r.id = g.role_id, unnest(r.permissions) p
          where g.user_id = u.id and r.deleted_at is null
        ) as permissions
        from app_user u where u.id = $1 and u.deleted_at is null`,
      [id(world.plan, 'user', PERSONS.indexOf(viewer)), world.plan.today],
    );
    return { rows: 1, fingerprint: `${me?.id} ${me?.user_name}` };
  },
});

/** Neither a person nor a row: what the web server itself takes, beside a round trip to the database. */
const alive: Case = {
  area: 'Frame',
  name: 'alive',
  viewer: null,
  async api(api) {
    const { status } = await api.ask<{ status: string }>('GET', '/healthz', {});
    return { rows: 1, fingerprint: status };
  },
  async floor(db) {
    const [row] = await db.ask<{ status: string }>(`select 'alive' as status`);
    return { rows: 1, fingerprint: row?.status ?? '' };
  },
};

export const signInCases: readonly Case[] = [alive, ...PERSONS.map(whoAmI), password, bothSteps, refresh];
