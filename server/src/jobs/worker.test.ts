import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readNotes } from '../audit/notes-file.ts';
import { openReceivers } from '../audit/receivers/receiver.ts';
import { bulkActs } from '../areas/bulk-acts.ts';
import { askForList } from '../authority/list-store.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { withAuthorities } from '../testing/authorities.ts';
import { openDatabaseDoor } from '../testing/database-door.ts';
import { tokenEnds } from '../endings/testing.ts';
import { openWebhookSink } from '../testing/webhook-sink.ts';
import { readSigningKeys } from '../oauth/signing-key-store.ts';
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts';
import { releaseJobs } from './release-store.ts';
import { CRONTAB } from './tasks.ts';
import { startWorker } from './worker.ts';

// The worker does most of it in its own time, which is long where the processors have other work.
vi.setConfig({ testTimeout: 180_000 });

let sink: SmtpSink;
let app: TestApp;
let folder: string;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeEach(async () => {
  sink = await openSmtpSink();
  folder = mkdtempSync(path.join(tmpdir(), 'signet-worker-'));
  const receiver = pathToFileURL(path.join(folder, 'checkpoints')).href;
  app = await startTestApp({ config: { SMTP_URL: sink.url, AUDIT_CHECKPOINTS: [receiver] } });
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
});
afterEach(async () => {
  await worker.stop();
  await app.close();
  await sink.close();
  rmSync(folder, { recursive: true });
});

const queue = (): Promise<string> =>
  app.db.transaction().execute((tx) =>
    queueMail(tx, app.runtime, {
      to: 'cleo@nordmark-lb.example',
      locale: 'en_US',
      kind: 'password-changed',
      userId: null,
      params: { name: 'Cleo', user_name: 'cleo' },
    }),
  );
const statusOf = async (id: string) =>
  (await app.db.selectFrom('mail').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const unsequenced = async () =>
  (await app.db.selectFrom('audit_event').select('id').where('tree_index', 'is', null).execute()).length;
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

test('gives audit events their place in the tree while it runs, and what is left when it stops', async () => {
  await app.signIn('cleo');
  await until(async () => expect(await unsequenced()).toBe(0));
  const { tree_size } = await app.db.selectFrom('audit_checkpoint').select('tree_size').executeTakeFirstOrThrow();
  expect(Number(tree_size)).toBeGreaterThan(0);
  await app.signIn('carl');
  expect(await unsequenced()).toBe(1);
  await worker.stop();
  expect(await unsequenced()).toBe(0);
});

test('sends each checkpoint to the receivers once it is signed, again by a job, the newest after a start', async () => {
  const received = (): string[] =>
    existsSync(path.join(folder, 'checkpoints'))
      ? readNotes(readFileSync(path.join(folder, 'checkpoints'), 'utf8'))
      : [];
  await app.signIn('cleo');
  await until(async () => expect(await unsequenced()).toBe(0));
  await until(async () => expect(received()).toHaveLength(1));
  const [note = ''] = received();
  expect(note).toBe(app.runtime.keptHead.note());

  const [receiver] = openReceivers(app.runtime.config.AUDIT_CHECKPOINTS, app.clock);
  await sql`select graphile_worker.add_job('audit.checkpoint', json_build_object(
    'receiver', ${receiver?.id}::text, 'note', ${note}::text))`.execute(app.db);
  await until(async () => expect(received()).toEqual([note, note]));

  await worker.stop();
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  await until(async () => expect(received()).toEqual([note, note, note]));
});

test('lets a job in hand finish before it stops, and takes no other', async () => {
  let release = (): void => undefined;
  const blocked = new Promise<void>((go) => (release = go));
  const reached = new Promise<void>((go) => sink.answer(async () => (go(), await blocked, null)));
  const first = await queue();
  await reached;
  const stopped = worker.stop();
  const second = await queue();
  release();
  await stopped;
  expect([await statusOf(first), await statusOf(second)]).toEqual(['sent', 'queued']);
  sink.answer(() => null);
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  await until(async () => expect(await statusOf(second)).toBe('sent'));
});

test('a mail server that takes connections and says nothing holds up nothing but mail', async () => {
  const callers = new Set<Socket>();
  const silent = createServer((socket) => void callers.add(socket.on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  Object.assign(app.runtime.config, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const authority = await withAuthorities(app);
  const number = async () =>
    (
      await sql<{ number: string }>`select number from certificate_revocation_list
        where authority_id = ${authority}`.execute(app.db)
    ).rows.map((row) => Number(row.number))[0] ?? 0;
  const before = await number();
  try {
    // Of each one a hand is rid after ten seconds.
    for (let mails = 0; mails < 20; mails += 1) await queue();
    await until(async () => expect(callers.size).toBeGreaterThan(0));
    await app.db.transaction().execute((tx) => askForList(tx, authority));
    await until(async () => expect(await number()).toBe(before + 1));
  } finally {
    silent.close();
    for (const caller of callers) caller.destroy();
  }
});

test('what takes long holds up neither a forgotten password nor a revocation list', async () => {
  const authority = await withAuthorities(app);
  const list = () =>
    sql`select number from certificate_revocation_list where authority_id = ${authority}`.execute(app.db);
  const { rows: before } = await list();
  const holder = await app.pool.connect();
  const inHand = async () =>
    (
      await sql`select from graphile_worker.jobs where locked_at is not null
        and task_identifier in ('token-reminders', 'saml-reminders')`.execute(app.db)
    ).rows.length;
  try {
    await holder.query('begin');
    await holder.query('lock table api_token, saml_certificate');
    for (const job of ['token-reminders', 'saml-reminders'])
      await sql`select graphile_worker.add_job(${job}::text)`.execute(app.db);
    await until(async () => expect(await inHand()).toBe(2));
    await app.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' });
    await app.db.transaction().execute((tx) => askForList(tx, authority));
    const links = () => app.db.selectFrom('mail').select('status').where('kind', '=', 'password-reset').execute();
    await until(async () => expect(await links()).toEqual([{ status: 'sent' }]));
    await until(async () => expect((await list()).rows).not.toEqual(before));
    expect(await inHand()).toBe(2);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('a link that somebody waits for goes before other mail', async () => {
  let release = (): void => undefined;
  const blocked = new Promise<void>((go) => (release = go));
  sink.answer(async () => (await blocked, null));
  for (let mails = 0; mails < 6; mails += 1) await queue();
  await until(async () => expect(sink.offered).toHaveLength(2));
  await app.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' });
  const links = () => app.db.selectFrom('mail').select('id').where('kind', '=', 'password-reset').execute();
  await until(async () => expect(await links()).toHaveLength(1));
  release();
  await until(async () => expect(sink.offered).toHaveLength(7));
  expect(sink.offered.findIndex(({ mail }) => mail.text?.includes('/reset-password/'))).toBeLessThan(4);
});

const cutConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(app.db);

test('goes on when the database has cut every connection', async () => {
  await cutConnections();
  const id = await queue();
  await until(async () => expect(await statusOf(id)).toBe('sent'));
  await app.signIn('cleo');
  await until(async () => expect(await unsequenced()).toBe(0));
});

test('goes on when it was cut at its very first look for jobs', async () => {
  await worker.stop();
  const id = await queue();
  // Another connection makes the first look wait, so that it is cut in the middle.
  const holder = new pg.Client(app.connection);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table graphile_worker._private_tasks in access exclusive mode');
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  const waiting = () =>
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'`.execute(
      app.db,
    );
  // One of each runner.
  await until(async () => expect((await waiting()).rows).toHaveLength(3));
  await cutConnections();
  await until(async () => expect(await statusOf(id)).toBe('sent'));
});

test('a job in hand while the database is away is done soon after it is back, and ends nothing', async () => {
  await worker.stop();
  const door = await openDatabaseDoor(app.connection);
  const away = openDatabase(door.connection, 9, TIME_LIMITS.job);
  let said = '';
  const log = pino({ level: 'error' }, { write: (line) => void (said += line) });
  worker = await startWorker({ pool: away.pool, runtime: { ...app.runtime, db: away.db }, bulkActs, log });
  try {
    let release = (): void => undefined;
    const blocked = new Promise<void>((go) => (release = go));
    const reached = new Promise<void>((go) => sink.answer(async () => (go(), await blocked, null)));
    const id = await queue();
    await reached;
    door.shut();
    // Neither that the mail is sent can be written now, nor that the job has failed.
    release();
    await until(async () => expect(said.includes('Failed to fail jobs')).toBe(true));
    door.open();
    await until(async () => expect(await statusOf(id)).toBe('sent'));
  } finally {
    door.open();
    await worker.stop();
    await away.close();
    await door.close();
  }
});

test('adds up by how many rows lists have changed', async () => {
  const added = () => app.db.selectFrom('row_count').select('rows').where('scope', '=', 'system').execute();
  const changes = () => app.db.selectFrom('row_count_delta').select('list').execute();
  expect((await changes()).length + (await added()).length).toBeGreaterThan(0);
  await sql`select graphile_worker.add_job('row-counts')`.execute(app.db);
  await until(async () => expect(await changes()).toEqual([]));
  expect((await added()).length).toBeGreaterThan(0);
});

test('sweeps what sign-ins leave behind, and old mail, every hour', async () => {
  // The runner writes its timetable down after it has begun, in its own time.
  const timetable = async () =>
    (
      await sql<{ identifier: string }>`select identifier from graphile_worker._private_known_crontabs
      order by identifier`.execute(app.db)
    ).rows;
  await until(async () =>
    expect(await timetable()).toEqual([
      { identifier: 'authority-check' },
      { identifier: 'authority-tend' },
      { identifier: 'certificate-reminders' },
      { identifier: 'certificate-renewals' },
      { identifier: 'feature-trials' },
      { identifier: 'resume' },
      { identifier: 'row-counts' },
      { identifier: 'saml-refresh' },
      { identifier: 'saml-reminders' },
      { identifier: 'signing-keys' },
      { identifier: 'sweep' },
      { identifier: 'token-reminders' },
    ]),
  );
  await app.db
    .insertInto('login_transaction')
    .values({
      state_hash: Buffer.alloc(32),
      user_name: 'cleo',
      locale: 'en_US',
      created_at: new Date('2026-01-01'),
      expires_at: new Date('2026-01-01'),
    })
    .execute();
  const at = { created_at: new Date('2020-01-01'), kind: 'password-changed', locale: 'en_US', status: 'sent' } as const;
  const old = { ...at, id: newId(), recipient: 'cleo@nordmark-lb.example', subject: 'Hello' };
  await app.db.insertInto('mail').values(old).execute();
  await sql`select graphile_worker.add_job('sweep')`.execute(app.db);
  await until(async () => {
    expect(await app.db.selectFrom('login_transaction').select('user_name').execute()).toEqual([]);
    expect(await app.db.selectFrom('mail').select('recipient').where('subject', '=', 'Hello').execute()).toEqual([]);
  });
});

test.each([
  ['the nightly check of records', 'authority-check', '25 hours'],
  ['the hourly look at the authorities', 'authority-tend', '61 minutes'],
])('%s is made up for where the platform was off at that minute', async (_, job, within) => {
  const missed = async () =>
    (
      await sql<{ missed: boolean }>`
        select coalesce(last_execution < now() - ${within}::interval, true) as missed
        from graphile_worker._private_known_crontabs where identifier = ${job}`.execute(app.db)
    ).rows.map((row) => row.missed);
  await until(async () => expect(await missed()).toHaveLength(1));
  await worker.stop();
  await sql`update graphile_worker._private_known_crontabs set known_since = now() - interval '9 days',
    last_execution = now() - interval '3 days' where identifier = ${job}`.execute(app.db);
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  await until(async () => expect(await missed()).toEqual([false]));
});

/** The clock of this process, without that of the database; it goes on while something is waited for. */
const clockAt = (at: number) => vi.useFakeTimers({ toFake: ['Date'], now: at });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** So many seconds before what comes every minute comes. */
const beforeMinute = (at: number, seconds: number): number => Math.ceil(at / MINUTE + 1) * MINUTE - seconds * 1_000;
const cameWithin = async (from: number, to: number) =>
  (
    await sql<{ came: boolean }>`select last_execution between ${new Date(from)} and ${new Date(to)} as came
    from graphile_worker._private_known_crontabs where identifier = 'row-counts'`.execute(app.db)
  ).rows.some((row) => row.came);

test.each([
  ['a machine that slept for three weeks does not go through each minute of them', -21 * DAY],
  ['a clock that is set back by two months is not waited for until it is there again', 60 * DAY],
])('%s', async (_, ahead) => {
  await worker.stop();
  const now = Date.now();
  try {
    clockAt(beforeMinute(now + ahead, 1));
    worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
    // Time enough for a runner to end and another one to begin.
    vi.setSystemTime(beforeMinute(now, 15));
    await until(async () => expect(await cameWithin(now, now + 3 * MINUTE)).toBe(true));
    await worker.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('what a clock that was ahead has left is done when the platform starts with the right one', async () => {
  const timetable = () => sql`select from graphile_worker._private_known_crontabs`.execute(app.db);
  await until(async () => expect((await timetable()).rows).toHaveLength(CRONTAB.split('\n').length));
  await worker.stop();
  const mail = await queue();
  await sql`update graphile_worker._private_known_crontabs set last_execution = now() + interval '59 days'`.execute(
    app.db,
  );
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '59 days'`.execute(app.db);
  const now = Date.now();
  try {
    clockAt(beforeMinute(now, 1));
    worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
    await until(async () => expect(await statusOf(mail)).toBe('sent'));
    await until(async () => expect(await cameWithin(now, now + 3 * MINUTE)).toBe(true));
    await worker.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('the hourly sweep takes what OAuth clients left behind', async () => {
  const minute = (at: string) => new Date(`2026-01-01T00:${at}:00Z`);
  await app.db
    .insertInto('oauth_artifact')
    .values({
      id_hash: Buffer.alloc(32),
      kind: 'AccessToken',
      payload: '{}',
      created_at: minute('00'),
      expires_at: minute('10'),
    })
    .execute();
  await sql`select graphile_worker.add_job('sweep')`.execute(app.db);
  await until(async () => expect(await app.db.selectFrom('oauth_artifact').select('kind').execute()).toEqual([]));
});

test('the next key signs when it is time, also where what is left behind can’t be swept away', async () => {
  const [first, next] = await readSigningKeys(app.runtime, new Date('2026-01-01'));
  await sql`alter table login_transaction rename to gone`.execute(app.db);
  await sql`select graphile_worker.add_job('sweep')`.execute(app.db);
  await sql`select graphile_worker.add_job('signing-keys')`.execute(app.db);
  await until(async () => {
    const keys = await readSigningKeys(app.runtime, app.clock.now());
    expect([keys[0]?.id, keys[2]?.id]).toEqual([next?.id, first?.id]);
  });
  const failed = sql<{ name: string }>`select distinct task_identifier as name from graphile_worker.jobs
    where last_error is not null`;
  await until(async () => expect((await failed.execute(app.db)).rows).toEqual([{ name: 'sweep' }]));
});

test('jobs are done that wait under the names of before', async () => {
  await sql`select graphile_worker.add_job(name) from unnest(array['session-sweep', 'bulk-resume']) name`.execute(
    app.db,
  );
  const waiting = sql`select from graphile_worker.jobs where task_identifier in ('session-sweep', 'bulk-resume')`;
  await until(async () => expect((await waiting.execute(app.db)).rows).toEqual([]));
});

test('sends messages of what ends to webhooks by itself', async () => {
  const program = await openWebhookSink();
  try {
    await tokenEnds(app, 'cleo', 7);
    Object.assign(app.runtime.config, { OWN_NETWORK_PROVIDERS: true });
    await app.call('cleo', 'POST', '/account/ui-api/v1/ends-soon/webhook', { address: program.address });
    await until(async () => expect(program.heard).toHaveLength(1));
  } finally {
    await program.close();
  }
});

/** Its jobs are as those of a process that was killed so many minutes ago with them in hand. */
const killed = (minutes: number) =>
  sql`update graphile_worker._private_jobs set locked_at = now() - ${minutes} * interval '1 minute',
    locked_by = 'a process of then', attempts = max_attempts`.execute(app.db);

test('what another process has in hand is left to it for some minutes, then taken from it', async () => {
  await worker.stop();
  const id = await queue();
  await app.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' });
  const authority = await withAuthorities(app);
  await askForList(app.db, authority);
  await killed(4);
  const inHand = async () =>
    (
      await sql`select from graphile_worker.jobs where attempts > 0
        and task_identifier in ('mail.send', 'password.reset', 'authority.list')`.execute(app.db)
    ).rows.length;
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  expect(await inHand()).toBe(3);
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '2 minutes'
    where locked_by = 'a process of then'`.execute(app.db);
  await sql`select graphile_worker.add_job('resume')`.execute(app.db);
  await until(async () => expect(await statusOf(id)).toBe('sent'));
  await until(async () => expect(await inHand()).toBe(0));
  const links = () => app.db.selectFrom('mail').select('status').where('kind', '=', 'password-reset').execute();
  await until(async () => expect(await links()).toEqual([{ status: 'sent' }]));
});

test('a mail at its last try that its runner leaves is tried once more; its other jobs are not', async () => {
  await worker.stop();
  const id = await queue();
  await sql`select graphile_worker.add_job('sweep')`.execute(app.db);
  await killed(0);
  await releaseJobs(app.db, ['a process of then']);
  const { rows } = await sql<{ name: string; left: number; locked_by: string | null }>`
    select task_identifier as name, max_attempts - attempts as left, locked_by from graphile_worker.jobs
    where task_identifier in ('mail.send', 'sweep') order by task_identifier`.execute(app.db);
  expect(rows).toEqual([
    { name: 'mail.send', left: 1, locked_by: null },
    { name: 'sweep', left: 0, locked_by: null },
  ]);
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  await until(async () => expect(await statusOf(id)).toBe('sent'));
});

test('a run that a process left in the middle goes on when the next one starts', async () => {
  await worker.stop();
  const selection = { filters: {}, input: { locale: 'fr_FR' } };
  const { body } = await app.call('ada', 'POST', '/account/ui-api/v1/account/bulk/language', selection);
  const plan = `/account/ui-api/v1/bulk/${body.id}`;
  await app.call('ada', 'PUT', `${plan}/run`);
  // Its job is still locked by the process that is gone.
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
  await until(async () =>
    expect((await app.call('ada', 'GET', plan)).body).toMatchObject({
      status: 'done',
      outcomes: { done: body.total, waiting: 0 },
    }),
  );
});
