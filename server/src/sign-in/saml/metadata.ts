/** What an identity provider says of itself (SAML 2.0 Metadata). */
import { createHash } from 'node:crypto';
import { whyNotWebAddress } from '@signet/contract/rules';
import type { Element } from '@xmldom/xmldom';
import { readCertificate } from '../../x509/read-certificate.ts';
import { children, descendants, lineage, NS, plainText, readXml } from './xml.ts';

/** How a browser carries a message to a provider: in an address (HTTP-Redirect), or in a form (HTTP-POST). */
export const BINDINGS = ['redirect', 'post'] as const;
export type Binding = (typeof BINDINGS)[number];

export type ProviderMetadata = {
  entityId: string;
  /** Where people are sent, and how. */
  signOnAddress: string;
  signOnBinding: Binding;
  /** Where people are logged out; null where it has no address for that to which a browser can be sent. */
  logout: LogoutService | null;
  /** By which it signs, DER, each once. */
  certificates: Uint8Array[];
  /** When it ends, as it says itself; null where it doesn't. What is kept already stays in use after it. */
  validUntil: Date | null;
  /** After how many seconds it asks to be read again; null where it doesn't. */
  cacheSeconds: number | null;
};

/** Where a provider is asked to log somebody out, and where it is answered (SAML 2.0 Metadata, 2.2.2). */
export type LogoutService = { address: string; answerAddress: string; binding: Binding };

/** What is wrong with metadata, as problems are called. */
export type MetadataFault =
  | 'INVALID_XML'
  | 'METADATA_NO_PROVIDER'
  | 'METADATA_SEVERAL_PROVIDERS'
  | 'METADATA_NO_ADDRESS'
  | 'METADATA_EXPIRED';

const SAML_2 = 'urn:oasis:names:tc:SAML:2.0:protocol';
const BINDING_NAMES = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const satisfies Record<Binding, string>;
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
  const signOn = serviceOf(descriptor, 'SingleSignOnService');
  if (!signOn) return { fault: 'METADATA_NO_ADDRESS' };
  const validity = validityOf(descriptor);
  if (!validity) return { fault: 'INVALID_XML' };
  const [logout, certificates] = [logoutOf(descriptor), certificatesOf(descriptor)];
  return { entityId, signOnAddress: signOn.address, signOnBinding: signOn.binding, logout, certificates, ...validity };
}

/** Metadata that somebody brings, or that its address has now: what has ended by what it says itself is none. */
export function readFreshMetadata(text: string, now: Date): ProviderMetadata | { fault: MetadataFault } {
  const read = readMetadata(text);
  return !('fault' in read) && read.validUntil && read.validUntil <= now ? { fault: 'METADATA_EXPIRED' } : read;
}

/**
 * The soonest that the descriptor and the elements around it say (SAML 2.0 Metadata, 2.3.1, 2.3.2 and 2.4.1). Null for
 * what is no time.
 */
function validityOf(descriptor: Element): Pick<ProviderMetadata, 'validUntil' | 'cacheSeconds'> | null {
  const said = (name: string): string[] => lineage(descriptor).flatMap((one) => one.getAttribute(name)?.trim() || []);
  const ends = said('validUntil').map((text) => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`));
  const durations = said('cacheDuration').map(secondsOf);
  if ([...ends, ...durations].some(Number.isNaN)) return null;
  return {
    validUntil: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    cacheSeconds: durations.length > 0 ? Math.min(...durations) : null,
  };
}

const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECONDS = [31_536_000, 2_592_000, 86_400, 3_600, 60, 1];

/** A duration of XML Schema in seconds, a month having thirty days; NaN for what is none. */
function secondsOf(text: string): number {
  const parts = DURATION.exec(text)?.slice(1);
  return parts ? SECONDS.reduce((sum, seconds, at) => sum + seconds * Number(parts[at] ?? 0), 0) : Number.NaN;
}

/** The first service of that name with an address for a browser: in an address where it takes that, else in a form. */
function serviceOf(descriptor: Element, name: string): { one: Element; address: string; binding: Binding } | null {
  const services = children(descriptor, NS.metadata, name);
  for (const binding of BINDINGS)
    for (const one of services) {
      const address = one.getAttribute('Location') ?? '';
      if (one.getAttribute('Binding') === BINDING_NAMES[binding] && isWebAddress(address))
        return { one, address, binding };
    }
  return null;
}

function logoutOf(descriptor: Element): LogoutService | null {
  const found = serviceOf(descriptor, 'SingleLogoutService');
  if (!found) return null;
  const { one, address, binding } = found;
  const answerAddress = one.getAttribute('ResponseLocation') ?? '';
  return { address, answerAddress: isWebAddress(answerAddress) ? answerAddress : address, binding };
}

const isNamed = (element: Element, name: string): boolean =>
  element.namespaceURI === NS.metadata && element.localName === name;

const entitiesOf = (root: Element): Element[] =>
  isNamed(root, 'EntitiesDescriptor') ? descendants(root, NS.metadata, 'EntityDescriptor') : [];

/** A browser is sent there: never to `javascript:` and the like, nor with a password in it. */
function isWebAddress(address: string): boolean {
  return whyNotWebAddress(address) === null && URL.canParse(address);
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

type Kept = { entity_id: string; metadata: string; offered_metadata: string | null };

/**
 * What the provider said at the last look at its address. What it offers is newer than what is kept, also while nobody
 * has said yes to it; another provider's is none of this one's.
 */
export function lastSaid({ entity_id, metadata, offered_metadata }: Kept): ReturnType<typeof readMetadata> {
  const offered = offered_metadata === null ? null : readMetadata(offered_metadata);
  return offered && !('fault' in offered) && offered.entityId === entity_id ? offered : readMetadata(metadata);
}
