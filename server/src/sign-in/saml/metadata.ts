/** What an identity provider says of itself (SAML 2.0 Metadata). */
import { createHash } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { readCertificate } from '../../x509/read-certificate.ts';
import { children, descendants, NS, plainText, readXml } from './xml.ts';

export type ProviderMetadata = {
  entityId: string;
  /** Where people are sent (HTTP-Redirect). */
  signOnAddress: string;
  /** Where people are logged out (HTTP-Redirect); null where it has no such address. */
  logout: LogoutService | null;
  /** By which it signs, DER, each once. */
  certificates: Uint8Array[];
};

/** Where a provider is asked to log somebody out, and where it is answered (SAML 2.0 Metadata, 2.2.2). */
export type LogoutService = { address: string; answerAddress: string };

/** What is wrong with metadata, as problems are called. */
export type MetadataFault =
  | 'INVALID_XML'
  | 'METADATA_NO_PROVIDER'
  | 'METADATA_SEVERAL_PROVIDERS'
  | 'METADATA_NO_ADDRESS';

const SAML_2 = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** More than any provider has while it changes over. */
const MOST_CERTIFICATES = 10;

/**
 * Reads the metadata of one identity provider: the only one in the document, with an address of https or http where
 * people are sent, and the certificates of its keys for signing.
 */
export function readMetadata(text: string): ProviderMetadata | { fault: MetadataFault } {
  const root = readXml(text);
  if (!root) return { fault: 'INVALID_XML' };
  const entities = isNamed(root, 'EntityDescriptor') ? [root] : entitiesOf(root);
  const providers = entities.flatMap((entity) =>
    children(entity, NS.metadata, 'IDPSSODescriptor').map((descriptor) => ({ entity, descriptor })),
  );
  const [provider, another] = providers;
  if (!provider) return { fault: 'METADATA_NO_PROVIDER' };
  if (another) return { fault: 'METADATA_SEVERAL_PROVIDERS' };
  const { entity, descriptor } = provider;
  const entityId = entity.getAttribute('entityID')?.trim() ?? '';
  const protocols = (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/);
  if (entityId === '' || entityId.length > 1024 || !protocols.includes(SAML_2))
    return { fault: 'METADATA_NO_PROVIDER' };
  const signOnAddress = children(descriptor, NS.metadata, 'SingleSignOnService')
    .filter((one) => one.getAttribute('Binding') === REDIRECT)
    .map((one) => one.getAttribute('Location') ?? '')
    .find(isWebAddress);
  if (signOnAddress === undefined) return { fault: 'METADATA_NO_ADDRESS' };
  return { entityId, signOnAddress, logout: logoutOf(descriptor), certificates: certificatesOf(descriptor) };
}

function logoutOf(descriptor: Element): LogoutService | null {
  const found = children(descriptor, NS.metadata, 'SingleLogoutService')
    .filter((one) => one.getAttribute('Binding') === REDIRECT)
    .map((one) => ({ one, address: one.getAttribute('Location') ?? '' }))
    .find(({ address }) => isWebAddress(address));
  if (!found) return null;
  const { one, address } = found;
  const answerAddress = one.getAttribute('ResponseLocation') ?? '';
  return { address, answerAddress: isWebAddress(answerAddress) ? answerAddress : address };
}

const isNamed = (element: Element, name: string): boolean =>
  element.namespaceURI === NS.metadata && element.localName === name;

const entitiesOf = (root: Element): Element[] =>
  isNamed(root, 'EntitiesDescriptor') ? descendants(root, NS.metadata, 'EntityDescriptor') : [];

/** A browser is sent there: never to `javascript:` and the like, nor with a password in it. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address) || address.length > 2048) return false;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Those for signing, and those that don't say what they are for (SAML 2.0 Metadata, 2.4.1.1). */
function certificatesOf(descriptor: Element): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const key of children(descriptor, NS.metadata, 'KeyDescriptor')) {
    if ((key.getAttribute('use') ?? 'signing') !== 'signing') continue;
    for (const one of descendants(key, NS.signature, 'X509Certificate')) {
      const der = Buffer.from((plainText(one) ?? '').replaceAll(/\s/g, ''), 'base64');
      if ('fault' in readCertificate(der)) continue;
      found.set(createHash('sha256').update(der).digest('hex'), der);
    }
  }
  return [...found.values()].slice(0, MOST_CERTIFICATES);
}
