/** What becomes of the certificates by which people and programs of an account have signed in, once it has moved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { forwarding } from '../../testing/certificate-sign-in.ts';
import {
  arrivalAt,
  depart,
  fileOf,
  MIGRATE,
  openMove,
  receiveFile,
  work,
  type Harbor,
} from '../../testing/moving-account.ts';
import { expectRefusal } from '../../testing/sign-in.ts';

const ME = '/account/ui-api/v1/auth/me';
let source: TestApp;
let target: TestApp;
let harbor: Harbor;
beforeAll(async () => {
  const config = { CLIENT_AUTH_URL: 'https://localhost', TRUST_PROXY: true };
  ({ source, target, harbor } = await openMove(config));
});
afterAll(() => Promise.all([source.close(), target.close()]));

const signIn = (app: TestApp, certificate: Uint8Array): Promise<Answer> =>
  app.request('GET', '/imauth/api/v1/login/certificate', undefined, forwarding(certificate));
const certificatesOf = async (person: string): Promise<Answer['body'][]> =>
  (await target.call('ada', 'GET', `/account/ui-api/v1/user/${person}/client-auth-certificate`)).body.items;

test('they are records here: nobody signs in by them, nor calls the API, until there are new ones', async () => {
  await source.db.updateTable('account').set({ certificate_sign_in: true }).where('id', '=', harbor.id).execute();
  await source.db
    .updateTable('app_user')
    .set({ api_credential: 'certificate' })
    .where('id', '=', harbor.robot)
    .execute();
  const belongsTo = { accountId: harbor.id };
  const [hers, robots] = [
    await issueFor(source, { belongsTo: { ...belongsTo, userId: harbor.harriet }, common_name: 'Harriet' }),
    await issueFor(source, { belongsTo: { ...belongsTo, userId: harbor.robot }, common_name: 'Robot' }),
  ];
  const { id, code } = await depart(source, harbor.id);
  const arrival = await receiveFile(target, await fileOf(source, id), code);
  const asked = { account_identifier: 'harbor', migration_id: arrival.id };
  expect((await target.call('ada', 'POST', MIGRATE, asked)).status).toBe(201);
  await work(target, arrival.id);
  expect((await target.call('ada', 'PUT', arrivalAt(arrival.id, 'confirm'))).status).toBe(200);

  expectRefusal(await signIn(target, hers.certificate), 401, 'CLIENT_CERTIFICATE_WRONG_AUTHORITY');
  const byRobot = await target.request('GET', ME, undefined, forwarding(robots.certificate));
  expectRefusal(byRobot, 401, 'CLIENT_CERTIFICATE_WRONG_AUTHORITY');
  expect(new Set((await certificatesOf(harbor.harriet)).map((one) => one.source))).toEqual(new Set(['moved']));

  await withAuthorities(target);
  const anew = await issueFor(target, { belongsTo: { ...belongsTo, userId: harbor.harriet }, common_name: 'Harriet' });
  expect((await signIn(target, anew.certificate)).status).toBe(200);
});
