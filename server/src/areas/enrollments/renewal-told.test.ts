/** A certificate that people sign in with ends: they are told, whatever became of the one that would take its place. */
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { remindOfRenewals } from '../../enrollments/renewal-store.ts';
import { remindOfCertificates } from '../../sign-in/certificates/certificate-reminder-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { issuedTo } from '../../testing/client-auth-certificate.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { V1, V2, renewing } from '../../testing/renewals.ts';
import { mails } from '../../testing/sign-in.ts';

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
const { newKey, requestOf, open, generate, redeem, challengeOf, proofBy, ofEmil, linkTo } = renewals;
afterAll(renewals.done);

type Emil = Awaited<ReturnType<typeof ofEmil>>;
/** How many mails of each kind he has got, once both jobs have run. */
async function told({ address }: Emil): Promise<{ renewal: number; ending: number }> {
  await remindOfRenewals(app.runtime);
  await remindOfCertificates(app.runtime);
  const [renewal, ending] = [await mails(app, address, 'renewal'), await mails(app, address, 'certificate-ending')];
  return { renewal: renewal.length, ending: ending.length };
}
/** Emil, 25 days before the end, with the first mail. */
async function invited(): Promise<Emil> {
  const emil = await ofEmil();
  app.clock.pass(340 * DAY);
  expect(await told(emil)).toEqual({ renewal: 1, ending: 0 });
  return emil;
}
/** He has the new one made. */
async function renew(emil: Emil): Promise<void> {
  const link = await linkTo(emil);
  const csr = requestOf(newKey());
  expect((await generate(link, csr, proofBy(emil.key, await challengeOf(link), csr))).status).toBe(201);
}
function put(path: string, body: object) {
  app.forget('cleo');
  return app.call('cleo', 'PUT', path, body);
}

test('by the link, where the newer one is switched off', async () => {
  const emil = await ofEmil();
  app.clock.pass(300 * DAY);
  const newer = await issuedTo(app, app.userIds.get('emil') ?? '', renewals.nordmark());
  app.clock.pass(40 * DAY);
  expect(await told(emil)).toEqual({ renewal: 0, ending: 0 });
  await app.db.updateTable('certificate').set({ enabled: false }).where('id', '=', newer).execute();
  expect(await told(emil)).toEqual({ renewal: 1, ending: 0 });
});

test('by the ordinary mail, where the renewal was canceled', async () => {
  const emil = await invited();
  const { id } = await linkTo(emil);
  expect((await put(`${V2}/enrollment/${id}/status`, { status: 'canceled' })).status).toBe(200);
  app.clock.pass(19 * DAY);
  expect(await told(emil)).toEqual({ renewal: 1, ending: 1 });
});

test('by the ordinary mail, where the new one was revoked', async () => {
  const emil = await invited();
  const link = await linkTo(emil);
  await renew(emil);
  expect((await redeem(link)).status).toBe(204);
  app.clock.pass(19 * DAY);
  expect(await told(emil)).toEqual({ renewal: 1, ending: 0 });
  const { id } = await app.db
    .selectFrom('certificate')
    .select('id')
    .where('user_id', '=', app.userIds.get('emil') ?? '')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await put(`${V1}/certificate/${id}/revoke`, { reason: 'superseded' })).status).toBe(200);
  expect(await told(emil)).toEqual({ renewal: 1, ending: 1 });
});

test('by another link, where the new one was made and has never arrived; once it has, no more', async () => {
  const emil = await invited();
  await renew(emil);
  app.clock.pass(19 * DAY);
  expect(await told(emil)).toEqual({ renewal: 2, ending: 0 });
  // What nobody has in hand replaces nothing yet.
  const own = app.db
    .selectFrom('certificate')
    .select('id')
    .where('user_id', '=', app.userIds.get('emil') ?? '');
  const [old, made] = (await own.orderBy('created_at').execute()).map(({ id }) => `client_certificate:${id}`);
  const listed = async () => {
    app.forget('cleo');
    const { body } = await app.call('cleo', 'GET', '/account/ui-api/v1/ends-soon?kind=client_certificate');
    return body.items.map(({ key }: { key: string }) => key);
  };
  expect(await listed()).toEqual([old, made]);
  const link = await linkTo(emil);
  expect((await open(link)).body).toMatchObject({ status: 'generated' });
  expect((await redeem(link)).status).toBe(204);
  expect(await listed()).toEqual([made]);
  app.clock.pass(5 * DAY);
  expect(await told(emil)).toEqual({ renewal: 2, ending: 0 });
});
