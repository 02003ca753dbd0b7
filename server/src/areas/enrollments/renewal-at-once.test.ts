/** Renewals that are asked for while somebody else asks, or changes what they depend on. */
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashCode } from '../../enrollments/letter.ts';
import { remindOfRenewals } from '../../enrollments/renewal-store.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { renewing } from '../../testing/renewals.ts';
import { mails } from '../../testing/sign-in.ts';

const DAY = 86_400;
const LATER = 2 * 3_600;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  // Months pass.
  await sql`update account set service_to = null`.execute(app.db);
});
const { holder, ofEmil, renewable, renewalMails, linkTo, open, ask, done } = renewing(() => app);
afterAll(async () => {
  done();
  await app.close();
});

/** The first who looks for a certificate from now on waits while this lock is held; nobody who comes later does. */
const PAUSE = 1;
async function pauseTheFirst(): Promise<void> {
  await sql`create function pauses() returns boolean language plpgsql volatile as $$ begin
      if pg_try_advisory_xact_lock(${sql.lit(PAUSE + 1)}) then perform pg_advisory_xact_lock(${sql.lit(PAUSE)}); end if;
      return true;
    end $$`.execute(app.db);
  await sql`alter table certificate_profile rename to certificate_profile_kept`.execute(app.db);
  await sql`create view certificate_profile as select * from certificate_profile_kept where pauses()`.execute(app.db);
}
async function pauseNobody(): Promise<void> {
  await sql`drop view certificate_profile`.execute(app.db);
  await sql`alter table certificate_profile_kept rename to certificate_profile`.execute(app.db);
  await sql`drop function pauses()`.execute(app.db);
}

test.each([
  // Who asks finds that it was mailed a moment ago; the reminder is due all the same.
  { who: 'who asks', mailed: 1, later: (old: { certificate: string }) => async () => (await ask(old)).status },
  { who: 'the reminder', mailed: 2, later: () => async () => 203 + (await remindOfRenewals(app.runtime)) },
])('$who has looked before another one asks, and goes on after that: there is one renewal', async (one) => {
  const old = await holder();
  app.clock.pass(31 * DAY);
  await pauseTheFirst();
  try {
    const asked: number[] = [];
    const first = { execute: async () => asked.push((await ask(old)).status) };
    const late = await meanwhile(app, [sql`select pg_advisory_xact_lock(${PAUSE})`], one.later(old), [first]);
    expect([...asked, late]).toEqual([204, 204]);
  } finally {
    await pauseNobody();
  }
  expect(await renewalMails(old.address)).toHaveLength(one.mailed);
  expect((await open(await linkTo(old))).status).toBe(200);
});

test('one that is canceled meanwhile is mailed to nobody', async () => {
  const { old, link } = await renewable();
  app.clock.pass(LATER);
  const canceled = sql`update enrollment set stage = 'canceled', canceled_at = ${app.clock.now()}
    where id = ${link.id}`;
  expect((await meanwhile(app, [canceled], () => ask(old))).status).toBe(204);
  expect(await remindOfRenewals(app.runtime)).toBe(0);
  expect(await renewalMails(old.address)).toHaveLength(1);
  const { code_hash } = await app.db
    .selectFrom('enrollment')
    .select('code_hash')
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow();
  expect(code_hash).toBe(hashCode(link.code));
});

test('whose address is another one meanwhile is mailed there, and who is deleted nowhere', async () => {
  const emil = await ofEmil();
  app.clock.pass(340 * DAY);
  const change = (values: RawBuilder<unknown>) =>
    sql`update app_user set ${values} where id = ${app.userIds.get('emil')}`;
  const elsewhere = 'emil@nordmark.example';
  expect((await meanwhile(app, [change(sql`email = ${elsewhere}`)], () => ask(emil))).status).toBe(204);
  expect([await renewalMails(emil.address), await mails(app, elsewhere, 'renewal')]).toMatchObject([[], [{}]]);
  app.clock.pass(LATER);
  expect((await meanwhile(app, [change(sql`deleted_at = ${app.clock.now()}`)], () => ask(emil))).status).toBe(204);
  expect(await mails(app, elsewhere, 'renewal')).toHaveLength(1);
});
