/** What of a used platform is in its backup, what stays behind, and what the restored one does next. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIST_JOB } from '../authority/list-store.ts';
import { TEND_JOB } from '../authority/tend-job-store.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue.ts';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { checkBackup } from './check.ts';
import { STAYING } from './tables.ts';
import { KEY, run, succeed, to, usedPlatform, withClient } from './testing.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: TestApp;
let folder: string;
let backup: string;
let target: TestDatabase;
let jobs: Job[];
let lists: Published[];
/** When the restore began, in seconds. */
let began: number;

beforeAll(async () => {
  app = await usedPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'signet-moves-'));
  backup = path.join(folder, 'platform.signet');
  target = await createEmptyDatabase();
  await beInUse();
  began = Math.floor(Date.now() / 1000);
  [jobs, lists] = [await jobsOf(app.connection), await listsOf(app.connection)];
  await succeed('backup', [backup], to(folder, app.connection));
  await succeed('restore', [backup], to(folder, target.connection));
});
afterAll(async () => {
  await target.drop();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Somebody is signed in, a receiver of events and others are spoken to, and a process has a job in hand. */
async function beInUse(): Promise<void> {
  const { db } = app;
  await sql`insert into session (id, user_id, created_at, last_used_at, expires_at, ip, user_agent)
    select ${newId()}, id, now(), now(), '2031-01-01', '127.0.0.1', 'test' from app_user limit 1`.execute(db);
  await sql`with receiver as (
      insert into audit_receiver (id, name, kind, address, created_at, updated_at)
      values (${newId()}, 'SIEM', 'syslog', 'siem.example:6514', now(), now()) returning id)
    insert into audit_delivery (receiver_id, next_index, owed_since, lease, leased_until, test_asked_at)
    select id, 5, now(), 'a process of then', '2031-01-01', now() from receiver`.execute(db);
  await sql`insert into platform_setting (name, value, updated_at)
    values ('mail_server', '{"host": "mail.example"}', now())`.execute(db);
  const letter = { to: 'cleo@nordmark-lb.example', locale: 'en_US', kind: 'password-changed', userId: null };
  await queueMail(db, app.runtime, { ...letter, params: { name: 'Cleo', user_name: 'cleo' } });
  await sql`insert into ending_webhook (user_id, id, address, secret_sealed, told_on, next_try_at, made_at)
    select id, ${newId()}, 'https://program.example', 'x', now(), now(), now() from app_user limit 1`.execute(db);
  await sql`insert into account_arrival (id, source, address, state, code_sealed, made_at, made_by, run_by, tables,
      licenses, left_behind, conflicts, choices, progress)
    select ${newId()}, 'address', 'https://source.example', 'confirmed', 'x', now(), id, '{}', '[]', '[]', '[]', '[]',
      '{}', '{}' from app_user limit 1`.execute(db);
  await sql`select graphile_worker.add_job('mail', '{"n": 2}'::json, queue_name => 'two',
    job_key => 'in hand')`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a process of then', attempts = 3
    where key = 'in hand'`.execute(db);
  await sql`select graphile_worker.add_job('mail', '{"n": 3}'::json, max_attempts => 4,
    job_key => 'in hand for the last time')`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a process of then', attempts = 4
    where key = 'in hand for the last time'`.execute(db);
}

type Job = { name: string; payload: string; key: string | null; attempts: number };
const jobsOf = (connection: pg.ClientConfig): Promise<Job[]> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<Job>(
      `select t.identifier as name, j.payload::text as payload, q.queue_name as queue, j.run_at, j.attempts,
         j.max_attempts, j.key, j.priority, j.flags
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
    );
    return rows;
  });

type Published = { authority: string; number: number; ended: boolean };
const listsOf = (connection: pg.ClientConfig): Promise<Published[]> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<Published>(
      `select l.authority_id as authority, l.number::int as number,
         ca.state not in ('active', 'retired') or ca.valid_to <= now() as ended
       from certificate_revocation_list l join certificate_authority ca on ca.id = l.authority_id order by 1`,
    );
    return rows;
  });

const ask = async <T>(query: string, connection = target.connection): Promise<T[]> =>
  withClient(connection, async (client) => (await client.query<{ answer: T }>(query)).rows.map(({ answer }) => answer));

test('what stays behind is this and nothing else: whoever adds to it says so here as well', () => {
  expect(STAYING.toSorted()).toEqual([
    'federated_answer',
    'federated_request',
    'key_challenge',
    'login_transaction',
    'oauth_artifact',
    'oauth_client_told',
    'pending_sign_in',
    'rate_window',
    'refresh_token',
    'row_count',
    'row_count_delta',
    'saml_form',
    'session',
  ]);
});

test('who was signed in at the moment of the backup is not on the restored platform', async () => {
  expect(await ask('select id as answer from session', app.connection)).not.toEqual([]);
  expect(await ask('select id as answer from session')).toEqual([]);
});

test('jobs wait again as they were asked for, each once, also one that a process had in hand', async () => {
  const isOfRestore = ({ key }: Job): boolean => key === TEND_JOB || key?.startsWith(LIST_JOB) === true;
  expect(jobs.map(({ key }) => key)).toEqual(expect.arrayContaining(['kept', 'in hand', null]));
  const there = await jobsOf(target.connection);
  // The last try did not come to its end: without another one it would never be done.
  const again = jobs.map((job) => (job.key === 'in hand for the last time' ? { ...job, attempts: 3 } : job));
  expect(there.filter((job) => !isOfRestore(job))).toEqual(again.filter((job) => !isOfRestore(job)));
  expect(
    await ask('select locked_by as answer from graphile_worker._private_jobs where locked_by is not null'),
  ).toEqual([]);
});

test('lists of revoked certificates go on far behind those of the backup, and are signed anew', async () => {
  const running = lists.filter(({ ended }) => !ended);
  expect(running.length).toBeGreaterThan(0);
  const there = await listsOf(target.connection);
  expect(there.map(({ authority }) => authority)).toEqual(lists.map(({ authority }) => authority));
  expect(there.filter(({ ended }) => ended)).toEqual(lists.filter(({ ended }) => ended));
  for (const [n, { ended, number }] of there.entries())
    expect(ended || number >= Math.max(began, (lists[n]?.number ?? 0) + 1)).toBe(true);
  const asked = (await jobsOf(target.connection)).map(({ key }) => key);
  expect(asked).toEqual(expect.arrayContaining(running.map(({ authority }) => `${LIST_JOB}:${authority}`)));
});

test('the authorities are looked after at once: what answers on their certificates may have ended since', async () => {
  expect((await jobsOf(target.connection)).map(({ key }) => key)).toContain(TEND_JOB);
});

test('a second restore of the same backup uses none of the numbers of the first', async () => {
  const again = await createEmptyDatabase();
  try {
    await succeed('restore', [backup], to(folder, again.connection));
    const first = new Map((await listsOf(target.connection)).map(({ authority, number }) => [authority, number]));
    const running = (await listsOf(again.connection)).filter(({ ended }) => !ended);
    expect(running.length).toBeGreaterThan(0);
    for (const { authority, number } of running) expect(number).toBeGreaterThan((first.get(authority) ?? 0) + 1);
  } finally {
    await again.drop();
  }
});

test('a copy that is only to look at has nobody to speak to, and its log says that it is one', async () => {
  const speaks = `select jsonb_build_object(
    'mail server', exists (select from platform_setting where name = 'mail_server'),
    'mail that waits', (select count(*) from mail where status = 'queued'),
    'mail that is held', (select count(*) from mail where status = 'held'),
    'jobs of mail', (select count(*) from graphile_worker.jobs where task_identifier = 'mail.send'),
    'webhooks', (select count(*) from ending_webhook),
    'receivers that are on', (select count(*) from audit_receiver where enabled),
    'tests of receivers', (select count(*) from audit_delivery where test_asked_at is not null),
    'sources', (select count(*) from account_arrival where code_sealed is not null)) as answer`;
  const there = await ask<Record<string, number | boolean>>(speaks);
  expect(there).toEqual(await ask(speaks, app.connection));
  const [before] = there;
  expect(Object.values({ ...before, 'mail that is held': 1 }).filter(Boolean)).toHaveLength(8);
  const copy = await createEmptyDatabase();
  try {
    const { code, said } = await run('restore', [backup, '--only-to-look'], to(folder, copy.connection));
    expect([code, said]).toEqual([0, expect.stringContaining('It is a copy to look at')]);
    expect(await ask(speaks, copy.connection)).toEqual([
      {
        'mail server': false,
        'mail that waits': 0,
        'mail that is held': Number(before?.['mail that waits']) + Number(before?.['mail that is held']),
        'jobs of mail': 0,
        webhooks: 0,
        'receivers that are on': 0,
        'tests of receivers': 0,
        sources: 0,
      },
    ]);
    const told = `select after->'only_to_look' as answer from audit_event
      where resource_type = 'BACKUP' and action = 'UPDATE'`;
    expect([await ask(told, copy.connection), await ask(told)]).toEqual([[true], [null]]);
  } finally {
    await copy.drop();
  }
});

test('the rows of lists are counted again, and said to be as many as before', async () => {
  const counted = `select array[list, count(*)::text] as answer from counted_row group by list order by list`;
  const kept = `select array[list, sum(rows)::text] as answer from row_count
    where scope = 'system' group by list order by list`;
  const there = await ask(counted, app.connection);
  expect(there.length).toBeGreaterThan(3);
  expect(await ask(counted)).toEqual(there);
  expect(await ask(kept)).toEqual(there);
  expect(await ask('select list as answer from row_count_delta')).toEqual([]);
});

test('a receiver of events goes on where it was, and waits for no process that is gone', async () => {
  expect(await ask('select array[next_index::text, lease, leased_until::text] as answer from audit_delivery')).toEqual([
    ['5', null, null],
  ]);
});

test('the log tells of the backup by its hash on the one platform, and of the restore on the other', async () => {
  const { header, about, seal } = await checkBackup(backup, { at: () => undefined, done: () => undefined });
  const told = `select jsonb_build_array(action, resource_id, resource_name, after) as answer from audit_event
    where resource_type = 'BACKUP'`;
  const named = [seal.sha256, 'platform.signet'];
  expect(await ask(told, app.connection)).toEqual([['CREATE', ...named, { backup_at: header.created_at }]]);
  const size = Number(/\n(\d+)\n/.exec(about.audit.head ?? '')?.[1]);
  expect(size).toBeGreaterThan(10);
  const after = { backup_at: header.created_at, log_size: size, newer_checkpoint: null, finding: null };
  expect(await ask(told)).toEqual([['UPDATE', ...named, { ...after, restored_at: expect.any(String) }]]);
});

test('nothing of the platform key is in the file, in no form', async () => {
  const { about } = await checkBackup(backup, { at: () => undefined, done: () => undefined });
  const key = Buffer.from(KEY, 'base64');
  expect(key.toString('hex')).not.toContain(about.key);
  const text = readFileSync(backup, 'latin1');
  for (const form of [KEY, KEY.slice(0, 20), key.toString('hex'), key.toString('latin1')])
    expect(text).not.toContain(form);
});

test('no backup is written with another key than that of the platform: nothing would open its secrets', async () => {
  const other = path.join(folder, 'other');
  const wrong = Buffer.alloc(32, 9).toString('base64');
  expect(await run('backup', [other], to(folder, app.connection, wrong))).toEqual({
    code: 1,
    said: expect.stringContaining('is not the key that this database was set up with'),
  });
  expect(() => readFileSync(other)).toThrow('ENOENT');
});
