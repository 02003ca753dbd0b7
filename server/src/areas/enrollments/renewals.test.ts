/** Renewing a certificate before its end: the mail, the proof of the old key by OpenSSL, and what is refused. */
import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { remindOfRenewals } from '../../enrollments/renewal-store.ts';
import { leftFor } from '../../license-ledger/counted.ts';
import { remindOfCertificates } from '../../sign-in/certificates/certificate-reminder-store.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { V1, V2, renewing, type Link } from '../../testing/renewals.ts';
import { events, expectRefusal, mails } from '../../testing/sign-in.ts';

const DAY = 86_400;

let app: TestApp;
onePlatform((one) => void (app = one));
beforeEach(async () => {
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  // Months pass.
  await sql`update account set service_to = null`.execute(app.db);
});
const renewals = renewing(() => app);
const { nordmark, post, newKey, requestOf, open, generate, redeem, challengeOf, proofBy, invite, holder } = renewals;
const { ofEmil, renewalMails, linkTo, ask, renewable, certificatesOf } = renewals;
afterAll(renewals.done);

const fields = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries<{ status: string }>(body.error.fields ?? {}).map(([name, { status }]) => [name, status]),
  );

describe('a certificate that ends soon', () => {
  test('is renewed by its key: the same template and seat, one place in the license, and only once', async () => {
    const old = await holder();
    const left = await leftFor(app.db, 'certificate', nordmark());
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    app.clock.pass(31 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(1);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    const link = await linkTo(old);
    const serial = new X509Certificate(old.certificate).serialNumber.toLowerCase();
    expect((await open(link)).body).toMatchObject({ status: 'invited', renews: { serial } });

    const csr = requestOf(newKey());
    const made = await generate(link, csr, proofBy(old.key, await challengeOf(link), csr));
    expect(made.status).toBe(201);
    expect(await leftFor(app.db, 'certificate', nordmark())).toBe(left);
    expect((await redeem(link)).status).toBe(204);
    expect(await certificatesOf(old.seat)).toMatchObject([
      { state: 'issued', template_id: old.template },
      { state: 'issued', template_id: old.template },
    ]);

    // Neither by the link, nor by another mail, nor by the one who asks.
    expectRefusal(await open(link), 410, 'REDEEMED');
    app.clock.pass(25 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    await ask(old);
    expect(await renewalMails(old.address)).toHaveLength(1);
    // The new one is renewed in its turn.
    app.clock.pass(10 * DAY);
    await ask({ certificate: made.body.x509_cert });
    expect(await renewalMails(old.address)).toHaveLength(2);
  });

  test.each([
    ['RSA', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'], '-sha256'],
    ['P-384', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'], '-sha384'],
  ])('proves itself by a key of %s too', async (_name, type, digest) => {
    const { old, link } = await renewable(newKey(type));
    const csr = requestOf(newKey());
    expect((await generate(link, csr, proofBy(old.key, await challengeOf(link), csr, digest))).status).toBe(201);
  });

  test('is told of 30, 7 and 1 day before, each time with a link that ends the one before', async () => {
    const old = await holder();
    const links: Link[] = [];
    for (const days of [31, 23, 5]) {
      app.clock.pass(days * DAY);
      expect(await remindOfRenewals(app.runtime)).toBe(1);
      links.push(await linkTo(old));
    }
    expect(new Set(links.map(({ id }) => id)).size).toBe(1);
    // Nobody has called: each mail is an event of the platform's own.
    const [{ id: renews } = { id: '' }] = await certificatesOf(old.seat);
    const made = [...(await events(app, 'CREATE')), ...(await events(app, 'UPDATE'))];
    const ofRenewal = made.filter(({ resource_id: id }) => id === links[0]?.id);
    expect(ofRenewal.map(({ action, actor_via, after }) => ({ action, actor_via, after }))).toEqual([
      { action: 'CREATE', actor_via: 'system', after: { renews } },
      ...[1, 2].map(() => ({
        action: 'UPDATE',
        actor_via: 'system',
        after: { renews, expires_at: expect.any(String), email: old.address, locale: 'en_US' },
      })),
    ]);
    expect((await Promise.all(links.map(open))).map(({ status }) => status)).toEqual([404, 404, 200]);
    const [first] = await renewalMails(old.address);
    expect(first?.subject).toMatch(/^Your certificate from Nordmark Landesbank ends on \d\d-[A-Z][a-z]{2}-\d{4}$/);
  });

  test('is told of to each holder once, where many end at the same moment', async () => {
    const holders = [await holder(), await holder(), await holder(), await holder()];
    const ends = app.clock.now().getTime() + 60 * DAY * 1000;
    const names = ['Zebra', 'Ärger', 'ähre', 'Zebra'];
    for (const [index, { seat }] of holders.entries())
      await app.db
        .updateTable('certificate')
        .set({ valid_to: new Date(ends), common_name: names[index] ?? '' })
        .where('seat_id', '=', seat)
        .execute();
    app.clock.pass(31 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(4);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    for (const { address } of holders) expect(await renewalMails(address)).toHaveLength(1);
  });

  test('is told of though the one before has an address that nobody can be written to at', async () => {
    const [first, second] = [await holder(), await holder()];
    app.clock.pass(31 * DAY);
    // As an account may have brought it that came as a file.
    await sql`update enrollment set email = 'x' where seat_id = ${first.seat}`.execute(app.db);
    await sql`update certificate set valid_to = valid_to - interval '1 minute' where seat_id = ${first.seat}`.execute(
      app.db,
    );
    expect(await remindOfRenewals(app.runtime)).toBe(1);
    expect(await renewalMails(second.address)).toHaveLength(1);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    // Whoever asks for the mail hears what everybody hears.
    expect((await ask(first)).status).toBe(204);
    expect(await renewalMails('x')).toHaveLength(0);
  });

  test('is not told of where the seat has a newer one, or the account is out of service', async () => {
    const old = await holder();
    app.clock.pass(20 * DAY);
    const link = await invite(old);
    await generate(link, requestOf(newKey()));
    await redeem(link);
    app.clock.pass(11 * DAY);
    expect(await remindOfRenewals(app.runtime)).toBe(0);

    const other = await holder();
    app.clock.pass(31 * DAY);
    await sql`update account set active = false where id = ${nordmark()}`.execute(app.db);
    expect(await remindOfRenewals(app.runtime)).toBe(0);
    await ask(other);
    await sql`update account set active = true where id = ${nordmark()}`.execute(app.db);
    expect(await renewalMails(other.address)).toEqual([]);
    await remindOfRenewals(app.runtime);
  });

  test('of a person is renewed by its own mail alone, and not any more once it has ended', async () => {
    const first = await ofEmil();
    app.clock.pass(340 * DAY);
    await remindOfCertificates(app.runtime);
    expect(await mails(app, first.address, 'certificate-ending')).toEqual([]);
    expect(await remindOfRenewals(app.runtime)).toBeGreaterThan(0);
    const link = await linkTo(first);
    const csr = requestOf(newKey());
    await app.db.updateTable('app_user').set({ email_proved: null }).where('email', '=', first.address).execute();
    await app.db.updateTable('mail').set({ status: 'sent' }).where('recipient', '=', first.address).execute();
    const renewed = await generate(link, csr, proofBy(first.key, await challengeOf(link), csr));
    expect(renewed.status).toBe(201);
    const emil = app.db.selectFrom('app_user').select('email_proved').where('email', '=', first.address);
    expect((await emil.executeTakeFirst())?.email_proved).toBe(first.address);
    expect(new X509Certificate(renewed.body.x509_cert).subject).toBe(new X509Certificate(first.certificate).subject);
    app.clock.pass(30 * DAY);
    expectRefusal(await generate(link, requestOf(newKey())), 410, 'EXPIRED');
  });
});

describe('is refused', () => {
  test('without proof, by a foreign key, for another request, and by what was signed before', async () => {
    const { old, link } = await renewable();
    const stranger = newKey();
    const [csr, other] = [requestOf(newKey()), requestOf(newKey())];
    const tried = async (request: string, proof: object) => fields(await generate(link, request, proof));
    expect(await tried(csr, {})).toEqual({ proof: 'PROOF_REQUIRED' });
    expect(await tried(csr, proofBy(stranger, await challengeOf(link), csr))).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    expect(await tried(other, proofBy(old.key, await challengeOf(link), csr))).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    // A newer challenge ends the one before, and so does the time.
    const [before] = [await challengeOf(link), await challengeOf(link)];
    expect(await tried(csr, proofBy(old.key, before, csr))).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    const late = proofBy(old.key, await challengeOf(link), csr);
    app.clock.pass(601);
    expect(await tried(csr, late)).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    const garbage = { proof: { challenge: await challengeOf(link), signature: 'AAAA' } };
    expect(await tried(csr, garbage)).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    // The old key again is no new one.
    const same = requestOf(old.key);
    expect(await tried(same, proofBy(old.key, await challengeOf(link), same))).toEqual({ csr: 'KEY_KNOWN' });
    expect(await certificatesOf(old.seat)).toHaveLength(1);

    // Sent again, what was right makes no second certificate; for another key it is used up.
    const right = proofBy(old.key, await challengeOf(link), csr);
    const [first, again] = [await generate(link, csr, right), await generate(link, csr, right)];
    expect(again.body.serial).toBe(first.body.serial);
    const anew = proofBy(old.key, right.proof.challenge, other);
    expect(await tried(other, anew)).toEqual({ proof: 'PROOF_NOT_ACCEPTED' });
    expect(await certificatesOf(old.seat)).toHaveLength(2);
  });

  test('where the certificate was revoked, or ended too long ago; a week after the end it works', async () => {
    const { old, link } = await renewable();
    app.clock.pass(35 * DAY);
    const csr = requestOf(newKey());
    const proof = proofBy(old.key, await challengeOf(link), csr);
    await sql`update certificate set state = 'revoked', revoked_at = now(), revocation_reason = 'keyCompromise'
      where seat_id = ${old.seat}`.execute(app.db);
    for (const answer of [await open(link), await generate(link, csr, proof)])
      expectRefusal(answer, 410, 'RENEWAL_OVER');
    app.clock.pass(3_601);
    await ask(old);
    expect(await renewalMails(old.address)).toHaveLength(1);
    app.clock.pass(-3_601);
    await sql`update certificate set state = 'issued', revoked_at = null, revocation_reason = null
      where seat_id = ${old.seat}`.execute(app.db);
    expect((await generate(link, csr, proof)).status).toBe(201);

    const { old: late, link: lateLink } = await renewable();
    app.clock.pass(37 * DAY);
    expectRefusal(await open(lateLink), 410, 'EXPIRED');
    app.clock.pass(3_601);
    await ask(late);
    expect(await renewalMails(late.address)).toHaveLength(1);
  });

  test('where nothing is renewed there is nothing to prove, and a wrong code is no link', async () => {
    const seat = await post(`${V1}/seat`, { type: 'device', name: 'New', identifier: 'N-1' });
    const { template } = await holder();
    const link = await invite({ seat: seat.id, template, address: 'new@nordmark-lb.example' });
    const asked = (code: string) =>
      app.request('POST', `${V2}/enrollment/${link.id}/challenge`, { enrollment_code: code });
    expectRefusal(await asked(link.code), 409, 'NOTHING_TO_RENEW');
    expectRefusal(await asked('wrong'), 404, 'NOT_FOUND');
    expect((await open(link)).body.renews).toBeNull();
  });
});

test('whoever asks hears the same, whatever they show; a second mail comes an hour later', async () => {
  const old = await holder();
  for (const certificate of ['nothing', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    expect((await app.request('POST', `${V2}/enrollment/renewal`, { certificate })).status).toBe(204);
  // Too soon.
  expect((await ask(old)).status).toBe(204);
  expect(await renewalMails(old.address)).toEqual([]);
  app.clock.pass(31 * DAY);
  await ask(old);
  await ask(old);
  expect(await renewalMails(old.address)).toHaveLength(1);
  app.clock.pass(3_601);
  await ask(old);
  expect(await renewalMails(old.address)).toHaveLength(2);
});

test('a renewal is an enrollment: its account sees and cancels it, and the old one has its place again', async () => {
  const { old, link } = await renewable();
  const left = () => leftFor(app.db, 'certificate', nordmark());
  const before = await left();
  const csr = requestOf(newKey());
  await generate(link, csr, proofBy(old.key, await challengeOf(link), csr));
  app.forget('cleo');
  app.forget('carl');
  expect((await app.call('carl', 'GET', `${V2}/enrollment/${link.id}`)).status).toBe(404);
  const [{ id: renews } = { id: '' }] = await certificatesOf(old.seat);
  expect((await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body).toMatchObject({ renews });
  await app.call('cleo', 'PUT', `${V2}/enrollment/${link.id}/status`, { status: 'canceled' });
  expect((await certificatesOf(old.seat)).map(({ state }) => state)).toEqual(['issued', 'revoked']);
  expect(await left()).toBe(before);
  expectRefusal(await open(link), 410, 'CANCELED');
  app.clock.pass(3_601);
  await ask(old);
  expect(await renewalMails(old.address)).toHaveLength(1);
});

test('an administrator sends a renewal again: as one, and for no longer than there is something to renew', async () => {
  const { old, link } = await renewable();
  const resend = async () => {
    app.forget('cleo');
    return app.call('cleo', 'POST', `${V2}/enrollment/${link.id}/resend`, {});
  };
  const until = (await open(link)).body.expires_at;
  app.clock.pass(DAY);
  expect((await resend()).status).toBe(204);
  const sent = await renewalMails(old.address);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.subject).toBe(sent[0]?.subject);
  const again = await linkTo(old);
  expectRefusal(await open(link), 404, 'NOT_FOUND');
  expect((await open(again)).body).toMatchObject({ expires_at: until });
  // Nobody has invited: the platform has.
  app.forget('cleo');
  const { body } = await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`);
  expect(body.created_by_name).toBeNull();
  app.clock.pass(36 * DAY);
  expectRefusal(await resend(), 410, 'RENEWAL_OVER');
  // Before anybody tries: its page says so, and what can be sent again is listed without it.
  const over = (await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body;
  expect(over.why_not).toEqual({ resend: { status: 'RENEWAL_OVER' }, cancel: null });
  const expired = async (renewal: boolean) =>
    (await app.call('cleo', 'GET', `${V2}/enrollment?status=expired&renewal=${renewal}`)).body.items;
  expect(await expired(true)).toMatchObject([{ id: link.id, renews: over.renews }]);
  expect(await expired(false)).toEqual([]);
});

test('a person is written to in the language that they have by then, whoever sends the renewal', async () => {
  const emil = await ofEmil();
  const speaks = (locale: string) =>
    sql`update app_user set locale = ${locale} where email = ${emil.address}`.execute(app.db);
  const said = async () => {
    const of = { kind: 'renewal', recipient: emil.address };
    const { locale: ofMail } = await app.db
      .selectFrom('mail')
      .select('locale')
      .where((row) => row.and(of))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const renewal = app.db.selectFrom('enrollment').select('locale').where('renews', 'is not', null);
    return [ofMail, (await renewal.executeTakeFirstOrThrow()).locale];
  };
  await speaks('de_DE');
  app.clock.pass(340 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await said()).toEqual(['de_DE', 'de_DE']);
  await speaks('fr_FR');
  app.clock.pass(DAY);
  app.forget('cleo');
  const { id } = await linkTo(emil);
  expect((await app.call('cleo', 'POST', `${V2}/enrollment/${id}/resend`, {})).status).toBe(204);
  expect(await said()).toEqual(['fr_FR', 'fr_FR']);
  await speaks('es_ES');
  app.clock.pass(18 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await said()).toEqual(['es_ES', 'es_ES']);
});

test('a person is written to where they read mails by then, and the renewal says so itself', async () => {
  const emil = await ofEmil();
  app.clock.pass(340 * DAY);
  await remindOfRenewals(app.runtime);
  const { id } = await linkTo(emil);
  const now = { name: 'Emil Berg', email: 'berg@nordmark-lb.example' };
  await app.db
    .updateTable('app_user')
    .set({ last_name: 'Berg', email: now.email })
    .where('email', '=', emil.address)
    .execute();
  app.clock.pass(18 * DAY);
  await remindOfRenewals(app.runtime);
  expect(await linkTo({ address: now.email })).toMatchObject({ id });
  app.forget('cleo');
  expect((await app.call('cleo', 'GET', `${V2}/enrollment/${id}`)).body).toMatchObject(now);
  const told = (await events(app, 'UPDATE')).filter(({ resource_id: of }) => of === id);
  expect(told).toMatchObject([{ resource_name: now.name, actor_via: 'system', after: { email: now.email } }]);
});

test('a renewal of a seat keeps what its holder has typed, whenever it is mailed again', async () => {
  const { link } = await renewable();
  const typed = { email: 'typed@nordmark-lb.example' };
  await app.db.updateTable('enrollment').set(typed).where('id', '=', link.id).execute();
  app.clock.pass(23 * DAY);
  expect(await remindOfRenewals(app.runtime)).toBe(1);
  app.forget('cleo');
  expect((await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body).toMatchObject(typed);
});

test('the rules of the day count: what the template says by then', async () => {
  const { old, link } = await renewable();
  await sql`update certificate_template set organization = 'Renamed' where id = ${old.template}`.execute(app.db);
  const csr = requestOf(newKey());
  const made = await generate(link, csr, proofBy(old.key, await challengeOf(link), csr));
  expect(new X509Certificate(made.body.x509_cert).subject).toContain('O=Renamed');
  await sql`update certificate_template set archived_at = now() where id = ${old.template}`.execute(app.db);
  expectRefusal(await open(link), 409, 'SUSPENDED');
});
