import type { areas } from '@signet/contract';
import type { TestApp } from '../../testing/app.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { insertProvider } from '../../testing/oidc-provider.ts';
import {
  addKey,
  askKey,
  askPasskey,
  askSecondFactor,
  beginSetUp,
  codeOf,
  givePassword,
  setUpApp,
} from '../../testing/second-factor.ts';
import { cleo, NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

const OWN = '/account/ui-api/v1/second-factor';

/** Work of cleo in a session of its own: the one of before was taken back with the sample before, as this will be. */
async function afresh<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  app.forget('cleo');
  try {
    return await work();
  } finally {
    app.forget('cleo');
  }
}
const keyFor = (app: TestApp, options = {}) => afresh(app, () => addKey(app, 'cleo', options));

/** One of cleo's own keys. */
async function keyOfCleo(app: TestApp): Promise<string> {
  await keyFor(app);
  const { id } = await app.db
    .selectFrom('security_key')
    .select('id')
    .where('user_id', '=', cleo(app))
    .executeTakeFirstOrThrow();
  return id;
}

/** A sign-in of cleo that awaits her second factor, which is still to be set up. */
async function awaited(app: TestApp): Promise<string> {
  await askSecondFactor(app, 'nordmark-lb');
  return givePassword(app, 'cleo');
}

export const secondFactorsSamples: SamplesOf<typeof areas.secondFactors> = {
  async signInByCode(app) {
    await askSecondFactor(app, 'nordmark-lb');
    const { secret } = await setUpApp(app, 'cleo');
    return { body: { sign_in: await givePassword(app, 'cleo'), code: codeOf(app, secret) } };
  },
  beginSetUp: async (app) => ({ body: { sign_in: await awaited(app) } }),
  async finishSetUp(app) {
    const sign_in = await awaited(app);
    const { secret }: { secret: string } = (await beginSetUp(app, sign_in)).body;
    return { body: { sign_in, code: codeOf(app, secret), name: 'Phone' } };
  },
  async keyOptions(app) {
    await keyFor(app);
    return { body: { sign_in: await givePassword(app, 'cleo') } };
  },
  async signInByKey(app) {
    const { key } = await keyFor(app);
    const sign_in = await givePassword(app, 'cleo');
    return { body: { sign_in, answer: key.answer(await askKey(app, sign_in)) } };
  },
  passkeyOptions: NO_INPUT,
  async signInByPasskey(app) {
    const { key } = await keyFor(app, { rk: true });
    return { body: { answer: key.answer(await askPasskey(app), { verified: true }) } };
  },
  list: NO_INPUT,
  beginApp: NO_INPUT,
  async confirmApp(app) {
    const { secret }: { secret: string } = (await afresh(app, () => app.call('cleo', 'POST', `${OWN}/app`))).body;
    return { body: { code: codeOf(app, secret), name: 'Phone' } };
  },
  newKeyOptions: NO_INPUT,
  async addKey(app) {
    const { body } = await afresh(app, () => app.call('cleo', 'POST', `${OWN}/key/options`));
    return { body: { name: 'Key', answer: newAuthenticator().register(body) } };
  },
  rename: async (app) => ({ params: { id: await keyOfCleo(app) }, body: { name: 'Other' } }),
  remove: async (app) => ({ params: { id: await keyOfCleo(app) } }),
  newRecoveryCodes: async (app) => (await keyFor(app), {}),
  proofOptions: NO_INPUT,
  async beginProviderProof(app) {
    const account = app.accountIds.get('nordmark-lb') ?? '';
    await insertProvider(app, account, 'https://idp.nordmark.example');
    const people = app.db.updateTable('app_user').where('primary_account_id', '=', account);
    await people.set((row) => ({ oidc_username: row.ref('user_name') })).execute();
    return { body: { method: 'oidc' } };
  },
  prove: (app) =>
    afresh(app, async () => {
      const { key } = await addKey(app, 'cleo');
      const { body } = await app.call('cleo', 'POST', '/account/ui-api/v1/session/proof/options');
      return { body: { answer: key.answer(body.key) } };
    }),
};
