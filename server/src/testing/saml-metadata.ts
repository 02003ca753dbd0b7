/** Identity providers of SAML, in tests. */
import { generateKeyPairSync } from 'node:crypto';
import { kept } from '../sign-in/saml/kept-certificate.ts';
import { newId } from '../ids.ts';
import { readMetadata } from '../sign-in/saml/metadata.ts';
import type { TestApp } from './app.ts';
import { make, newKeys, type Made, type Wanted } from '../x509/testing/any-certificate.ts';

/** Made once: RSA takes its time. */
export const OWN_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A certificate by which a provider signs. */
export const signingCertificate = (wanted: Wanted = {}): Made =>
  make({ subject: 'Nordmark single sign-on', keys: newKeys(), ...wanted });

type Described = {
  entityId?: string;
  signOnAddress?: string;
  certificates?: readonly Pick<Made, 'der'>[];
  binding?: string;
  logoutAddress?: string;
  role?: 'IDPSSODescriptor' | 'SPSSODescriptor';
};

/** The descriptor of one provider. */
export function entityDescriptor({
  entityId = 'https://idp.nordmark.example/saml',
  signOnAddress = 'https://idp.nordmark.example/sso',
  certificates = [],
  binding = 'HTTP-Redirect',
  logoutAddress,
  role = 'IDPSSODescriptor',
}: Described = {}): string {
  const keys = certificates.map(
    ({
      der,
    }) => `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${Buffer.from(der).toString('base64')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:${role} protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${
    logoutAddress === undefined
      ? ''
      : `\n    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}"
        Location="${logoutAddress}"/>`
  }
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${signOnAddress}"/>
  </md:${role}>
</md:EntityDescriptor>`;
}

/** The body that saves a provider. */
export const samlSave = (accountId: string, metadata: string, more: object = {}) => ({
  auth_type: 'SAML 2.0' as const,
  account_id: accountId,
  identity_provider_config: { metadata: { metadata } },
  ...more,
});

/** A provider of an account, as if somebody had saved it, and a key of ours. Switches nothing on. */
export async function placeProvider(
  { db, clock, runtime }: Pick<TestApp, 'db' | 'clock' | 'runtime'>,
  accountId: string,
  metadata: string,
  certificates: readonly Made[],
): Promise<void> {
  const read = readMetadata(metadata);
  if ('fault' in read) throw new Error(read.fault);
  const now = clock.now();
  const stamps = { created_at: now, updated_at: now };
  const config = {
    entity_id: read.entityId,
    sign_on_address: read.signOnAddress,
    sign_on_binding: read.signOnBinding,
    metadata,
  };
  await db
    .insertInto('saml_config')
    .values({ account_id: accountId, id: newId(), ...config, ...stamps })
    .execute();
  const rows = certificates.map((one) => ({ ...kept(one.read, 'current'), account_id: accountId, added_at: now }));
  await db.insertInto('saml_certificate').values(rows).execute();
  const { keys, der, read: own } = signingCertificate({ keys: OWN_KEYS });
  const id = newId();
  const privateKey = keys.privateKey.export({ format: 'der', type: 'pkcs8' });
  await db
    .insertInto('saml_key')
    .values({
      id,
      account_id: accountId,
      certificate: Buffer.from(der),
      key_sealed: runtime.seal.seal(privateKey, `saml-key:${id}`),
      state: 'current',
      created_at: now,
      valid_to: own.validTo,
    })
    .execute();
}
