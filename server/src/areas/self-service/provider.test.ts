/** From a self-service link to the identity provider of its account. */
import { payloadDate } from '@signet/contract/dates';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { placeProvider } from '../../testing/saml-metadata.ts';
import { askedBy, assertion, metadataOf, response, samlKeys, signed } from '../../testing/saml-provider.ts';
import { expectRefusal, logIn, newState } from '../../testing/sign-in.ts';

const USER = '/account/ui-api/v1/self-service-user';
let app: TestApp;
onePlatform((given) => (app = given), { signedIn: ['cleo'] });
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
/** The state of a fresh link of Nordmark, made by Cleo. */
async function linkState(): Promise<string> {
  const ends_on = payloadDate(new Date(app.clock.now().getTime() + 30 * 86_400_000));
  const link = { domains: ['nordmark-lb.example'], access_scope: 'end_user', ends_on };
  const { body } = await app.call('cleo', 'POST', `/account/ui-api/v1/account/${nordmark()}/self-service-link`, link);
  return new URL(body.url).searchParams.get('state') ?? '';
}

describe('[S-363] whoever has a link asks where the account’s people sign in elsewhere', () => {
  const askFor = async (account = nordmark(), state?: string) =>
    app.request('GET', `${USER}/getIdpUrl/${account}?state=${state ?? (await linkState())}`);
  const keys = samlKeys();
  const switchOn = (ways: object) => app.db.updateTable('account').set(ways).where('id', '=', nordmark()).execute();
  const follow = (url: string) => app.request('GET', url.slice(app.runtime.publicUrl.length));
  beforeEach(() => placeProvider(app, nordmark(), metadataOf(keys), [keys.certificate]));

  test('and hears of none, of the link’s own account alone', async () => {
    const state = await linkState();
    expect((await askFor(nordmark(), state)).body).toEqual({ idp_url: null, standard_login: true });
    await switchOn({ saml_sign_in: true });
    expectRefusal(await askFor(app.accountIds.get('umbra-trust') ?? '', state), 410, 'SELF_SERVICE_LINK_ENDED');
    expectRefusal(await askFor(nordmark(), newState()), 410, 'SELF_SERVICE_LINK_ENDED');
  });

  test('and is led to it, and back to the tab that asked', async () => {
    await switchOn({ saml_sign_in: true });
    const { body } = await askFor();
    const url = new URL(body.idp_url);
    const state = url.searchParams.get('state') ?? '';
    expect([url.origin + url.pathname, body.standard_login]).toEqual([
      `${app.runtime.publicUrl}/imauth/api/v1/login/saml`,
      true,
    ]);
    const { id } = askedBy((await follow(body.idp_url)).body.return_url);
    const own = (path: string) => `${app.runtime.publicUrl}/imauth/api/v1/${path}/${nordmark()}`;
    const told = { now: app.clock.now(), acs: own('callback/saml'), audience: own('saml'), request: id };
    const form = { SAMLResponse: Buffer.from(response(told, signed(assertion(told), keys))).toString('base64') };
    const answered = await app.request('POST', new URL(told.acs).pathname, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(new URL(answered.body.return_url).searchParams.get('state')).toBe(state);
    // It is spent, and was good for nothing else: it names nobody whose password could be given.
    expectRefusal(await follow(body.idp_url), 410, 'STATE_EXPIRED');
    const other = new URL((await askFor()).body.idp_url).searchParams.get('state') ?? '';
    expectRefusal(await logIn(app, 'cleo', undefined, other), 410, 'STATE_EXPIRED');
  });

  test('and each answer is a sign-in of its own, for ten minutes', async () => {
    await switchOn({ saml_sign_in: true });
    const [one, other] = [(await askFor()).body.idp_url, (await askFor()).body.idp_url];
    expect(one).not.toBe(other);
    app.clock.pass(600);
    expectRefusal(await follow(one), 410, 'STATE_EXPIRED');
  });

  test('and to the provider that is on; switched off meanwhile it leads nowhere', async () => {
    await switchOn({ oidc_sign_in: true, standard_sign_in: false });
    const { idp_url, standard_login } = (await askFor()).body;
    expect([new URL(idp_url).pathname, standard_login]).toEqual(['/imauth/api/v1/login/oidc', false]);
    await switchOn({ oidc_sign_in: false, standard_sign_in: true });
    expectRefusal(await follow(idp_url), 403, 'METHOD_DISABLED');
  });
});
