/** Which certificates are renewed and which are not, how often their holders are told, and whose place they have. */
import { payloadDate } from '@signet/contract/dates';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseEnded } from '../../authority/ended-store.ts';
import { TEND_JOB } from '../../authority/tend-job-store.ts';
import { tendAuthorities } from '../../authority/tending.ts';
import { remindOfRenewals } from '../../enrollments/renewal-store.ts';
import { discount, leftFor } from '../../license-ledger/counted.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import { administratorsIn } from '../../testing/administrators.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { hasArrived } from '../../testing/arrived-account.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { V1, V2, renewing, type Holder, type Link } from '../../testing/renewals.ts';
import { atOnce, events, expectRefusal, mails } from '../../testing/sign-in.ts';

const DAY = 86_400;

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one));
const ready = async (): Promise<void> => {
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  // Months pass.
  await sql`update account set service_to = null`.execute(app.db);
};
beforeEach(ready);
const renewals = renewing(() => app);
const { nordmark, post, newKey, requestOf, open, generate, redeem, challengeOf, proofBy, invite, holder } = renewals;
const { ofEmil, renewalMails, linkTo, ask, renewable, certificatesOf } = renewals;
afterAll(renewals.done);

const left = () => leftFor(app.db, 'certificate', nordmark());
/** What happens at each start of the platform. */
const restarted = () => countUncounted(app.db, app.clock.now());
/** How many certificates the books say were used at the end of a day. */
async function usedOn(day: string): Promise<number[]> {
  const path = `${V1}/account/${nordmark()}/license/usage/enterprise_manager?as_of=${day}`;
  const { features } = (await call('ada', 'GET', path)).body;
  type Feature = { name: string; attributes: { as_of: { used: number } } };
  const found: Feature[] = features.filter(({ name }: Feature) => name.startsWith('certificate'));
  return found.map(({ attributes }) => attributes.as_of.used);
}
/** Renews with the old key. */
async function renew({ old, link }: { old: Holder; link: Link }) {
  const csr = requestOf(newKey());
  return generate(link, csr, proofBy(old.key, await challengeOf(link), csr));
}
async function revokeAll({ seat }: Holder): Promise<void> {
  for (const { id } of await certificatesOf(seat)) {
    app.forget('cleo');
    const path = `${V1}/certificate/${id}/revoke`;
    expect((await app.call('cleo', 'PUT', path, { reason: 'keyCompromise' })).status).toBe(200);
  }
}
const cancel = ({ id }: Link) => {
  app.forget('cleo');
  return app.call('cleo', 'PUT', `${V2}/enrollment/${id}/status`, { status: 'canceled' });
};
const mailsTo = (...holders: { address: string }[]) =>
  Promise.all(holders.map(async ({ address }) => (await renewalMails(address)).length));

describe('whoever asks shows the very certificate', () => {
  test('and gets nothing of another one, nor by one that came in another way', async () => {
    // Of three, the one that is shown is neither the first nor the last to end.
    const [first, shown, last] = [await holder(58), await holder(60), await holder(62)];
    const csr = requestOf(newKey());
    app.clock.pass(1);
    const inForm = await post(`${V1}/certificate`, { seat_id: shown.seat, template_id: shown.template, csr });
    app.clock.pass(40 * DAY);
    await ask({ certificate: inForm.pem });
    expect(await mailsTo(first, shown, last)).toEqual([0, 0, 0]);
    await ask(shown);
    expect(await mailsTo(first, shown, last)).toEqual([0, 1, 0]);
    const [{ id: renews } = { id: '' }] = await certificatesOf(shown.seat);
    const made = (await events(app, 'CREATE')).filter(({ resource_type: type }) => type === 'ENROLLMENT').at(-1);
    expect(made).toMatchObject({ account_id: nordmark(), actor_via: 'system', after: { renews } });
  });

  test('that has arrived: one that was never redeemed is renewed by nobody', async () => {
    const { seat, template } = await holder();
    const never = { seat, template, address: 'never@nordmark-lb.example' };
    const { body } = await generate(await invite(never), requestOf(newKey()));
    app.clock.pass(50 * DAY);
    await ask({ certificate: body.x509_cert });
    await remindOfRenewals(app.runtime);
    expect(await mailsTo(never)).toEqual([0]);
  });

  test('and proves that one: the key of somebody else who renews is none', async () => {
    const mine = await holder();
    const theirs = await renewable();
    const csr = requestOf(newKey());
    const { body } = await generate(theirs.link, csr, proofBy(mine.key, await challengeOf(theirs.link), csr));
    expect(body.error.fields.proof.status).toBe('PROOF_NOT_ACCEPTED');
    await ask(mine);
    const own = await linkTo(mine);
    // What was asked by one link is no answer to another one.
    const moved = await generate(theirs.link, csr, proofBy(theirs.old.key, await challengeOf(own), csr));
    expect(moved.body.error.fields.proof.status).toBe('PROOF_NOT_ACCEPTED');
    // Nor is what was signed before, once something else is asked.
    const { proof } = proofBy(theirs.old.key, await challengeOf(theirs.link), csr);
    const newer = { proof: { ...proof, challenge: await challengeOf(theirs.link) } };
    expect((await generate(theirs.link, csr, newer)).body.error.fields.proof.status).toBe('PROOF_NOT_ACCEPTED');
    expect(await certificatesOf(theirs.old.seat)).toHaveLength(1);
  });

  test(
    'five times at once: one mail and one renewal; two processes that remind at once tell it once',
    { timeout: 120_000 },
    alone(async () => {
      await ready();
      const old = await holder();
      app.clock.pass(31 * DAY);
      await atOnce(app, 5, () => ask(old));
      expect(await mailsTo(old)).toEqual([1]);
      const told = await atOnce(app, 3, () => remindOfRenewals(app.runtime));
      expect(told.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
      expect(await mailsTo(old)).toEqual([2]);
      expect(await app.db.selectFrom('enrollment').select('id').where('renews', 'is not', null).execute()).toHaveLength(
        1,
      );
    }),
  );
});

describe('nobody is told of what', () => {
  test('is of a seat and was revoked, or by whose template nobody gets one any more', async () => {
    const [revoked, archived, byProfile, ofOthers] = [await holder(), await holder(), await holder(), await holder()];
    const attesting = await holder();
    app.clock.pass(31 * DAY);
    await revokeAll(revoked);
    await sql`update certificate_template set archived_at = now() where id = ${archived.template}`.execute(app.db);
    await sql`update certificate_profile set archived_at = now()
      where id = (select profile_id from certificate_template where id = ${byProfile.template})`.execute(app.db);
    await sql`update certificate_template set seat_types = '{server}' where id = ${ofOthers.template}`.execute(app.db);
    await sql`update certificate_template set requires_attestation = true
      where id = ${attesting.template}`.execute(app.db);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    const all = [revoked, archived, byProfile, ofOthers, attesting];
    for (const one of all) await ask(one);
    expect(await mailsTo(...all)).toEqual([0, 0, 0, 0, 0]);
  });

  test.each([
    ['who is switched off', sql`update app_user set active = false where email = 'emil@nordmark-lb.example'`],
    ['who never came in', sql`update app_user set verified_at = null where email = 'emil@nordmark-lb.example'`],
    ['who is deleted', sql`update app_user set deleted_at = now() where email = 'emil@nordmark-lb.example'`],
    ['whose account lets nobody in by one', sql`update account set certificate_sign_in = false`],
    ['who has switched it off', sql`update certificate set enabled = false where user_id is not null`],
    ['whose account came from another platform and waits to be confirmed', hasArrived('nordmark-lb')],
  ])('is of a person, %s', async (_who, change) => {
    const old = await ofEmil();
    app.clock.pass(340 * DAY);
    await change.execute(app.db);
    await remindOfRenewals(app.runtime);
    await ask(old);
    expect(await mailsTo(old)).toEqual([0]);
  });

  test('of a person has ended, whoever asks; and of a seat, unless they ask', async () => {
    const [person, seat] = [await ofEmil(), await holder(365)];
    app.clock.pass(367 * DAY);
    await remindOfRenewals(app.runtime);
    expect(await mailsTo(person, seat)).toEqual([0, 0]);
    for (const one of [person, seat]) await ask(one);
    expect(await mailsTo(person, seat)).toEqual([0, 1]);
    const [mail] = await mails(app, seat.address, 'renewal');
    expect(mail?.subject).toBe('Your certificate from Nordmark Landesbank ended on 21-Nov-2027');
    expect(mail?.text).toContain('\n\nIf you don’t need it any more');
    expect(mail?.text).not.toMatch(/ends on|goes on working/);
  });

  test('was due before it was made: of twenty days, seven before the end is the first', async () => {
    const old = await holder(20);
    app.clock.pass(5 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    app.clock.pass(9 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(1);
    expect(await mailsTo(old)).toEqual([1]);
  });
});

test('what is switched off while its renewal is open is renewed by nobody, until it is on again', async () => {
  const old = await ofEmil();
  app.clock.pass(340 * DAY);
  await ask(old);
  const link = await linkTo(old);
  const csr = requestOf(newKey());
  const proof = proofBy(old.key, await challengeOf(link), csr);
  const switched = (enabled: boolean) =>
    sql`update certificate set enabled = ${enabled} where user_id is not null`.execute(app.db);
  await switched(false);
  expectRefusal(await open(link), 410, 'RENEWAL_OVER');
  const asked = { enrollment_code: link.code };
  expectRefusal(await app.request('POST', `${V2}/enrollment/${link.id}/challenge`, asked), 410, 'RENEWAL_OVER');
  expectRefusal(await generate(link, csr, proof), 410, 'RENEWAL_OVER');
  expectRefusal(await call('cleo', 'POST', `${V2}/enrollment/${link.id}/resend`, {}), 410, 'RENEWAL_OVER');
  await switched(true);
  expect((await generate(link, csr, proof)).status).toBe(201);
});

test('the holder is told though the seat has a newer one of another template, or one that was revoked', async () => {
  const [old, other] = [await holder(), await holder()];
  app.clock.pass(20 * DAY);
  const elsewhere = await invite({ ...other, seat: old.seat, address: 'elsewhere@nordmark-lb.example' });
  await generate(elsewhere, requestOf(newKey()));
  await redeem(elsewhere);
  app.clock.pass(11 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await mailsTo(old)).toEqual([1]);

  const again = await invite({ ...old, address: 'again@nordmark-lb.example' });
  const newer = await generate(again, requestOf(newKey()));
  await redeem(again);
  app.clock.pass(23 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await mailsTo(old)).toEqual([1]);
  await sql`update certificate set state = 'revoked', revoked_at = now(), revocation_reason = 'superseded'
    where serial = ${Buffer.from(newer.body.serial, 'hex')}`.execute(app.db);
  await remindOfRenewals(app.runtime);
  expect(await mailsTo(old)).toEqual([2]);
});

describe('the place in the license', () => {
  test('is one for both, and free again when the new one has ended', async () => {
    const none = await left();
    const both = await renewable();
    const link = both.link;
    expect((await renew(both)).status).toBe(201);
    expect(await left()).toBe((none ?? 0) - 1);
    expect((await redeem(link)).status).toBe(204);
    app.clock.pass(40 * DAY);
    // The old one has ended, and had nothing to give back.
    await releaseEnded(app.db, app.clock.now());
    expect(await left()).toBe((none ?? 0) - 1);
    app.clock.pass(40 * DAY);
    await releaseEnded(app.db, app.clock.now());
    expect(await left()).toBe(none);
  });

  test('is one for both after a restart too, and so the books have it of the day before', async () => {
    await restarted();
    const both = await renewable();
    const day = payloadDate(app.clock.now());
    app.clock.pass(DAY);
    const before = [await left(), await usedOn(day)];
    expect((await renew(both)).status).toBe(201);
    expect(await restarted()).toBe(0);
    expect((await redeem(both.link)).status).toBe(204);
    expect(await restarted()).toBe(0);
    expect([await left(), await usedOn(day)]).toEqual(before);
  });

  test('is one after a restart where nobody has taken the renewal up, or it was canceled', async () => {
    await restarted();
    const both = await renewable();
    const room = await left();
    const [{ id } = { id: '' }] = await certificatesOf(both.old.seat);
    for (const until of [() => ask(both.old), () => renew(both).then(() => cancel(both.link))]) {
      await until();
      expect(await restarted()).toBe(0);
      await discount(app.db, { kind: 'certificate', id }, app.clock.now());
      expect(await restarted()).toBe(1);
      expect(await left()).toBe(room);
    }
  });

  test('is given back to the old one when the renewal is canceled, and free when that has ended', async () => {
    const none = await left();
    const both = await renewable();
    await renew(both);
    expect((await cancel(both.link)).status).toBe(200);
    expect(await left()).toBe((none ?? 0) - 1);
    app.clock.pass(40 * DAY);
    await releaseEnded(app.db, app.clock.now());
    expect(await left()).toBe(none);
  });

  test('is given back to the old one that is on hold: released, it takes no second one', async () => {
    const none = await left();
    const both = await renewable();
    await renew(both);
    const [{ id } = { id: '' }] = await certificatesOf(both.old.seat);
    const held = await call('cleo', 'PUT', `${V1}/certificate/${id}/revoke`, { reason: 'certificateHold' });
    expect(held.body.status).toBe('on_hold');
    expect((await cancel(both.link)).status).toBe(200);
    expect(await left()).toBe((none ?? 0) - 1);
    expect((await call('cleo', 'PUT', `${V1}/certificate/${id}/release`)).status).toBe(200);
    expect(await left()).toBe((none ?? 0) - 1);
    expect((await call('cleo', 'PUT', `${V1}/certificate/${id}/revoke`, { reason: 'superseded' })).status).toBe(200);
    expect(await left()).toBe(none);
  });

  test('is handed on, and given back, also where more exist than the license has by now', async () => {
    const both = await renewable();
    await holder(60);
    // The first license of its own takes over what it has.
    for (const account of ['umbra-trust', 'nordmark-lb'])
      await giveLicense(app, account, 'enterprise_manager', { certificates: 1 });
    const used = async () => {
      const uses = app.db.selectFrom('license_use').select('subject_id').where('subject_kind', '=', 'certificate');
      return (await uses.where('released_at', 'is', null).execute()).map(({ subject_id }) => subject_id).toSorted();
    };
    const before = await used();
    expect([before.length, await left()]).toEqual([2, 0]);
    for (const key of ['first', 'another']) {
      expect([key, (await renew(both)).status]).toEqual([key, 201]);
      expect([key, (await used()).length]).toEqual([key, 2]);
    }
    await requireBalance(app.db);
    expect((await cancel(both.link)).status).toBe(200);
    expect(await used()).toEqual(before);
    await requireBalance(app.db);
  });

  test('is not given back where the new one was revoked before: it has been free since, for whoever came', async () => {
    const both = await renewable();
    const made = await renew(both);
    const { id } = (await certificatesOf(both.old.seat)).at(-1) ?? {};
    app.forget('cleo');
    const revoked = await app.call('cleo', 'PUT', `${V1}/certificate/${id}/revoke`, { reason: 'superseded' });
    expect([made.status, revoked.status]).toEqual([201, 200]);
    const free = await left();
    expect((await cancel(both.link)).status).toBe(200);
    expect(await left()).toBe(free);
  });

  test('is none of a person, whose certificate uses none: nor does canceling their renewal', async () => {
    const person = await ofEmil();
    const none = await left();
    app.clock.pass(340 * DAY);
    await ask(person);
    const link = await linkTo(person);
    const csr = requestOf(newKey());
    const made = await generate(link, csr, proofBy(person.key, await challengeOf(link), csr));
    expect(made.status).toBe(201);
    expect((await cancel(link)).status).toBe(200);
    expect(await left()).toBe(none);
  });

  test('is given back to no certificate that was revoked or has ended meanwhile', async () => {
    const none = await left();
    const revoked = await renewable();
    await renew(revoked);
    await revokeAll(revoked.old);
    expect((await cancel(revoked.link)).status).toBe(200);
    expect(await left()).toBe(none);
    const ended = await renewable();
    await renew(ended);
    app.clock.pass(35 * DAY);
    expect((await cancel(ended.link)).status).toBe(200);
    expect(await left()).toBe(none);
  });
});

/** Calls as somebody whose session may have ended meanwhile. */
function call(person: Name, ...asked: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object]) {
  app.forget(person);
  return app.call(person, ...asked);
}

test('a certificate falls with its authority: nothing renews it, and seat and license are free of it', async () => {
  const names = { name: 'Nordmark CA', common_name: 'Nordmark Issuing CA', organization: 'Nordmark', country: 'DE' };
  const wanted = { ...names, account_id: nordmark(), key_type: 'ec_p256' };
  const authority = (await call('ada', 'POST', '/certificate-authority/api/v1/ca', wanted)).body;
  const none = await left();
  const { old, link } = await renewable();
  expect(await left()).toBe((none ?? 0) - 1);
  const ending = async () => (await call('cleo', 'GET', `${V1}/ends-soon?kind=certificate`)).body.total;
  expect(await ending()).toBe(1);
  const seat = `${V2}/seat/${old.seat}`;
  expect((await call('cleo', 'DELETE', seat)).body.error.status).toBe('SEAT_IN_USE');

  const revoke = `${V1}/ca/${authority.id}/revoke`;
  expect((await call('cleo', 'PUT', revoke, { reason: 'cACompromise' })).status).toBe(200);
  expectRefusal(await generate(link, requestOf(newKey())), 410, 'RENEWAL_OVER');
  app.clock.pass(23 * DAY);
  expect(await remindOfRenewals(app.runtime)).toBe(0);
  await ask(old);
  expect(await mailsTo(old)).toEqual([1]);
  expect(await ending()).toBe(0);
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${TEND_JOB}`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect((await tendAuthorities(app.runtime)).ended).toBe(1);
  await restarted();
  expect(await left()).toBe(none);
  expect((await call('cleo', 'DELETE', seat)).status).toBe(204);
});

test('whoever moves to another account takes it along: that one sees, renews and ends it, and no other', async () => {
  const old = await ofEmil();
  const [emil, orsini] = [app.userIds.get('emil') ?? '', app.accountIds.get('orsini-custody') ?? ''];
  await allowCertificates(app, 'orsini-custody');
  const { edit } = administratorsIn(() => app);
  expect((await edit('ada', emil, { primary_account_id: orsini, account_ids: [] })).status).toBe(200);
  const [certificates, enrollments] = [`${V1}/certificate?user_id=${emil}`, `${V2}/enrollment?user_id=${emil}`];
  for (const path of [certificates, enrollments])
    for (const [person, total] of [
      ['cleo', 0],
      ['carl', 1],
    ] as const)
      expect([person, path, (await call(person, 'GET', path)).body.total]).toEqual([person, path, total]);
  const [{ id } = { id: '' }] = (await call('carl', 'GET', certificates)).body.items;
  const revoke = (person: Name) => call(person, 'PUT', `${V1}/certificate/${id}/revoke`, { reason: 'superseded' });
  expect((await revoke('cleo')).status).toBe(404);

  // The account that he has left may be out of service.
  await sql`update account set active = false where id = ${nordmark()}`.execute(app.db);
  app.clock.pass(340 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await mailsTo(old)).toEqual([1]);
  const link = await linkTo(old);
  expect((await call('carl', 'GET', `${V2}/enrollment/${link.id}`)).body).toMatchObject({
    account_name: 'Orsini Custody',
    person: { name: 'Emil Haugen' },
  });
  const csr = requestOf(newKey());
  expect((await generate(link, csr, proofBy(old.key, await challengeOf(link), csr))).status).toBe(201);
  expect((await revoke('carl')).body.status).toBe('revoked');
});
