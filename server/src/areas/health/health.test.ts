/** Work behind the requests that stands still: whoever looks after the platform, and what watches it, is told. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../ids.ts';
import { sweepGivenUp } from '../../jobs/given-up-store.ts';
import { releaseJobs } from '../../jobs/release-store.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const told = async () => (await app.call('ada', 'GET', '/account/ui-api/v1/platform/health')).body.items;
/** What a probe is told once nothing of before is kept any more. */
const ready = async () => {
  app.clock.pass(5);
  const { status, body } = await app.request('GET', '/readyz');
  expect([status, body.status]).toEqual([200, 'ready']);
  return body.standing_still ?? [];
};
const metric = async (kind: string): Promise<number> => {
  const text: string = await app.metrics();
  return Number(new RegExp(`^platform_standstill\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

const addMail = (status: 'queued' | 'failed', of: { queued_at?: Date; given_up_at?: Date } = {}) =>
  app.db
    .insertInto('mail')
    .values({
      id: newId(),
      created_at: app.clock.now(),
      recipient: 'cleo@nordmark-lb.example',
      subject: 'Hello',
      body_sealed: null,
      kind: 'password-reset',
      locale: 'en_US',
      user_id: null,
      status,
      ...of,
    })
    .execute();

test('many who ask at once ask the database once, and what it said is good for five seconds', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const probe = () => app.request('GET', '/readyz');
  const looks = () =>
    (asked.mock.calls as unknown[][]).filter(([query]) =>
      (query as { text?: string }).text?.includes('from certificate_finding'),
    ).length;
  for (const { status } of await Promise.all(Array.from({ length: 50 }, probe))) expect(status).toBe(200);
  expect(looks()).toBe(1);
  app.clock.pass(4);
  await probe();
  expect(looks()).toBe(1);
  app.clock.pass(1);
  await probe();
  expect(looks()).toBe(2);
  // Who is known reads what is so now.
  await told();
  await app.metrics();
  expect(looks()).toBe(4);
  asked.mockRestore();
});

test('where all is well nobody is told anything', async () => {
  await sql`update audit_event set tree_index = numbered.place from (
    select id, row_number() over (order by id) - 1 as place from audit_event) numbered
    where numbered.id = audit_event.id`.execute(app.db);
  expect(await ready()).toEqual([]);
  expect(await metric('audit-log')).toBe(0);
});

test('changes that the sequencer does not take', async () => {
  await app.signIn('cleo');
  expect(await ready()).toEqual([]);
  app.clock.pass(121);
  expect(await ready()).toEqual(['audit-log']);
  expect(await metric('audit-log')).toBeGreaterThan(0);
  expect(await told()).toEqual([{ kind: 'audit-log', count: expect.any(Number), since: '2026-11-21 12:00:00' }]);
});

test('what can’t be read stands in the log, and the metrics keep nothing of before', async () => {
  await addMail('failed', { given_up_at: app.clock.now() });
  expect(await metric('mail-failed')).toBe(1);
  await sql`alter table certificate_finding rename to gone`.execute(app.db);
  const logged = vi.spyOn(app.runtime.log, 'error');
  expect(await app.metrics()).not.toMatch(/^platform_standstill(?:_seconds)?\{/m);
  expect(logged).toHaveBeenCalledWith({ err: expect.objectContaining({ code: '42P01' }) }, expect.any(String));
  expect(await ready()).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(2);
  await sql`alter table gone rename to certificate_finding`.execute(app.db);
  expect(await metric('mail-failed')).toBe(1);
});

test('an event that no process of the platform wrote: it is told apart from those that wait', async () => {
  await app.signIn('cleo');
  await app.db.updateTable('audit_event').set({ refused_at: app.clock.now() }).execute();
  app.clock.pass(121);
  expect(await ready()).toEqual(['audit-refused']);
  expect(await metric('audit-refused')).toBeGreaterThan(0);
});

test('jobs that nobody takes, and jobs that were given up', async () => {
  await sql`select graphile_worker.add_job('sweep', run_at => now() - interval '6 minutes')`.execute(app.db);
  await sql`select graphile_worker.add_job('sweep', run_at => now() + interval '6 minutes')`.execute(app.db);
  expect(await ready()).toEqual(['jobs-waiting']);
  await sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), 'no use')`.execute(
    app.db,
  );
  expect(await ready()).toEqual(['jobs-failed']);
  expect(await metric('jobs-failed')).toBe(2);
  expect(await told()).toMatchObject([{ kind: 'jobs-failed', count: 2 }]);
});

test('a job that was given up is cleared away after thirty days, and none that is tried or waits', async () => {
  const add = async (name: string, days: number, attempts: number): Promise<void> => {
    const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job(${name})`.execute(app.db);
    // The queue's trigger would say that it was changed now.
    await sql`alter table graphile_worker._private_jobs disable trigger user`.execute(app.db);
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'no use',
      updated_at = now() - ${days} * interval '1 day' where id = ${rows[0]?.id}`.execute(app.db);
    await sql`alter table graphile_worker._private_jobs enable trigger user`.execute(app.db);
  };
  await add('sweep', 29, 25);
  await add('mail.send', 31, 24);
  await add('bulk.run', 31, 25);
  expect(await sweepGivenUp(app.db)).toBe(1);
  const left = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs`.execute(app.db);
  expect(left.rows.map(({ name }) => name).toSorted()).toEqual(['mail.send', 'sweep']);
});

test('jobs that a process had in hand that was killed; one that may take long is waited for', async () => {
  const lock = async (name: string, minutes: number): Promise<void> => {
    const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job(${name})`.execute(app.db);
    await sql`update graphile_worker._private_jobs set locked_at = now() - ${minutes} * interval '1 minute',
      locked_by = 'a process of then', attempts = 1 where id = ${rows[0]?.id}`.execute(app.db);
  };
  await lock('mail.send', 14);
  await lock('migration.depart', 60);
  await lock('migration.arrive', 60);
  expect(await ready()).toEqual([]);
  await lock('mail.send', 16);
  expect(await ready()).toEqual(['jobs-waiting']);
  // One that was queued again meanwhile.
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(app.db);
  expect(await ready()).toEqual([]);
});

test('a job that was asked for anew while a process had it in hand is given up by nobody', async () => {
  const ask = () => sql`select graphile_worker.add_job('bulk.run', job_key => 'bulk.run:1')`.execute(app.db);
  await ask();
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a process of then',
    attempts = 1`.execute(app.db);
  await ask();
  await releaseJobs(app.db, ['a process of then']);
  expect(await ready()).toEqual([]);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key is not null`.execute(app.db);
  expect(await metric('jobs-failed')).toBe(1);
});

test('mail that does not leave, and that was given up; a refusal by a recipient’s server is none of it', async () => {
  await addMail('queued');
  await addMail('failed');
  expect(await ready()).toEqual([]);
  app.clock.pass(601);
  expect(await ready()).toEqual(['mail-waiting']);
  await app.db
    .updateTable('mail')
    .set({ status: 'failed', given_up_at: app.clock.now() })
    .where('status', '=', 'queued')
    .execute();
  expect(await told()).toMatchObject([{ kind: 'mail-failed', count: 1 }]);
  // The list that it leads to shows the same: neither the one that was refused, nor one that was given up long ago.
  await addMail('failed', { given_up_at: new Date(app.clock.now().getTime() - 8 * 24 * 3_600_000) });
  expect(await told()).toMatchObject([{ kind: 'mail-failed', count: 1 }]);
  const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/mail?status=given_up');
  expect(body.total).toBe(1);
  app.clock.pass(8 * 24 * 3600);
  expect(await ready()).not.toContain('mail-failed');
});

test('old mail that is tried again has waited since then', async () => {
  await addMail('queued');
  app.clock.pass(8 * 24 * 3600);
  await app.db.updateTable('mail').set({ queued_at: app.clock.now() }).execute();
  expect(await ready()).not.toContain('mail-waiting');
  app.clock.pass(601);
  expect(await told()).toContainEqual({ kind: 'mail-waiting', count: 1, since: '2026-11-29 12:00:00' });
  // What was written long ago is told of while it is new that it was given up.
  await app.db.updateTable('mail').set({ status: 'failed', given_up_at: app.clock.now() }).execute();
  expect(await ready()).toContain('mail-failed');
});

test('is for those who look after the platform, not for its partners and customers', async () => {
  for (const person of ['ben', 'cleo', 'emil'] as const)
    expect((await app.call(person, 'GET', '/account/ui-api/v1/platform/health')).status).toBe(403);
  expect((await app.call(null, 'GET', '/account/ui-api/v1/platform/health')).status).toBe(401);
});
