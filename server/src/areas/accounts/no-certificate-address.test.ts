/** Where the platform has no address that asks for certificates, theirs is no way in, whatever an account says. */
import { beforeEach, expect, test } from 'vitest';
import type { Answer, TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { placeProvider, entityDescriptor, signingCertificate } from '../../testing/saml-metadata.ts';
import { expectRefusal, verifyName } from '../../testing/sign-in.ts';

let app: TestApp;
let nordmark: string;
onePlatform((one) => (app = one), { signedIn: ['ada', 'cleo'] });
beforeEach(async () => {
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
  await allowCertificates(app, 'nordmark-lb');
});

const path = () => `/account/ui-api/v1/account/${nordmark}`;
const standard = async (standard_login: boolean): Promise<Answer> => {
  const { name, service_period, sign_in_methods } = (await app.call('ada', 'GET', path())).body;
  const body = { name, service_period, sign_in_methods, standard_login };
  return app.call('cleo', 'PUT', `${path()}/standard-signin`, body);
};
const certificates = (enabled: boolean) => app.call('cleo', 'PUT', `${path()}/enable-cac`, { enabled });
const set = (ways: { standard_sign_in?: boolean; saml_sign_in?: boolean; certificate_sign_in?: boolean }) =>
  app.db.updateTable('account').set(ways).where('id', '=', nordmark).execute();

test('[A-135] passwords stay on beside certificates alone, of which nobody is asked for one', async () => {
  expectRefusal(await standard(false), 409, 'LAST_METHOD');
  // That way itself may go, and come again.
  expect((await certificates(false)).status).toBe(200);
  expect((await certificates(true)).status).toBe(200);
  expect((await verifyName(app, 'cleo')).body.methods).toEqual(['standard']);
});

test('[A-137] a provider stays on, and is kept, beside certificates alone', async () => {
  const signing = signingCertificate();
  await placeProvider(app, nordmark, entityDescriptor({ certificates: [signing] }), [signing]);
  await set({ saml_sign_in: true, standard_sign_in: false });
  const provider = `/account/ui-api/v1/federation/config/${nordmark}`;
  expectRefusal(await app.call('cleo', 'DELETE', provider), 409, 'LAST_METHOD');
  expect((await standard(true)).status).toBe(200);
  expect((await app.call('cleo', 'DELETE', provider)).status).toBe(204);
});

test('a certificate keeps nobody from being counted among those whom a change shuts out', async () => {
  await withAuthorities(app);
  await set({ saml_sign_in: true });
  const effects = async () =>
    (await app.call('cleo', 'GET', `${path()}/sign-in-effects?method=standard&enabled=false`)).body;
  const before = await effects();
  expect(before).toMatchObject({ yourself: true });
  await issueFor(app, { belongsTo: { userId: app.userIds.get('cleo') ?? '' }, common_name: 'cleo' });
  expect(await effects()).toEqual(before);
});
