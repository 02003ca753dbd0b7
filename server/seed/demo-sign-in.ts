/**
 * How accounts of the demo sign in: Nordmark by certificate as well, Helvion by SAML since it left passwords behind,
 * Zürich Treuhand by OpenID Connect. Passwords stay, so that everybody can be tried; the providers answer nobody.
 */
import { randomBytes } from 'node:crypto';
import type { LoggedSignIn } from '@signet/contract/audit';
import { OIDC_SCOPES } from '@signet/contract/areas/oidc-config-record';
import { newId } from '../src/ids.ts';
import { secretContext } from '../src/sign-in/oidc/config-store.ts';
import { certificatesOf } from '../src/sign-in/saml/kept-certificate.ts';
import { addOwnKey } from '../src/sign-in/saml/key-store.ts';
import { newOwnKey } from '../src/sign-in/saml/own-key.ts';
import { DAY_MS, momentOf, type Happening } from './demo-log.ts';
import type { Demo, FurnishStep } from './demo.ts';

/** Who comes in another way than by password, since how many days ago, and on every so many days by password still. */
const WAYS: Readonly<Record<string, { way: LoggedSignIn; since: number; butEvery: number }>> = {
  cleo: { way: 'CLIENT_AUTH_CERT', since: 340, butEvery: 5 },
  petra: { way: 'SSO_SAML', since: 150, butEvery: 40 },
  ueli: { way: 'SSO_OIDC', since: 220, butEvery: 60 },
};

/** How somebody has come in: what the log and the session say of it. */
export type Entrance = { way: LoggedSignIn; certificate: { id: string; name: string } | null };

/** Answers how somebody of the demo has come in so many days ago, at a moment: by a certificate that was good then. */
export async function entrances({ db }: Pick<Demo, 'db'>) {
  const certificates = await db
    .selectFrom('certificate as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.name', 'c.created_at', 'c.valid_to', 'u.user_name'])
    .where('c.state', '=', 'issued')
    .where('c.enabled', '=', true)
    .orderBy('c.created_at', 'desc')
    .execute();
  return (userName: string, daysAgo: number, at: Date): Entrance => {
    const found = WAYS[userName];
    const byPassword = { way: 'BASIC_AUTH', certificate: null } as const;
    if (!found || daysAgo >= found.since || daysAgo % found.butEvery === 0) return byPassword;
    if (found.way !== 'CLIENT_AUTH_CERT') return { way: found.way, certificate: null };
    const one = certificates.find(
      ({ user_name, created_at, valid_to }) => user_name === userName && created_at < at && at < valid_to,
    );
    return one ? { way: found.way, certificate: { id: one.id, name: one.name } } : byPassword;
  };
}

const SAML = { account: 'helvion-insurance', host: 'sso.helvion-insurance.example', by: 'petra' };
const OIDC = { account: 'zuerich-treuhand', issuer: 'https://id.zuerich-treuhand.example', by: 'ueli' };
/** In so many days the certificate ends by which Helvion's provider signs. */
const PROVIDER_ENDS = 26;
const CERTIFICATE_YEARS = 10;

const sinceWhen = (now: Date, userName: string): Date => momentOf(now, WAYS[userName]?.since ?? 0, 600);

export const furnishSignIn: FurnishStep = async (demo) => {
  await setUpSaml(demo);
  await setUpOidc(demo);
  await switchOn(demo, 'nordmark-lb', { certificate_sign_in: true });
  return {};
};

const switchOn = (
  { db, accountIds }: Demo,
  identifier: string,
  way: { certificate_sign_in: true } | { saml_sign_in: true } | { oidc_sign_in: true },
) =>
  db
    .updateTable('account')
    .set(way)
    .where('id', '=', accountIds.get(identifier) ?? '')
    .execute();

/** Metadata of a provider (SAML 2.0 metadata, 2.4.3) that signs by one certificate, DER. */
const metadataOf = (host: string, certificate: Buffer): string =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${host}/saml">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://${host}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

async function setUpSaml(demo: Demo): Promise<void> {
  const { db, runtime, now, accountIds, personIds } = demo;
  const accountId = accountIds.get(SAML.account) ?? '';
  const made = new Date(now.getTime() + PROVIDER_ENDS * DAY_MS);
  made.setUTCFullYear(made.getUTCFullYear() - CERTIFICATE_YEARS);
  const { certificate } = await newOwnKey(SAML.host, made);
  const at = sinceWhen(now, SAML.by);
  await db
    .insertInto('saml_config')
    .values({
      account_id: accountId,
      id: newId(),
      entity_id: `https://${SAML.host}/saml`,
      sign_on_address: `https://${SAML.host}/sso`,
      metadata: metadataOf(SAML.host, certificate),
      created_at: at,
      updated_at: at,
      updated_by: personIds.get(SAML.by) ?? null,
    })
    .execute();
  await db
    .insertInto('saml_certificate')
    .values(certificatesOf([certificate]).map((one) => ({ ...one, account_id: accountId, added_at: at })))
    .execute();
  await addOwnKey(db, runtime, { accountId, state: 'current', now: at });
  await db
    .insertInto('account_email_domain')
    .values(
      [
        { name: 'helvion-insurance.example', verified_at: at, verified_by: 'dns' as const },
        { name: 'helvion-life.example', verified_at: null, verified_by: null },
      ].map((one) => ({
        ...one,
        account_id: accountId,
        proof: randomBytes(20).toString('hex'),
        created_at: at,
        created_by: personIds.get(SAML.by) ?? null,
      })),
    )
    .execute();
  await switchOn(demo, SAML.account, { saml_sign_in: true });
}

async function setUpOidc(demo: Demo): Promise<void> {
  const { db, runtime, now, accountIds, personIds } = demo;
  const [id, at, { issuer }] = [newId(), sinceWhen(now, OIDC.by), OIDC];
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_method: 'client_secret_basic',
    authorization_response_iss_parameter_supported: true,
  };
  await db
    .insertInto('oidc_connection')
    .values({
      config_id: id,
      secret_sealed: runtime.seal.seal(randomBytes(32), secretContext(id)),
      metadata: JSON.stringify(metadata),
      discovered_at: at,
    })
    .execute();
  await db
    .insertInto('oidc_config')
    .values({
      id,
      account_id: accountIds.get(OIDC.account) ?? '',
      issuer,
      client_id: 'signet',
      scopes: OIDC_SCOPES,
      user_claim: 'sub',
      secret_set_at: at,
      created_at: at,
      updated_at: at,
      updated_by: personIds.get(OIDC.by) ?? null,
    })
    .execute();
  await switchOn(demo, OIDC.account, { oidc_sign_in: true });
}

/** What the log says of it: who set what up, and that the first sign-ins by SAML came to nothing. */
export async function signInHappenings({ db, now, accountIds }: Demo): Promise<Happening[]> {
  const names = new Map(
    (await db.selectFrom('account').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const switched = (identifier: string, by: string, way: string): Happening => {
    const id = accountIds.get(identifier) ?? '';
    return {
      action: 'UPDATE',
      resource_type: 'ACCOUNT',
      resource_id: id,
      resource_name: names.get(id) ?? null,
      account_id: id,
      at: sinceWhen(now, by),
      by,
      before: { [way]: false },
      after: { [way]: true },
    };
  };
  const saml = await db.selectFrom('saml_config').select(['id', 'entity_id', 'account_id', 'created_at']).execute();
  const oidc = await db.selectFrom('oidc_config').select(['id', 'issuer', 'account_id', 'created_at']).execute();
  return [
    switched('nordmark-lb', 'cleo', 'certificate_sign_in'),
    switched(SAML.account, SAML.by, 'saml_sign_in'),
    switched(OIDC.account, OIDC.by, 'oidc_sign_in'),
    ...saml.flatMap(({ id, entity_id, account_id, created_at }): Happening[] => [
      {
        action: 'CREATE',
        resource_type: 'SAML2_CONFIG',
        resource_id: id,
        resource_name: entity_id,
        account_id,
        at: created_at,
        by: SAML.by,
        after: { entity_id },
      },
      ...[7, 12].map((minute): Happening => ({
        action: 'LOGIN_ERROR',
        resource_type: 'SSO_SAML',
        resource_id: null,
        resource_name: null,
        account_id,
        at: new Date(created_at.getTime() + minute * 60_000),
        by: null,
        actor_via: 'none',
        result: 'failure',
        message: 'SAML_WRONG_AUDIENCE',
      })),
    ]),
    ...oidc.map(({ id, issuer, account_id, created_at }): Happening => ({
      action: 'CREATE',
      resource_type: 'SSO_OIDC',
      resource_id: id,
      resource_name: issuer,
      account_id,
      at: created_at,
      by: OIDC.by,
      after: { issuer, client_id: 'signet' },
    })),
  ];
}
