import type { areas } from '@signet/contract';
import type { SetupPurpose } from '@signet/contract/areas/sign-in-setup-rules';
import { newId } from '../../ids.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import type { TestApp } from '../../testing/app.ts';
import { entityDescriptor, placeProvider, samlSave, signingCertificate } from '../../testing/saml-metadata.ts';
import { keepFailure } from '../../sign-in/federation/answer-store.ts';
import { anyProvider, insertProvider } from '../../testing/oidc-provider.ts';
import { NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const federation = {
  federated_account_id: 'F-1',
  federated_account_name: 'Nordmark',
  federated_account_details_url: 'https://federation.example/accounts/F-1',
};
const oidc = (issuer: string) => ({ issuer, client_id: 'signet', client_secret: 'secret', enabled: true });
const one: SampleOf = (app) => ({ params: { id: nordmark(app) } });
const planned =
  (input: object): SampleOf =>
  (app) => ({ body: { ids: [nordmark(app)], input } });
const byName: SampleOf = () => ({ query: { name: 'nordmark' } });

const signing = signingCertificate();
const metadata = entityDescriptor({ certificates: [signing] });
/** The configuration that the others look at. */
async function configured(app: Parameters<SampleOf>[0]): Promise<{ params: { id: string } }> {
  const id = nordmark(app);
  await placeProvider(app, id, metadata, [signing]);
  return { params: { id } };
}

/** What a set-up link of Ada's carries. */
async function setupLink(app: TestApp, purpose: SetupPurpose): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), newSecret()];
  const now = app.clock.now();
  await app.db
    .insertInto('sign_in_setup_link')
    .values({
      id,
      account_id: nordmark(app),
      purpose,
      secret_hash: hashSecret(secret),
      made_by: app.userIds.get('ada') ?? '',
      made_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  return { id, secret };
}

/** A key beside the one that signs. */
async function nextKey(app: TestApp): Promise<string> {
  const account_id = nordmark(app);
  const { id: _, ...current } = await app.db
    .selectFrom('saml_key')
    .selectAll()
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  const id = newId();
  await app.db
    .insertInto('saml_key')
    .values({ ...current, id, state: 'next' })
    .execute();
  return id;
}

/** The account with an email domain that nobody has proved. */
async function withDomain(app: TestApp): Promise<{ params: { id: string } }> {
  await app.db
    .insertInto('account_email_domain')
    .values({ account_id: nordmark(app), name: 'nordmark.example', proof: 'p', created_at: app.clock.now() })
    .execute();
  return { params: { id: nordmark(app) } };
}

export const accountsSamples: SamplesOf<typeof areas.accounts> = {
  list: byName,
  export: byName,
  listCustomers: byName,
  expiring: NO_INPUT,
  findIdentifier: () => ({ query: { friendly_identifier: 'nordmark-lb' } }),
  create: () => ({
    body: {
      name: 'Kontor',
      friendly_identifier: `kontor-${newId()}`,
      service_period: { from: '2026-11-21', to: '2027-11-20' },
      locale: 'de_DE',
      organization: { name: 'Kontor' },
      administrator: { first_name: 'Karla', last_name: 'Kontor', email: 'karla@kontor.example' },
    },
  }),
  read: one,
  update: (app) => ({
    params: { id: nordmark(app) },
    body: { name: 'Nordmark Bank', locale: 'de_DE', service_period: { from: '2025-01-01', to: '2028-12-31' } },
  }),
  remove: one,
  effects: one,
  switchOn: (app) => ({ params: { id: nordmark(app) }, body: { active: false } }),
  readEmailDomains: one,
  createEmailDomains: (app) => ({ params: { id: nordmark(app) }, body: { domains: ['nordmark.example'] } }),
  updateEmailDomains: async (app) => ({
    ...(await withDomain(app)),
    body: { domains: ['nordmark.example', 'nordmark-lb.example'] },
  }),
  removeEmailDomains: withDomain,
  validateEmailDomains: (app) => ({ params: { id: nordmark(app) }, query: { domains: 'nordmark.example' } }),
  verifyEmailDomain: async (app) => ({
    params: { ...(await withDomain(app)).params, domain: 'nordmark.example' },
    body: { by: 'administrator' },
  }),
  signInEffects: (app) => ({ params: { id: nordmark(app) }, query: { method: 'standard', enabled: 'false' } }),
  async updateStandardSignIn(app) {
    // Another way, so that this one may go.
    await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', nordmark(app)).execute();
    const account = await app.db
      .selectFrom('account')
      .select(['name', 'service_from', 'service_to'])
      .where('id', '=', nordmark(app))
      .executeTakeFirstOrThrow();
    const period = { from: account.service_from, to: account.service_to };
    return {
      params: { id: nordmark(app) },
      body: { name: account.name, service_period: period, sign_in_methods: [], standard_login: false },
    };
  },
  trySaml: (app) => ({
    params: { id: nordmark(app) },
    body: { identity_provider_config: { metadata: { metadata } } },
  }),
  async tryOidc(app) {
    const { enabled: _enabled, ...body } = oidc((await anyProvider(app)).issuer);
    return { params: { id: nordmark(app) }, body };
  },
  // Each trial is one person's.
  claimTrial: (app) => ({ params: { id: nordmark(app) }, body: { code: 'c', state: 's' } }),
  federatedAnswers: (app) => ({ params: { id: nordmark(app) }, query: { method: 'saml' } }),
  async federatedAnswer(app) {
    const { db, runtime } = app;
    const kept = { detail: null, name: 'Cleo', verified: false, certificate: null, said: [], authenticated_at: null };
    const more = { valid_until: null, sent: null, response: '', becomes: null };
    const answer = { accountId: nordmark(app), method: 'saml', problem: 'SAML_EXPIRED', asked: true } as const;
    await keepFailure({ db, runtime, now: app.clock.now() }, { ...answer, kept: { ...kept, ...more } });
    const { id } = await db.selectFrom('federated_answer').select('id').executeTakeFirstOrThrow();
    return { params: { id: nordmark(app), answerId: id } };
  },
  readSaml: one,
  saveSaml: (app) => ({ body: samlSave(nordmark(app), metadata) }),
  updateSaml: async (app) => ({
    ...(await configured(app)),
    body: { ...samlSave(nordmark(app), metadata), status: 'ENABLED' },
  }),
  removeSaml: configured,
  samlMetadata: configured,
  makeSamlKey: configured,
  async switchSamlKey(app) {
    const { params } = await configured(app);
    return { params: { ...params, keyId: await nextKey(app) } };
  },
  async removeSamlKey(app) {
    const { params } = await configured(app);
    return { params: { ...params, keyId: await nextKey(app) } };
  },
  async answerSamlOffer(app) {
    const { params } = await configured(app);
    const moved = { entity_id: 'https://idp.nordmark.example/saml', sign_on_address: 'https://new.example/sso' };
    await app.db
      .updateTable('saml_config')
      .set({
        metadata_url: 'https://idp.nordmark.example/metadata',
        offered_metadata: entityDescriptor({ certificates: [signing], signOnAddress: moved.sign_on_address }),
        offered_at: app.clock.now(),
      })
      .execute();
    return { params, body: { accept: true, ...moved } };
  },
  samlNotices: (app) => ({ query: { account_id: nordmark(app) } }),
  checkSamlCertificate: (app) => ({
    params: { id: nordmark(app) },
    body: { certificate: Buffer.from(signing.der).toString('base64') },
  }),
  checkSaml: (app) => ({ params: { id: nordmark(app) }, body: { metadata } }),
  enableCac: (app) => ({ params: { id: nordmark(app) }, body: { enabled: true } }),
  allowUserCreation: (app) => ({ params: { id: nordmark(app) }, body: { enabled: true } }),
  enableMfa: (app) => ({ params: { id: nordmark(app) }, body: { enabled: true } }),
  reassign: (app) => ({
    params: { id: nordmark(app) },
    body: { partner_account_id: app.accountIds.get('calder-identity') ?? '' },
  }),
  link: (app) => ({ params: { id: nordmark(app) }, body: federation }),
  async unlink(app) {
    const linked = { ...federation, federation_status: 'linked' };
    await app.db.updateTable('account').set(linked).where('id', '=', nordmark(app)).execute();
    return { params: { id: nordmark(app) } };
  },
  history: one,
  endings: one,
  readOidc: one,
  createOidc: async (app) => ({ params: { id: nordmark(app) }, body: oidc((await anyProvider(app)).issuer) }),
  async updateOidc(app) {
    const { issuer } = await anyProvider(app);
    await insertProvider(app, nordmark(app), issuer);
    return { params: { id: nordmark(app) }, body: { ...oidc(issuer), scopes: 'openid' } };
  },
  async removeOidc(app) {
    await insertProvider(app, nordmark(app), (await anyProvider(app)).issuer);
    return { params: { id: nordmark(app) } };
  },
  setupLinks: one,
  makeSetupLink: (app) => ({ params: { id: nordmark(app) }, body: { purpose: 'saml' } }),
  async revokeSetupLink(app) {
    const { id } = await setupLink(app, 'saml');
    return { params: { id: nordmark(app), linkId: id } };
  },
  openSetupLink: async (app) => ({ body: await setupLink(app, 'saml') }),
  setUpSaml: async (app) => ({ body: { ...(await setupLink(app, 'saml')), metadata } }),
  async setUpOidc(app) {
    const { enabled: _enabled, ...body } = oidc((await anyProvider(app)).issuer);
    return { body: { ...(await setupLink(app, 'oidc')), ...body } };
  },
  checkOidc: async (app) => ({ params: { id: nordmark(app) }, body: { issuer: (await anyProvider(app)).issuer } }),
  planActive: planned({ active: false }),
  planLanguage: planned({ locale: 'fr_FR' }),
  planEndDate: planned({ to: '2029-12-31' }),
  planPartner: planned({ partner_account_id: null }),
  planRemove: planned({}),
};
