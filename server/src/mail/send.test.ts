import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../areas/bulk-acts.ts';
import { runPlan } from '../bulk/run.ts';
import { startWorker } from '../jobs/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts';
import { mailServer } from '../platform-settings/mail-server-store.ts';
import { openMailer, type Mailer } from './mailer.ts';
import { queueMail, type Letter } from './queue.ts';
import { sendMail } from './send.ts';

const MAIL = '/account/ui-api/v1/mail';
const CLEO = 'cleo@nordmark-lb.example';

let sink: SmtpSink;
let app: TestApp;
let worker: Awaited<ReturnType<typeof startWorker>> | null;
beforeEach(async () => {
  sink = await openSmtpSink();
  app = await startTestApp({
    config: { SMTP_URL: sink.url, MAIL_FROM: { name: 'Signet Prüfung', address: 'no-reply@signet.example' } },
  });
  worker = null;
});
afterEach(async () => {
  await worker?.stop();
  await app.close();
  await sink.close();
});

const work = async (): Promise<void> =>
  void (worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs: {}, log: app.runtime.log }));
async function ownMailer(): Promise<Mailer> {
  const server = await mailServer(app.runtime);
  if (!server) throw new Error('SMTP_URL is set.');
  return openMailer(server);
}
const queue = (more: Partial<Letter> = {}): Promise<string> =>
  app.db.transaction().execute((tx) =>
    queueMail(tx, app.runtime, {
      to: CLEO,
      locale: 'en_US',
      kind: 'password-changed',
      userId: null,
      params: { name: 'Cleo Marchetti', user_name: 'cleo' },
      ...more,
    }),
  );
const read = async (id: string) => (await app.call('ada', 'GET', `${MAIL}/${id}`)).body;
/** Since when it waits, and when it was given up: what the health of the platform is told from. */
const waits = (id: string) =>
  app.db.selectFrom('mail').select(['queued_at', 'given_up_at']).where('id', '=', id).executeTakeFirstOrThrow();
const becomes = (id: string, state: Record<string, unknown>) =>
  vi.waitFor(async () => expect(await read(id)).toMatchObject(state), { timeout: 15_000, interval: 50 });
/** At least once: it is tried again by itself, and nobody knows how often by the time that somebody looks. */
const becomesTried = (id: string) =>
  vi.waitFor(async () => expect((await read(id)).attempts).toBeGreaterThan(0), { timeout: 15_000, interval: 50 });
const jobs = async () =>
  (
    await sql<{
      id: string;
      attempts: number;
      max_attempts: number;
      last_error: string | null;
    }>`select id::text, attempts, max_attempts, last_error
      from graphile_worker.jobs`.execute(app.db)
  ).rows;
/**
 * Brings the next try of the job that has failed forward, as the last one it has. The mail tells of a try before the
 * worker has put its job down, and one in hand is not rescheduled; while its row is locked here the worker leaves it.
 */
const lastTry = () =>
  expect
    .poll(() =>
      app.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string; next: number }>`select id::text, attempts + 1 as next
          from graphile_worker._private_jobs where last_error is not null and locked_at is null for update`.execute(tx);
        for (const { id, next } of rows)
          await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(),
            max_attempts => ${next}::int)`.execute(tx);
        return rows.length;
      }),
    )
    .toBe(1);

describe('a mail', () => {
  test('is delivered with its words whole in every language, and loses its text', async () => {
    await work();
    const id = await queue({ locale: 'ja_JP', params: { name: 'クレオ・マルケッティ Ωmega', user_name: 'cleo' } });
    await becomes(id, { status: 'sent', attempts: 1, error: null, text: null });
    const [{ to, mail, raw } = { to: [], mail: null, raw: '' }] = sink.arrived;
    expect([to, sink.arrived.length]).toEqual([[CLEO], 1]);
    expect(mail?.from).toEqual({ name: 'Signet Prüfung', address: 'no-reply@signet.example' });
    expect(mail?.to).toEqual([{ name: '', address: CLEO }]);
    expect(mail?.subject).toBe((await read(id)).subject);
    expect(mail?.text).toContain('クレオ・マルケッティ Ωmega');
    expect(mail?.messageId).toBe(`<${id}@signet.example>`);
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const { body_sealed } = await app.db
      .selectFrom('mail')
      .select('body_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(body_sealed).toBeNull();
    // The mail is told of first, and its job put away after that.
    await expect.poll(jobs).toEqual([]);
  });

  test('has a subject in UTF-8, and no line of the subject becomes a header', async () => {
    await (
      await ownMailer()
    ).send({
      id: 'a',
      createdAt: app.clock.now(),
      to: CLEO,
      subject: 'パスワードが変更されました\r\nBcc: carl@orsini-custody.example',
      text: 'こんにちは',
    });
    const [one] = sink.arrived;
    expect(one?.mail.subject).toContain('パスワードが変更されました');
    expect(one?.mail.text?.trim()).toBe('こんにちは');
    expect([one?.to, one?.mail.bcc]).toEqual([[CLEO], undefined]);
  });

  test('queued in a transaction that fails is never sent', async () => {
    await work();
    await expect(
      app.db.transaction().execute(async (tx) => {
        await queueMail(tx, app.runtime, {
          to: 'carl@orsini-custody.example',
          locale: 'en_US',
          kind: 'password-changed',
          userId: null,
          params: { name: 'Carl', user_name: 'carl' },
        });
        throw new Error('No.');
      }),
    ).rejects.toThrow('No.');
    await becomes(await queue(), { status: 'sent' });
    expect(sink.arrived.map(({ to }) => to)).toEqual([[CLEO]]);
  });

  test('tried twice at once is sent once', async () => {
    const id = await queue();
    const mailer = await ownMailer();
    await Promise.all([1, 2, 3].map(() => sendMail(id, { runtime: app.runtime, mailer, lastTry: false })));
    expect(sink.offered).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });
});

describe('a mail server that refuses', () => {
  test('for now gets the same mail again by itself, recognisable by its Message-ID', async () => {
    // The second try ends once somebody has looked at what became of the first.
    const seen = Promise.withResolvers<null>();
    sink.answer(() => (sink.offered.length < 2 ? 451 : seen.promise));
    await work();
    const id = await queue();
    await becomes(id, {
      status: 'queued',
      attempts: 1,
      error: expect.stringContaining('The sink refuses.'),
    });
    seen.resolve(null);
    await becomes(id, { status: 'sent', attempts: 2, error: null });
    expect(sink.offered.map(({ mail }) => mail.messageId)).toEqual([
      `<${id}@signet.example>`,
      `<${id}@signet.example>`,
    ]);
    expect(sink.arrived).toHaveLength(1);
  });

  test('this very mail for good is not asked again until an administrator does', async () => {
    sink.answer(() => 550);
    await work();
    const id = await queue();
    await becomes(id, { status: 'failed', attempts: 1 });
    expect(await waits(id)).toEqual({ queued_at: app.clock.now(), given_up_at: null });
    // The mail is told of first, and its job put away after that.
    await expect.poll(jobs).toEqual([]);
    expect((await read(id)).text).toContain('Cleo Marchetti');
    sink.answer(() => null);
    expect((await app.call('ada', 'PUT', `${MAIL}/${id}/resend`)).status).toBe(204);
    await becomes(id, { status: 'sent', attempts: 2 });
  });

  test.each([
    ['MAIL FROM', '550 Sender refused.'],
    ['MAIL FROM', '530 5.7.0 Sign in first.'],
    ['RCPT TO', '530 Sign in first.'],
    ['RCPT TO', '550 5.1.8 The domain of the sender is unknown.'],
    ['RCPT TO', '504 5.5.2 Helo command rejected.'],
    ['RCPT TO', '554 5.7.1 Relay access denied.'],
  ] as const)('every mail of this sender is asked again, once it was mended: %s %s', async (command, reply) => {
    sink.refuse(command, reply);
    const mailer = await ownMailer();
    const id = await queue();
    const send = () => sendMail(id, { runtime: app.runtime, mailer, lastTry: false });
    await expect(send()).rejects.toThrow(reply);
    expect(await read(id)).toMatchObject({ status: 'queued', attempts: 1, error: expect.stringContaining(reply) });
    sink.refuse(command);
    await send();
    expect(await read(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
  });

  test('the one recipient has refused this very mail for good', async () => {
    sink.refuse('RCPT TO', '550 5.1.1 No such user here.');
    const id = await queue();
    await sendMail(id, { runtime: app.runtime, mailer: await ownMailer(), lastTry: false });
    expect(await read(id)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});

describe('a mail server that is down', () => {
  test('is tried again; after the last try the mail has failed, with the reason, and can be resent', async () => {
    await sink.close();
    await work();
    const id = await queue();
    await becomesTried(id);
    const { status, error } = await read(id);
    expect([status, error]).toEqual(['queued', expect.stringContaining('ECONNREFUSED')]);
    await lastTry();
    await becomes(id, { status: 'failed', error: expect.stringContaining('ECONNREFUSED') });
    expect(await waits(id)).toEqual({ queued_at: app.clock.now(), given_up_at: app.clock.now() });
    app.clock.pass(60);
    const { attempts } = await read(id);
    expect(attempts).toBeGreaterThanOrEqual(2);
    expect(
      (await app.call('ada', 'GET', `${MAIL}?status=failed`)).body.items.map((mail: { id: string }) => mail.id),
    ).toEqual([id]);
    sink = await openSmtpSink(sink.port);
    expect((await app.call('ada', 'PUT', `${MAIL}/${id}/resend`)).status).toBe(204);
    await becomes(id, { status: 'sent', attempts: attempts + 1, error: null });
    expect(await waits(id)).toEqual({ queued_at: app.clock.now(), given_up_at: null });
    expect(sink.arrived).toHaveLength(1);
  });

  test('does not fail the change that the mail tells of', async () => {
    await sink.close();
    await work();
    expect(
      (await app.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' }))
        .status,
    ).toBe(204);
    const first = () => app.db.selectFrom('mail').select('id').executeTakeFirst();
    await expect.poll(first).toBeDefined();
    const id = (await first())?.id ?? '';
    await becomesTried(id);
    sink = await openSmtpSink(sink.port);
    await app.call('ada', 'PUT', `${MAIL}/${id}/resend`);
    await becomes(id, { status: 'sent' });
    expect(sink.arrived[0]?.mail.text).toMatch(/http:\/\/localhost:8080\/account\/reset-password\/[\w-]+\/[\w-]+/);
  });
});

describe('resending', () => {
  const resend = (id: string) => app.call('ada', 'PUT', `${MAIL}/${id}/resend`);

  test('a held mail sends it, and the audit log knows who did, not what it says', async () => {
    const id = await queue();
    await app.db.updateTable('mail').set({ status: 'held' }).where('id', '=', id).execute();
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    await work();
    expect((await resend(id)).status).toBe(204);
    await becomes(id, { status: 'sent' });
    const event = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource_type', '=', 'MAIL')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      action: 'UPDATE',
      resource_id: id,
      actor_id: app.userIds.get('ada'),
      before: { status: 'held' },
      after: { status: 'queued' },
    });
    expect(JSON.stringify(event)).not.toContain('Marchetti');
  });

  test('a sent mail is refused, and one that does not exist', async () => {
    await work();
    const id = await queue();
    await becomes(id, { status: 'sent' });
    expect((await resend(id)).body.error.status).toBe('CONFLICT');
    expect((await resend('019a0000-0000-7000-8000-00000000ffff')).status).toBe(404);
    expect(sink.arrived).toHaveLength(1);
  });

  test('a mail that is being sent is left to its try, at once, and nothing is logged', async () => {
    const id = await queue();
    const plan = await app.call('ada', 'POST', `${MAIL}/bulk/resend`, { filters: {}, input: {} });
    expect(plan.body.verdicts).toMatchObject({ change: 1 });
    const run = `/account/ui-api/v1/bulk/${plan.body.id}`;
    await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('mail').select('id').where('id', '=', id).forUpdate().execute();
      expect((await resend(id)).status).toBe(204);
      expect((await app.call('ada', 'PUT', `${run}/run`)).status).toBe(200);
      await runPlan(app.runtime, bulkActs, plan.body.id);
      expect((await app.call('ada', 'GET', run)).body).toMatchObject({ status: 'done', outcomes: { same: 1 } });
    });
    const { rows } = await sql`select from audit_event where resource_type = 'MAIL'`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('pressed twice sends once', async () => {
    const id = await queue();
    expect([(await resend(id)).status, (await resend(id)).status]).toEqual([204, 204]);
    expect(await jobs()).toHaveLength(1);
    await work();
    await becomes(id, { status: 'sent' });
    expect(sink.offered).toHaveLength(1);
  });
});

describe('the password of SMTP_URL', () => {
  const required = async (SMTP_URL: string): Promise<boolean | undefined> =>
    (await mailServer({ ...app.runtime, config: { ...app.runtime.config, SMTP_URL } }))?.connection.requireTLS;

  test('goes to another machine in TLS alone', async () => {
    expect(await required('smtp://post:secret@mail.example.org:587')).toBe(true);
    expect(await required('smtp://post:secret@10.0.0.25')).toBe(true);
    // From the first octet on.
    expect(await required('smtps://post:secret@mail.example.org')).toBe(false);
    expect(await required('smtp://mail.example.org:25')).toBe(false);
    for (const own of ['localhost', '127.0.0.1', '[::1]'])
      expect(await required(`smtp://post:secret@${own}:2525`)).toBe(false);
  });

  test('is not said to a server that takes no TLS', async () => {
    const url = sink.url.replace('//', '//post:secret@');
    const mailer = openMailer({
      sender: { name: 'Signet', address: 'no-reply@signet.example' },
      connection: { url, requireTLS: true },
    });
    const mail = { id: 'a', createdAt: app.clock.now(), to: CLEO, subject: 'Hello', text: 'Hello' };
    await expect(mailer.send(mail)).rejects.toThrow('STARTTLS');
  });
});

test('a mail that was queued for a server no longer configured is held', async () => {
  const id = await queue();
  const { SMTP_URL: _gone, ...config } = app.runtime.config;
  worker = await startWorker({
    pool: app.pool,
    runtime: { ...app.runtime, config: { ...config, SMTP_URL: undefined } },
    bulkActs: {},
    log: app.runtime.log,
  });
  await becomes(id, { status: 'held' });
  expect((await read(id)).attempts).toBe(0);
});
