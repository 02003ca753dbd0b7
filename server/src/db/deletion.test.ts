import { sql } from 'kysely';
import { entityDescriptor, placeProvider, signingCertificate } from '../testing/saml-metadata.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedPeople } from '../../seed/people.ts';
import { newId } from '../ids.ts';
import { makeCode } from '../sign-in/codes/code-store.ts';
import { insertProvider } from '../testing/oidc-provider.ts';
import { storeConsent } from '../areas/oauth-authorization/consent-store.ts';
import { storeArtifact } from '../oauth/artifact-store.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';
import { insertSigningClient } from '../testing/signing-client.ts';
import { insertToken } from '../testing/api-token.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';
import { issueFor, withAuthorities } from '../testing/authorities.ts';
import { TO_ACCOUNT, TO_PERSON, type Consequence, type References } from './references.ts';

let app: TestApp;
let account: string;
let person: string;
beforeEach(async () => {
  app = await startTestApp();
  account = app.accountIds.get('nordmark-lb') ?? '';
  person = app.userIds.get('cleo') ?? '';
  await furnish();
});
afterEach(() => app.close());

/** A row for each column that refers to Nordmark or to Cleo, who belongs to no other account. */
async function furnish(): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  await app.signIn('cleo');
  await makeCode(db, { userId: person, purpose: 'reset', ttlSeconds: 60, now });
  for (const [made_by, by] of [
    [person, 'p'],
    [app.userIds.get('carl') ?? '', 'c'],
  ] as const) {
    const link = { id: newId(), account_id: account, domains: ['n.example'], access_scope: 'end_user' as const };
    const secrets = { state_hash: Buffer.from(by), state_sealed: Buffer.from(by) };
    await db
      .insertInto('self_service_link')
      .values({ ...link, ...secrets, ends_on: '2027-01-01', made_at: now, made_by })
      .execute();
    const asked = { link_id: link.id, email: 'n@n.example', locale: 'en_US', begun_at: now, expires_at: now };
    const request = { ...asked, id: newId(), state_hash: Buffer.from(by), user_id: by === 'c' ? person : null };
    await db.insertInto('self_service_request').values(request).execute();
  }
  await db.insertInto('list_setting').values({ user_id: person, list: 'l', value: '{}', updated_at: now }).execute();
  await db
    .insertInto('calendar_feed')
    .values({ user_id: person, secret_hash: Buffer.from('f'), made_at: now })
    .execute();
  await db
    .insertInto('ending_webhook')
    .values({
      user_id: person,
      id: newId(),
      address: 'https://hooks.example/',
      secret_sealed: Buffer.from('w'),
      made_at: now,
      told_on: '2026-01-01',
      next_try_at: now,
    })
    .execute();
  const colleague = app.userIds.get('carl') ?? '';
  const about = { kind: 'account' as const, ends_at: now, until: '2027-01-01', reason: 'r', made_at: now };
  await db
    .insertInto('ending_snooze')
    .values([
      { ...about, subject: account, account_id: account, made_by: colleague },
      { ...about, subject: colleague, account_id: null, made_by: person },
    ])
    .execute();
  const times = { made_at: now, expires_at: now };
  const plan = {
    id: newId(),
    made_by: person,
    act: 'accounts.language' as const,
    effects: '{}',
    typed: false,
    ...times,
  };
  await db.insertInto('bulk_plan').values(plan).execute();
  const elsewhere = app.accountIds.get('orsini-custody') ?? '';
  await insertToken(app, person);
  await insertOauthClient(app, account);
  await insertSigningClient(app, account);
  await insertSigningClient(app, elsewhere, { updated_by: person });
  const foreign = await insertOauthClient(app, elsewhere, { updated_by: person });
  await storeConsent(db, person, foreign.id, ['openid'], now);
  const token = { kind: 'AccessToken', id: 'token', payload: { accountId: person, clientId: foreign.clientId } };
  await storeArtifact(db, token, now, now);
  const stamps = { created_at: now, updated_at: now };
  for (const [of, updated_by] of [
    [account, null],
    [elsewhere, person],
  ] as const) {
    const organization = { ...stamps, id: newId(), account_id: of, name: 'North', country: 'DE', updated_by };
    await db.insertInto('organization').values(organization).execute();
    const feature = { app_code: 'ca_manager', feature_id: 'public_issuance', enabled: true };
    await db
      .insertInto('account_feature')
      .values({ ...stamps, ...feature, account_id: of, updated_by })
      .execute();
    const name = { first_name: 'Ida', last_name: 'Noor', email: 'ida@noor.example' };
    const contact = { ...stamps, ...name, id: newId(), organization_id: organization.id, updated_by };
    await db.insertInto('contact').values(contact).execute();
  }
  const held = { application_code: 'ca_manager' as const, package_code: 'premium' as const, enabled_at: now };
  await db
    .insertInto('account_package')
    .values([
      { ...held, account_id: account },
      { ...held, account_id: elsewhere, enabled_by: person },
    ])
    .execute();
  await insertProvider(app, account, 'https://login.nordmark.example');
  await insertProvider(app, elsewhere, 'https://login.orsini.example');
  await db.updateTable('oidc_config').set({ updated_by: person }).where('account_id', '=', elsewhere).execute();
  await db.updateTable('account').set({ updated_by: person }).where('id', '=', elsewhere).execute();
  const scope = { app_code: 'account_manager' as const, account_id: account, permissions: [] };
  const role = { ...scope, id: newId(), name: 'Own', created_at: now };
  await db.insertInto('role').values(role).execute();
  const shown = { account_id: account, app_code: 'ca_manager', feature_version: 'v2' as const };
  await db.insertInto('account_license').values(shown).execute();
  await withAuthorities(app);
  await issueFor(app, { belongsTo: { accountId: account, userId: person } });
  await db
    .updateTable('certificate_authority')
    .set({ account_id: account })
    .where('issuer_id', 'is not', null)
    .execute();
  const profile = { ...stamps, id: newId(), name: 'Own', account_id: account, cert_type: 'end_entity' as const };
  await db
    .insertInto('certificate_profile')
    .values({ ...profile, key_usage: ['digitalSignature'], key_types: ['rsa_2048'], days: 30 })
    .execute();
  const seat = { id: newId(), account_id: account, type: 'device', name: 'Gate', identifier: 'SN-1' } as const;
  await db
    .insertInto('seat')
    .values({ ...stamps, ...seat })
    .execute();
  const template = { id: newId(), name: 'Gates', account_id: account, profile_id: profile.id, seat_types: ['device'] };
  await db
    .insertInto('certificate_template')
    .values({ ...stamps, ...template })
    .execute();
  const invitation = {
    ...stamps,
    name: 'Gate',
    email: 'gates@n.example',
    locale: 'en_US' as const,
    keystore_location: 'browser' as const,
    enrollment_method: 'DTA' as const,
    stage: 'invited' as const,
    code_hash: 'hash',
    sent_at: now,
    expires_at: now,
  };
  await db
    .insertInto('enrollment')
    .values([
      { ...invitation, id: newId(), account_id: account, seat_id: seat.id, template_id: template.id },
      // Of another account, and so not deleted with this one.
      { ...invitation, id: newId(), account_id: elsewhere, user_id: person },
    ])
    .execute();
  const ofPerson = { user_id: person, created_at: now };
  await db
    .insertInto('authenticator_app')
    .values({ ...ofPerson, id: newId(), name: 'Phone', seed_sealed: Buffer.from('seed') })
    .execute();
  await db
    .insertInto('recovery_code')
    .values({ ...ofPerson, code_hash: Buffer.from('hash') })
    .execute();
  const key = { credential_id: 'key', public_key: Buffer.from('key'), counter: 0, transports: [], passkey: true };
  await db
    .insertInto('security_key')
    .values({ ...ofPerson, ...key, id: newId(), name: 'Key' })
    .execute();
  await db.insertInto('second_factor_failure').values({ id: newId(), user_id: person, at: now }).execute();
  await db.insertInto('second_factor_reset').values({ user_id: person, reset_at: now }).execute();
  await db
    .insertInto('pending_sign_in')
    .values({ ...ofPerson, token_hash: Buffer.from('hash'), expires_at: now })
    .execute();
  await db
    .insertInto('key_challenge')
    .values({ challenge: 'c', purpose: 'add', user_id: person, expires_at: now })
    .execute();
  const sent = { account_id: account, method: 'saml', trial_by: person, created_at: now, expires_at: now } as const;
  await db
    .insertInto('federated_request')
    .values({ ...sent, id: 'r', kept_sealed: Buffer.alloc(1) })
    .execute();
  await db
    .insertInto('federated_answer')
    .values({ ...sent, id: newId(), asked: true, kept_sealed: Buffer.alloc(1) })
    .execute();
  const setup = { account_id: account, purpose: 'saml', made_by: person, made_at: now, expires_at: now } as const;
  await db
    .insertInto('sign_in_setup_link')
    .values({ ...setup, id: newId(), secret_hash: Buffer.from('hash') })
    .execute();
  await db.insertInto('saml_assertion').values({ account_id: account, assertion_id: 'a', expires_at: now }).execute();
  const begun = { account_id: account, locale: 'en_US', created_at: now, expires_at: now };
  await db
    .insertInto('login_transaction')
    .values({ ...begun, state_hash: Buffer.from('hash') })
    .execute();
  const signing = signingCertificate();
  for (const of of [account, elsewhere])
    await placeProvider(app, of, entityDescriptor({ certificates: [signing] }), [signing]);
  await db.updateTable('saml_config').set({ updated_by: person }).where('account_id', '=', elsewhere).execute();
  const domain = { account_id: account, name: 'nord.example', proof: 'p', created_at: now };
  await db
    .insertInto('account_email_domain')
    .values([domain, { ...domain, account_id: elsewhere, created_by: person }])
    .execute();
  const departure = { id: newId(), account_id: account, state: 'ready', code_hash: Buffer.alloc(32) } as const;
  await db
    .insertInto('account_departure')
    .values({ ...departure, ...times, made_by: colleague, left_behind: '[]' })
    .execute();
  // Carl belongs to another account as well, and stays.
  const carl = app.userIds.get('carl') ?? '';
  await db.insertInto('user_account').values({ user_id: carl, account_id: account }).execute();
  await db.updateTable('app_user').set({ primary_account_id: account }).where('id', '=', carl).execute();
}

type Counts = { naming: number; open: number };
const NONE: Counts = { naming: 0, open: 0 };

/** How many rows name an id in each column, and how many of them are not over. */
async function count(references: References, id: string): Promise<Record<string, Counts>> {
  const counted: Record<string, Counts> = {};
  for (const [column, consequence] of Object.entries(references)) {
    const [table = '', name = ''] = column.split('.');
    const open = consequence.is === 'ended' ? consequence.open : sql<boolean>`true`;
    const { rows } = await sql<Counts>`
      select count(*)::int as naming, (count(*) filter (where ${open}))::int as open
      from ${sql.table(table)} where ${sql.ref(name)} = ${id}`.execute(app.db);
    counted[column] = rows[0] ?? NONE;
  }
  return counted;
}

/** What is left of the rows of a column once they have had its consequence. Who is handed on is looked at by itself. */
function remaining({ is }: Consequence, before: Counts): Counts {
  if (is === 'deleted' || is === 'detached') return { naming: 0, open: 0 };
  return is === 'ended' ? { naming: before.naming, open: 0 } : before;
}

test.each<[string, References, () => string]>([
  ['an account', TO_ACCOUNT, () => account],
  ['the person who belongs to it alone', TO_PERSON, () => person],
])('[A-050] an account is deleted: what refers to %s goes, ends or stays as is declared', async (_of, declared, id) => {
  const before = await count(declared, id());
  const counted = Object.entries(declared).filter(([, { is }]) => is !== 'handed on' && is !== 'followed');
  const unseen = counted.filter(([column, { is }]) => is !== 'kept' && !before[column]?.open).map(([column]) => column);
  expect(unseen, 'columns without a row to see it by').toEqual([]);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const after = await count(declared, id());
  for (const [column, consequence] of counted)
    expect({ column, ...after[column] }).toEqual({ column, ...remaining(consequence, before[column] ?? NONE) });
});

test('[A-050] who belongs to another account as well is handed on to it, session and all', async () => {
  expect((await app.call('carl', 'GET', '/account/ui-api/v1/auth/me')).status).toBe(200);
  const userId = app.userIds.get('carl') ?? '';
  const { id } = await issueFor(app, { belongsTo: { accountId: account, userId } });
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const carl = app.db
    .selectFrom('app_user')
    .select(['deleted_at', 'primary_account_id', 'updated_by'])
    .where('user_name', '=', 'carl');
  expect(await carl.executeTakeFirst()).toEqual({
    deleted_at: null,
    primary_account_id: app.accountIds.get('orsini-custody'),
    updated_by: app.userIds.get('ada'),
  });
  expect((await app.call('carl', 'GET', '/account/ui-api/v1/auth/me')).status).toBe(200);
  // So does what he signs in with.
  const certificate = await app.call('carl', 'GET', `/account/ui-api/v1/certificate/${id}`);
  expect(certificate.body).toMatchObject({ status: 'issued', account_name: 'Orsini Custody' });
});

test('before an account is deleted as many certificates are told as are revoked: not of who is handed on', async () => {
  const told = async (): Promise<number[]> => {
    const { body: one } = await app.call('ada', 'GET', `/account/ui-api/v1/account/${account}/effects`);
    const chosen = { ids: [account], input: {} };
    const { body: plan } = await app.call('ada', 'POST', '/account/ui-api/v1/account/bulk/delete', chosen);
    return [one.certificates, plan.effects.certificates];
  };
  const belongingTo = (userId: string) => issueFor(app, { belongsTo: { accountId: account, userId } });
  const [before = 0] = await told();
  await belongingTo(app.userIds.get('carl') ?? '');
  expect(await told()).toEqual([before, before]);
  await belongingTo(person);
  // Whoever looks after customers goes on at another partner, and there is none here.
  const names = { first_name: 'Pia', last_name: 'Lund', user_name: 'pia', email: 'pia@nord.example', locale: 'en_US' };
  const pia = { ...names, id: newId(), access_scope: 'partner' as const, primary_account_id: account };
  const now = app.clock.now();
  await app.db
    .insertInto('app_user')
    .values({ ...pia, created_at: now, updated_at: now })
    .execute();
  for (const account_id of [account, app.accountIds.get('orsini-custody') ?? ''])
    await app.db.insertInto('user_account').values({ user_id: pia.id, account_id }).execute();
  await belongingTo(pia.id);
  expect(await told()).toEqual([before + 2, before + 2]);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const event = await app.db
    .selectFrom('audit_event')
    .select('after')
    .where('action', '=', 'DELETE')
    .where('resource_id', '=', account)
    .executeTakeFirstOrThrow();
  expect(event.after).toMatchObject({ certificates_revoked: before + 2 });
});

test('who is handed on is known no more by what the providers of the deleted account called them', async () => {
  const carl = app.db.updateTable('app_user').where('user_name', '=', 'carl');
  await carl.set({ saml_username: 'E1001', oidc_username: '00u-carl' }).execute();
  const ada = app.db.updateTable('app_user').where('user_name', '=', 'ada');
  await ada.set({ saml_username: 'E1', oidc_username: '00u-ada' }).execute();
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const named = (name: string) =>
    app.db
      .selectFrom('app_user')
      .select(['primary_account_id', 'saml_username', 'oidc_username'])
      .where('user_name', '=', name)
      .executeTakeFirst();
  const orsini = app.accountIds.get('orsini-custody');
  expect(await named('carl')).toEqual({ primary_account_id: orsini, saml_username: null, oidc_username: null });
  // The platform's own account is that of whoever has none: nobody is moved here.
  await ada.set({ primary_account_id: null }).execute();
  expect(await named('ada')).toEqual({ primary_account_id: null, saml_username: 'E1', oidc_username: '00u-ada' });
});

test('[A-050] a deleted partner hands its people to another partner; those without one sign in no more', async () => {
  const partner = app.accountIds.get('umbra-trust') ?? '';
  const firstOf = (name: string) =>
    app.db.selectFrom('app_user').select(['deleted_at', 'primary_account_id']).where('user_name', '=', name);
  // Ben belongs to a standard account as well, which comes first by its id; Bea to two partners.
  for (const [name, of] of [
    ['ben', 'orsini-custody'],
    ['bea', 'orsini-custody'],
    ['bea', 'umbra-trust'],
  ] as const) {
    const membership = { user_id: app.userIds.get(name) ?? '', account_id: app.accountIds.get(of) ?? '' };
    await app.db.insertInto('user_account').values(membership).execute();
  }
  // Somebody else looks after the partner that she leaves.
  const other = { first: 'Ida', last: 'Noor', userName: 'ida', scope: 'partner' as const };
  const roles = { accounts: ['calder-identity'], roles: ['account_manager/Partner administrator'] };
  await seedPeople(app.db, [{ ...other, ...roles }], app.accountIds, 'no password', app.clock.now());
  await app.db.updateTable('app_user').set({ primary_account_id: partner }).where('user_name', '=', 'bea').execute();
  const bens = await app.signIn('ben');
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${partner}`)).status).toBe(204);
  expect(await firstOf('bea').executeTakeFirst()).toEqual({
    deleted_at: null,
    primary_account_id: app.accountIds.get('calder-identity'),
  });
  expect(await firstOf('ben').executeTakeFirst()).toEqual({ deleted_at: null, primary_account_id: partner });
  const me = { authorization: `Bearer ${bens.access_token}` };
  const refused = await app.request('GET', '/account/ui-api/v1/auth/me', undefined, me);
  expect(refused.body.error.status).toBe('ACCOUNT_EXPIRED');
  const again = { user_name: 'ben', password: PASSWORD };
  expect((await app.request('POST', '/account/ui-api/v1/auth/login', again)).body.error.status).toBe('ACCOUNT_EXPIRED');
});

test('who has no other partner than a deleted one is given another name, and then another partner', async () => {
  const [partner, other] = ['umbra-trust', 'calder-identity'].map((of) => app.accountIds.get(of) ?? '');
  const [ben, orsini] = [app.userIds.get('ben') ?? '', app.accountIds.get('orsini-custody') ?? ''];
  await app.db.insertInto('user_account').values({ user_id: ben, account_id: orsini }).execute();
  for (const gone of [account, partner])
    expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${gone}`)).status).toBe(204);
  const user = `/account/ui-api/v1/user/${ben}`;
  const { first_name, user_name, email, phone, locale, access_scope, ...now } = (await app.call('ada', 'GET', user))
    .body;
  const names = { first_name, last_name: 'Okafor-Lind', user_name, email, phone, locale, access_scope };
  const idsOf = (these: { id: string }[]): string[] => these.map(({ id }) => id);
  expect([now.primary_account_id, idsOf(now.accounts)]).toEqual([partner, [orsini]]);

  // What a form sends that changes a name alone.
  const role_ids = idsOf(now.roles);
  const place = { primary_account_id: partner, account_ids: [orsini], role_ids };
  const saved = await app.call('ada', 'PUT', user, { ...names, ...place });
  expect([saved.status, saved.body.last_name], JSON.stringify(saved.body)).toEqual([200, 'Okafor-Lind']);
  expect([saved.body.primary_account_id, idsOf(saved.body.accounts)]).toEqual([partner, [orsini]]);

  const elsewhere = { primary_account_id: other, account_ids: [], role_ids };
  const moved = await app.call('ada', 'PUT', user, { ...names, ...elsewhere });
  expect([moved.status, idsOf(moved.body.accounts ?? [])], JSON.stringify(moved.body)).toEqual([200, [other]]);
});
