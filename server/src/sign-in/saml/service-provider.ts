/** What identity providers know this platform by: each account is a service provider of its own. */
import type { SamlServiceProvider } from '@signet/contract/areas/account-saml';
import type { Runtime } from '../../runtime.ts';

type Place = Pick<Runtime, 'publicUrl'>;

/** The name of the service provider; assertions are made out to it. No other account has it. */
export const entityIdOf = ({ publicUrl }: Place, accountId: string): string =>
  `${publicUrl}/imauth/api/v1/saml/${accountId}`;

/** Where the provider posts its answers. */
export const acsUrlOf = ({ publicUrl }: Place, accountId: string): string =>
  `${publicUrl}/imauth/api/v1/callback/saml/${accountId}`;

/** Where the provider sends its requests to log somebody out, and its answers to ours. */
export const logoutUrlOf = ({ publicUrl }: Place, accountId: string): string =>
  `${publicUrl}/imauth/api/v1/logout/saml/${accountId}`;

/** What a provider is told of this platform, where it does not read the metadata. */
export const serviceProviderOf = (place: Place, accountId: string): SamlServiceProvider => ({
  acs_url: acsUrlOf(place, accountId),
  entity_id: entityIdOf(place, accountId),
  logout_url: logoutUrlOf(place, accountId),
});

const LOGOUT_BINDINGS = ['HTTP-Redirect', 'HTTP-POST'] as const;

/** What a name identifier may be: the provider decides. */
const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
] as const;

/** Text within XML, in elements and in attributes of double quotes. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The metadata of the service provider (SAML 2.0 Metadata, 2.4.4). `certificates` are those of our keys, DER; without
 * one it does not say that requests are signed: a provider that believes so refuses what it can't verify.
 */
export function ownMetadata(place: Place, accountId: string, certificates: readonly Uint8Array[]): string {
  const keys = certificates.map(
    (der) => `
    <md:KeyDescriptor>
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${Buffer.from(der).toString('base64')}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>`,
  );
  const name = xmlText(entityIdOf(place, accountId));
  const logouts = LOGOUT_BINDINGS.map(
    (binding) => `
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}"
        Location="${xmlText(logoutUrlOf(place, accountId))}"/>`,
  );
  const formats = NAME_ID_FORMATS.map((format) => `\n    <md:NameIDFormat>${format}</md:NameIDFormat>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${name}">
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
      AuthnRequestsSigned="${keys.length > 0}"
      WantAssertionsSigned="true">${keys.join('')}${logouts.join('')}${formats.join('')}
    <md:AssertionConsumerService index="0" isDefault="true"
        Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${xmlText(acsUrlOf(place, accountId))}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
