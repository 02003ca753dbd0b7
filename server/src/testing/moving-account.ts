/** An account with something of everything that moves, and two platforms between which it does. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { step } from '../account-migration/arrival-job.ts';
import { makeDepartureFile } from '../account-migration/departure-file-store.ts';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import { openPasswords } from '../sign-in/passwords/hashing.ts';
import { seedContext } from '../sign-in/second-factor/app-store.ts';
import { samlKeyContext } from '../sign-in/saml/key-store.ts';
import { insertToken } from './api-token.ts';
import { PASSWORD, startTestApp, type Answer, type TestApp } from './app.ts';
import { issueFor, withAuthorities } from './authorities.ts';
import { insertProvider } from './oidc-provider.ts';

export const MIGRATION = '/account/ui-api/v1/migration';
export const MIGRATE = '/account/api/v1/account/migrate';
export const SEED = Buffer.from('seed-of-harriet-twenty');
const SAML_PRIVATE_KEY = Buffer.from('private key of Harbor');

export type Harbor = { id: string; harriet: string; hugo: string; robot: string; token: string; role: string };

/** Two platforms with keys of their own, and Harbor furnished on the first of them; `config` is that of the second. */
export async function openMove(
  config: Partial<Config> = {},
): Promise<{ source: TestApp; target: TestApp; harbor: Harbor }> {
  const [source, target] = await Promise.all([startTestApp(), startTestApp({ key: Buffer.alloc(32, 9), config })]);
  return { source, target, harbor: await furnishHarbor(source) };
}

/** An address of an arrival. */
export const arrivalAt = (id: string, act = ''): string => `${MIGRATION}/arrival/${id}${act && `/${act}`}`;

/** Harbor Insurance, with two people, a service user and something in every table that moves. */
export async function furnishHarbor(app: TestApp): Promise<Harbor> {
  const { db, clock, runtime } = app;
  const now = clock.now();
  const stamps = { created_at: now, updated_at: now };
  const account = newId();
  await db
    .insertInto('account')
    .values({
      ...stamps,
      id: account,
      name: 'Harbor Insurance',
      display_name: 'Harbor Insurance',
      friendly_identifier: 'harbor',
      service_from: '2025-01-01',
      service_to: '2028-01-01',
      type: 'standard',
    })
    .execute();
  const person = async (user_name: string, service_user = false): Promise<string> => {
    const id = newId();
    await db
      .insertInto('app_user')
      .values({
        ...stamps,
        id,
        user_name,
        email: `${user_name}@harbor.example`,
        first_name: user_name,
        last_name: 'Hale',
        access_scope: 'account',
        primary_account_id: account,
        service_user,
        verified_at: now,
        agreement_accepted_at: now,
        password_hash: service_user
          ? null
          : await openPasswords(1, { memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(PASSWORD),
      })
      .execute();
    await db.insertInto('user_account').values({ user_id: id, account_id: account, given_at: now }).execute();
    return id;
  };
  const harriet = await person('harriet');
  const hugo = await person('hugo');
  const robot = await person('harbor-robot', true);
  const role = newId();
  await db
    .insertInto('role')
    .values({
      id: role,
      app_code: 'account_manager',
      name: 'Harbor desk',
      account_id: account,
      permissions: ['view_account', 'view_organization'],
      created_at: now,
      updated_at: now,
      updated_by: harriet,
    })
    .execute();
  await sql`insert into user_role (user_id, role_id, given_at)
    select ${harriet}::uuid, id, ${now}::timestamptz from role where predefined and name = 'Account administrator'
    union all select ${hugo}::uuid, ${role}::uuid, ${now}::timestamptz
    union all select ${robot}::uuid, ${role}::uuid, ${now}::timestamptz`.execute(db);
  await db.updateTable('account').set({ updated_by: harriet }).where('id', '=', account).execute();
  await db.updateTable('app_user').set({ updated_by: harriet }).where('id', '=', hugo).execute();
  const organization = newId();
  await db
    .insertInto('organization')
    .values({ ...stamps, id: organization, account_id: account, name: 'Harbor\tLife \\ AG', country: 'DE' })
    .execute();
  const name = { first_name: 'Ida', last_name: 'Nöør 港', email: 'ida@harbor.example' };
  await db
    .insertInto('contact')
    .values({ ...stamps, ...name, id: newId(), organization_id: organization, updated_by: hugo })
    .execute();
  const { text } = await insertToken(app, harriet, { allowed_addresses: ['127.0.0.0/8', '::1/128'] });
  const key = { account_id: account, app_code: 'ca_manager' };
  await db
    .insertInto('account_feature')
    .values({ ...stamps, ...key, feature_id: 'public_issuance', enabled: true })
    .execute();
  await db
    .insertInto('account_package')
    .values({ account_id: account, application_code: 'ca_manager', package_code: 'premium', enabled_at: now })
    .execute();
  await db
    .insertInto('account_license')
    .values({ ...key, feature_version: 'v2' })
    .execute();
  await db
    .insertInto('feature_flag')
    .values({ name: 'AM_enable_packaging', key: account, enabled: false, updated_at: now })
    .execute();
  await db
    .insertInto('list_setting')
    .values({ user_id: harriet, list: 'l', value: '{"a":1}', updated_at: now })
    .execute();
  const client = newId();
  await db
    .insertInto('oauth_client')
    .values({ ...stamps, id: client, account_id: account, client_id: 'harbor-client', name: 'Harbor' })
    .execute();
  await db
    .insertInto('oauth_client_secret')
    .values({ id: newId(), client_id: client, secret_hash: 'hash of a secret', last_four: 'cret', created_at: now })
    .execute();
  await db
    .insertInto('signing_client')
    .values({
      ...stamps,
      id: newId(),
      account_id: account,
      oauth_client_id: client,
      oauth_client_account_id: 'harbor-service',
    })
    .execute();
  const factor = newId();
  await db
    .insertInto('authenticator_app')
    .values({
      id: factor,
      user_id: harriet,
      name: 'Phone',
      seed_sealed: runtime.seal.seal(SEED, seedContext(factor)),
      confirmed_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('recovery_code')
    .values({ user_id: harriet, code_hash: Buffer.from('h'), created_at: now })
    .execute();
  await insertProvider(app, account, 'https://login.harbor.example', { enabled: false });
  const saml = newId();
  await db
    .insertInto('saml_config')
    .values({
      ...stamps,
      account_id: account,
      id: newId(),
      entity_id: 'https://idp.harbor.example',
      sign_on_address: 'https://idp.harbor.example/sso',
      metadata: '<EntityDescriptor/>',
    })
    .execute();
  const period = { valid_from: now, valid_to: new Date('2029-01-01T00:00:00Z') };
  await db
    .insertInto('saml_certificate')
    .values({
      ...period,
      account_id: account,
      thumb_print: 'aa',
      certificate: Buffer.from('c'),
      common_name: 'Harbor',
      state: 'current',
      added_at: now,
    })
    .execute();
  await db
    .insertInto('saml_key')
    .values({
      id: saml,
      account_id: account,
      certificate: Buffer.from('c'),
      key_sealed: runtime.seal.seal(SAML_PRIVATE_KEY, samlKeyContext(saml)),
      state: 'current',
      created_at: now,
      valid_to: period.valid_to,
    })
    .execute();
  await db
    .insertInto('account_email_domain')
    .values({
      account_id: account,
      name: 'harbor.example',
      verified_at: now,
      verified_by: 'dns',
      proof: 'p',
      created_at: now,
    })
    .execute();
  const profile = newId();
  await db
    .insertInto('certificate_profile')
    .values({
      ...stamps,
      id: profile,
      name: 'Gates',
      account_id: account,
      cert_type: 'end_entity',
      key_usage: ['digitalSignature'],
      key_types: ['rsa_2048'],
      days: 30,
    })
    .execute();
  const template = newId();
  await db
    .insertInto('certificate_template')
    .values({
      ...stamps,
      id: template,
      name: 'Gates',
      account_id: account,
      profile_id: profile,
      seat_types: ['device'],
    })
    .execute();
  const seat = newId();
  await db
    .insertInto('seat')
    .values({ ...stamps, id: seat, account_id: account, type: 'device', name: 'Gate', identifier: 'SN-1' })
    .execute();
  await withAuthorities(app);
  await issueFor(app, { common_name: 'Harriet', belongsTo: { accountId: account, userId: harriet } });
  await db
    .insertInto('enrollment')
    .values({
      ...stamps,
      id: newId(),
      account_id: account,
      seat_id: seat,
      template_id: template,
      name: 'Gate',
      email: 'gates@harbor.example',
      locale: 'en_US',
      keystore_location: 'browser',
      enrollment_method: 'DTA',
      stage: 'invited',
      code_hash: 'hash-of-a-link',
      sent_at: now,
      expires_at: now,
    })
    .execute();
  return { id: account, harriet, hugo, robot, token: text, role };
}

/** Lets an account move; the id of its departure, its code and address, once its file is made. */
export async function depart(app: TestApp, account: string): Promise<{ id: string; code: string; address: string }> {
  const { status, body } = await app.call('ada', 'POST', `/account/ui-api/v1/account/${account}/departure`);
  expect(status).toBe(201);
  await makeDepartureFile(app.runtime, body.departure.id);
  return { id: body.departure.id, code: body.code, address: body.departure.address };
}

/** The file of a departure. */
export async function fileOf(app: TestApp, departure: string): Promise<Buffer> {
  const { rows } = await sql<{ body: Buffer }>`select body from account_departure_part
    where departure_id = ${departure} order by position`.execute(app.db);
  return Buffer.concat(rows.map(({ body }) => body));
}

const PART = 524_288;

/** Sends a file, and lets the job read it; the arrival afterwards. */
export async function receiveFile(app: TestApp, file: Buffer, code: string): Promise<Answer['body']> {
  const { status, body } = await app.call('ada', 'POST', `${MIGRATION}/arrival`, {
    source: 'file',
    bytes: file.length,
  });
  expect(status).toBe(201);
  const at = `${MIGRATION}/arrival/${body.id}`;
  for (let n = 0; n * PART < file.length; n += 1) {
    const content = file.subarray(n * PART, (n + 1) * PART).toString('base64');
    expect((await app.call('ada', 'PUT', `${at}/part/${n}`, { content })).status).toBe(204);
  }
  expect((await app.call('ada', 'PUT', `${at}/reading`, { code })).status).toBe(200);
  await work(app, body.id);
  return (await app.call('ada', 'GET', at)).body;
}

/** Does what the job does, until there is nothing left; answers the steps. */
export async function work(app: TestApp, id: string): Promise<number> {
  let steps = 0;
  while (await step(app.runtime, id, true)) steps += 1;
  return steps;
}
