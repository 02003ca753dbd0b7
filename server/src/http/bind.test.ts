/** What bind holds of every declaration, on declarations made for it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Access } from '@signet/contract/access';
import type { AuditRule, Endpoint } from '@signet/contract/endpoint';
import type { Credential, Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import { openPasswords } from '../sign-in/passwords/hashing.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { requireAccess } from './access.ts';
import { bind } from './bind.ts';
import type { Handler } from './handler.ts';
import { LOAD_LIMITS, measureLoad } from './load.ts';
import { openProblemDoor } from './problem-door.ts';

const FLAG = 'AM_enable_packaging';
const audited: AuditRule = { action: 'UPDATE', resource: 'FEATURE_FLAG' };
const get = (path: string, access: Access): Endpoint => ({ method: 'GET', path, summary: '', access, success: 204 });
const put = (path: string, audit: AuditRule): Endpoint => ({ ...get(path, {}), method: 'PUT', audit });

const nothing: Handler<Endpoint> = async () => undefined;
/** Writes a row of its own. */
const write: Handler<Endpoint> = async ({ db, now }) =>
  void (await db
    .insertInto('feature_flag')
    .values({ name: randomUUID(), key: '', enabled: true, updated_at: now })
    .execute());

const lockFlag = (db: Db, name: string) => sql`select from feature_flag where name = ${name} for update`.execute(db);
/**
 * Whether a transaction waits for a lock, and has looked already for one that waits for it: each does so once, and the
 * one that finds another is ended.
 */
async function hasLooked(): Promise<boolean> {
  const { rows: found } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and not l.granted
      and clock_timestamp() - l.waitstart > current_setting('deadlock_timeout')::interval + '200ms'`.execute(app.db);
  return found.length > 0;
}
/** What another transaction does once a call of /crossed holds its first lock. */
let crossing: (() => Promise<void>) | undefined;

/** Two calls run at once. */
const passwords = openPasswords(1);
let app: TestApp;
let bound: FastifyInstance;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signIn('ada')).access_token;
  bound = Fastify();
  bound.decorateRequest('userId', '');
  openProblemDoor(bound);
  const load = measureLoad(LOAD_LIMITS);
  bound.addHook('onClose', async () => load.close());
  bind(bound, app.runtime, load, get('/feature', { feature: FLAG }), nothing);
  bind(bound, app.runtime, load, get('/all', { all: ['manage_account'], feature: FLAG }), nothing);
  bind(bound, app.runtime, load, put('/forgotten', audited), write);
  bind(bound, app.runtime, load, put('/later', { ...audited, later: 'The next call writes it.' }), write);
  bind(bound, app.runtime, load, put('/nothing', audited), async (call) => call.audit('nothing'));
  bind(bound, app.runtime, load, put('/locked', audited), async (call) => {
    await call.db.selectFrom('feature_flag').selectAll().forUpdate().execute();
    call.audit('nothing');
  });
  bind(bound, app.runtime, load, put('/crossed', audited), async (call) => {
    await lockFlag(call.db, 'first');
    await crossing?.();
    await lockFlag(call.db, 'second');
    const { audit } = call;
    audit({ resource_id: null, before: { enabled: false }, after: { enabled: true } });
    await write(call);
  });
  const asks = (path: string, audit: AuditRule): Endpoint => ({ ...put(path, audit), asks: true });
  bind(bound, app.runtime, load, asks('/all-done', { none: 'Housekeeping.' }), nothing);
  bind(bound, app.runtime, load, asks('/unheard', audited), nothing);
  bind(bound, app.runtime, load, asks('/unheard-extra', { none: 'Housekeeping.' }), async ({ audit }) =>
    audit({ as: { action: 'LOGIN_ERROR', resource: 'SESSION', result: 'failure' }, resource_id: null }),
  );
  const hashing = { ...put('/hashed', { none: 'Housekeeping.' }), hashes: true } as const;
  bind(bound, { ...app.runtime, passwords }, load, hashing, nothing);
  const body = z.strictObject({ password: z.string().optional() });
  const partly: Endpoint = { ...hashing, path: '/partly-hashed', body, hashes: { where: 'password' } };
  bind(bound, { ...app.runtime, passwords }, load, partly, nothing);
  bind(bound, app.runtime, load, put('/denied', audited), async (call) => {
    await write(call);
    call.audit('nothing');
  });
});
afterAll(async () => {
  await bound.close();
  await app.close();
});

async function ask(method: 'GET' | 'PUT', url: string, payload?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await bound.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return answer.statusCode < 400 ? String(answer.statusCode) : `${answer.statusCode} ${answer.json().error.status}`;
}
const rows = async (): Promise<number> => (await app.db.selectFrom('feature_flag').select('name').execute()).length;

test('an endpoint of a feature is refused while it is off, for the person as for the platform', async () => {
  expect([await ask('GET', '/feature'), await ask('GET', '/all')]).toEqual(['204', '204']);
  const flag = { name: FLAG, enabled: false, updated_at: app.clock.now() };
  await app.db
    .insertInto('feature_flag')
    .values({ ...flag, key: app.userIds.get('ada') ?? '' })
    .execute();
  expect([await ask('GET', '/feature'), await ask('GET', '/all')]).toEqual(['403 FEATURE_OFF', '403 FEATURE_OFF']);
  await app.db.deleteFrom('feature_flag').execute();
  await app.db
    .insertInto('feature_flag')
    .values({ ...flag, key: '' })
    .execute();
  expect(await ask('GET', '/feature')).toBe('403 FEATURE_OFF');
  await app.db.deleteFrom('feature_flag').execute();
});

test('what takes long waits for its turn, and what does not take long waits for nobody', async () => {
  const ends: (() => void)[] = [];
  const taken = [1, 2].map(() => passwords.inTurn(() => new Promise<void>((end) => ends.push(end))));
  const order: string[] = [];
  const asked = async (url: string, payload?: object) => {
    const status = await ask('PUT', url, payload);
    order.push(`${url} ${Object.keys(payload ?? {}).join('')} ${status}`);
  };
  const waiting = [asked('/hashed'), asked('/partly-hashed', { password: 'x' })];
  await asked('/partly-hashed', {});
  await asked('/partly-hashed', {});
  expect(order).toEqual(['/partly-hashed  204', '/partly-hashed  204']);
  for (const end of ends) end();
  await Promise.all([...taken, ...waiting]);
  expect(order.slice(2).toSorted()).toEqual(['/hashed  204', '/partly-hashed password 204']);
});

test('access names the ways by which one may call', async () => {
  const person: Omit<Viewer, 'via'> = {
    userId: randomUUID(),
    userName: 'ada',
    name: 'Ada',
    scope: 'system',
    primaryAccountId: null,
    accountIds: [],
    permissions: new Set(),
    termsAccepted: true,
  };
  const bySession: Credential = { by: 'session', sessionId: randomUUID() };
  const byToken: Credential = { by: 'token', tokenId: randomUUID(), name: 'Report' };
  const ways: Credential[] = [bySession, byToken, { by: 'certificate', certificateId: randomUUID() }];
  const admitted = async (access: Access): Promise<string[]> => {
    const found = await Promise.allSettled(
      ways.map(async (via) => (await requireAccess(access, { ...person, via }, app.db), via.by)),
    );
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  };
  expect(await admitted({})).toEqual(['session', 'token', 'certificate']);
  expect(await admitted({ via: ['session'] })).toEqual(['session']);
  expect(await admitted({ via: ['token', 'certificate'] })).toEqual(['token', 'certificate']);
  expect(await admitted({ via: ['session'], scopes: ['partner'] })).toEqual([]);
  // No permission would help a program where a person has to be at the console, and it is not sent to look for one.
  const refusal = (access: Access, via: Credential = byToken): Promise<unknown> =>
    requireAccess(access, { ...person, via }, app.db).catch(String);
  expect(await refusal({ via: ['session'] })).toBe('Error: SESSION_NEEDED');
  expect(await refusal({ via: ['session'], all: ['manage_account'] })).toBe('Error: SESSION_NEEDED');
  expect(await refusal({ via: ['session'], all: ['manage_account'] }, bySession)).toBe('Error: FORBIDDEN');
  expect(await refusal({ via: ['session', 'certificate'] })).toBe('Error: FORBIDDEN');
});

test('what asks first may answer at once only where no event is to be kept', async () => {
  expect(await ask('PUT', '/all-done')).toBe('204');
  expect(await ask('PUT', '/unheard')).toBe('500 INTERNAL');
  expect(await ask('PUT', '/unheard-extra')).toBe('500 INTERNAL');
});

test('a changing call that says nothing of its change is undone', async () => {
  const before = await rows();
  expect(await ask('PUT', '/forgotten')).toBe('500 INTERNAL');
  expect(await rows()).toBe(before);
});

test('“nothing changed” holds where nothing was written, and is undone where something was', async () => {
  expect([await ask('PUT', '/nothing'), await ask('PUT', '/locked')]).toEqual(['204', '204']);
  const before = await rows();
  expect(await ask('PUT', '/denied')).toBe('500 INTERNAL');
  expect(await rows()).toBe(before);
});

test('a call that another one waits for, and it for that, is done after it, with one event', async () => {
  const flag = { key: '', enabled: true, updated_at: app.clock.now() };
  const flags = ['first', 'second'].map((name) => ({ name, ...flag }));
  await app.db.insertInto('feature_flag').values(flags).execute();
  const before = await rows();
  let tries = 0;
  let answered: Promise<string> | undefined;
  await app.db.transaction().execute(async (other) => {
    await lockFlag(other, 'second');
    let waited: Promise<unknown> | undefined;
    const answer = ask('PUT', '/crossed');
    await new Promise<void>((resolve) => {
      crossing = async () => {
        tries += 1;
        if (tries > 1) return;
        waited = lockFlag(other, 'first');
        await expect.poll(hasLooked, { interval: 20 }).toBe(true);
        resolve();
      };
    });
    await waited;
    answered = answer;
  });
  expect([await answered, tries, await rows()]).toEqual(['204', 2, before + 1]);
  const { rows: events } = await sql`select from audit_event where resource_type = 'FEATURE_FLAG'
    and after ->> 'enabled' = 'true'`.execute(app.db);
  expect(events).toHaveLength(1);
  crossing = undefined;
  await app.db.deleteFrom('feature_flag').where('name', 'in', ['first', 'second']).execute();
});

test('a call may leave its event to a later one only where it declares so', async () => {
  const before = await rows();
  expect(await ask('PUT', '/later')).toBe('204');
  expect(await rows()).toBe(before + 1);
});
