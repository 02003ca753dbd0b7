/** Things that end, for tests of what tells of them. */
import { newId } from '../ids.ts';
import { EVALUATION_KEY } from '../license/evaluation-key.ts';
import { everyFeature } from '../license/features.ts';
import { issueLicense, issuerKey } from '../license/issue.ts';
import { installLicense } from '../license/license-store.ts';
import { insertToken } from '../testing/api-token.ts';
import type { TestApp } from '../testing/app.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';

const DAY = 86_400_000;

/** A day so many days from the test's today, `YYYY-MM-DD`. */
export const inDays = (app: TestApp, days: number): string =>
  new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

/** Lets an account end in so many days. */
export async function accountEnds(app: TestApp, identifier: string, days: number): Promise<string> {
  const id = app.accountIds.get(identifier) ?? '';
  await app.db
    .updateTable('account')
    .set({ service_to: inDays(app, days) })
    .where('id', '=', id)
    .execute();
  return `account:${id}`;
}

/** Lets the platform's license have ended yesterday. */
export async function licenseHasEnded(app: TestApp): Promise<void> {
  const now = app.clock.now();
  const at = (days: number): Date => new Date(now.getTime() + days * DAY);
  const terms = { iss: 'Test', holder: 'Test', edition: 'Test', applications: everyFeature() };
  const issuer = await issuerKey(JSON.stringify(EVALUATION_KEY));
  await installLicense(app.db, await issueLicense(issuer, { ...terms, from: at(-10), until: at(-1) }, now), null, now);
}

/** A trial of an account that ends in so many days. */
export async function trialEnds(app: TestApp, identifier: string, days: number): Promise<string> {
  const account_id = app.accountIds.get(identifier) ?? '';
  const which = { app_code: 'ca_manager', feature_id: 'trial_account' };
  const now = app.clock.now();
  await app.db
    .insertInto('account_feature')
    .values({ account_id, ...which, enabled: true, end_date: inDays(app, days), created_at: now, updated_at: now })
    .execute();
  return `trial:${account_id}:${which.app_code}:${which.feature_id}`;
}

/** A token of somebody that ends in so many days. */
export async function tokenEnds(app: TestApp, person: string, days: number, name = 'Nightly'): Promise<string> {
  const { id } = await insertToken(app, app.userIds.get(person) ?? '', { name, end_date: inDays(app, days) });
  return `token:${id}`;
}

/** A client of an account whose former secret ends in so many days. */
export async function clientSecretEnds(
  app: TestApp,
  identifier: string,
  days: number,
  values: { name?: string; enabled?: boolean } = {},
): Promise<string> {
  const client = await insertOauthClient(app, app.accountIds.get(identifier) ?? '', values);
  const id = newId();
  const now = app.clock.now();
  await app.db
    .insertInto('oauth_client_secret')
    .values({
      id,
      client_id: client.id,
      secret_hash: `former ${id}`,
      last_four: 'aaaa',
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY),
    })
    .execute();
  return `client_secret:${id}`;
}

type Ends = { days: number; name?: string; seat?: string; user?: string; common_name?: string };

/** A certificate of a seat of Nordmark, or of a person, that ends in so many days. */
export async function certificateEnds(
  app: TestApp,
  { days, name = '', seat, user, common_name = 'Gate 7' }: Ends,
): Promise<string> {
  const id = newId();
  const now = app.clock.now();
  await app.db
    .insertInto('certificate')
    .values({
      id,
      serial: Buffer.from(id.replaceAll('-', ''), 'hex'),
      state: 'issued',
      cert_type: 'end_entity',
      account_id: app.accountIds.get('nordmark-lb') ?? '',
      user_id: user === undefined ? null : (app.userIds.get(user) ?? ''),
      seat_id: seat ?? null,
      name,
      common_name,
      subject_text: `CN=${common_name}`,
      issuer_text: 'CN=Signet Issuing CA',
      key_type: 'ec_p256',
      certificate: Buffer.of(0x30, 0),
      fingerprint: id,
      valid_from: now,
      valid_to: new Date(now.getTime() + days * DAY),
      // What ends later was made later.
      created_at: new Date(now.getTime() + (days - 400) * DAY),
      updated_at: now,
    })
    .execute();
  return `${user === undefined ? 'certificate' : 'client_certificate'}:${id}`;
}

/** A SAML provider of an account, whose certificate and metadata end in so many days. */
export async function samlEnds(app: TestApp, identifier: string, days: number): Promise<string> {
  const account_id = app.accountIds.get(identifier) ?? '';
  const now = app.clock.now();
  const ends = new Date(now.getTime() + days * DAY);
  await app.db
    .insertInto('saml_config')
    .values({
      account_id,
      id: newId(),
      entity_id: 'https://idp.example.org/',
      sign_on_address: 'https://idp.example.org/sso',
      metadata: '<EntityDescriptor/>',
      valid_until: ends,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', account_id).execute();
  return `sign_on_certificate:${await samlCertificate(app, account_id, 'aa', ends)}`;
}

/** A certificate of the SAML provider of an account; answers its subject. */
export async function samlCertificate(app: TestApp, account_id: string, thumb_print: string, valid_to: Date) {
  const now = app.clock.now();
  await app.db
    .insertInto('saml_certificate')
    .values({
      account_id,
      thumb_print,
      certificate: Buffer.of(0),
      common_name: 'Entra ID',
      valid_from: now,
      valid_to,
      state: 'current',
      added_at: now,
    })
    .execute();
  return `${account_id}:${thumb_print}`;
}
