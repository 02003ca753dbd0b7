/** Requests to log out as providers send them: read, and judged (SAML 2.0 Profiles, 4.4). */
import { inflateRawSync } from 'node:zlib';
import { LIMITS } from '@signet/contract/limits';
import type { Element } from '@xmldom/xmldom';
import type { ProviderCertificate } from './config-store.ts';
import { instant, requireTime } from './judge.ts';
import { SamlProblem } from './refusal.ts';
import { signedRequest, signerOfAddress } from './signed-request.ts';
import { children, NS, onlyChild, plainText, readXml, textOf, XML_MAX } from './xml.ts';

/** How it came: in an address, of which `search` is what was signed, or in a form. */
export type Carried = { search: string } | { form: Uint8Array };

/** `xml` of a request; null for what is an answer, of which nothing is asked. */
export type Carrying = { xml: string; relayState: string | undefined } | null;

/** What a good request asks for. */
export type LogoutRequest = {
  id: string;
  name: string;
  /** Sessions of the provider; none for all. */
  indexes: string[];
  /** When nobody could use it a second time any more. */
  expiresAt: Date;
  /** By which it is signed: the SHA-256 of the certificate. */
  certificate: string;
};

type Expected = { issuer: string; address: string; certificates: readonly ProviderCertificate[]; now: Date };

const MINUTE = 60_000;
const RELAY_STATE_MAX = 2048;
const INDEXES_MAX = 100;

/** The message that came. Throws SAML_UNREADABLE. */
export function carriedBy(carried: Carried): Carrying {
  const form = new URLSearchParams('search' in carried ? carried.search : (textOf(carried.form) ?? ''));
  const posted = form.get('SAMLRequest');
  if (posted === null && form.has('SAMLResponse')) return null;
  const octets = Buffer.from(posted ?? '', 'base64');
  const xml = textOf('search' in carried ? inflated(octets) : octets);
  if (!xml) throw new SamlProblem('SAML_UNREADABLE', 'no request in the message');
  return { xml, relayState: form.get('RelayState')?.slice(0, RELAY_STATE_MAX) };
}

function inflated(octets: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(octets, { maxOutputLength: XML_MAX });
  } catch {
    throw new SamlProblem('SAML_UNREADABLE', 'the message is not deflated, or too large');
  }
}

/** What the request asks for, read from what was signed of it. Throws the first thing that is wrong with it. */
export async function judgeLogout(
  xml: string,
  carried: Carried,
  { issuer, address, certificates, now }: Expected,
): Promise<LogoutRequest> {
  const root = requestOf(xml);
  // What is signed says where to (Bindings, 3.4.5.2 and 3.5.5.2): one for another service provider is none for us.
  const destination = root.getAttribute('Destination');
  if (destination !== address) throw new SamlProblem('SAML_WRONG_DESTINATION', destination ?? 'none');
  const said = plainText(onlyChild(root, NS.assertion, 'Issuer'));
  if (said !== issuer) throw new SamlProblem('SAML_WRONG_ISSUER', said ?? 'none');
  const { signed, certificate } =
    'search' in carried
      ? { signed: root, certificate: signerOfAddress(carried.search, certificates, now) }
      : await signedForm(xml, root, certificates, now);
  const id = signed.getAttribute('ID') ?? '';
  if (id === '' || id.length > 255) throw new SamlProblem('SAML_UNREADABLE', 'a request without an ID');
  const expiresAt = requireFresh(signed, now);
  const name = plainText(onlyChild(signed, NS.assertion, 'NameID'));
  if (!name) throw new SamlProblem('SAML_NAME_MISSING', 'no NameID that is plain text');
  const indexes = children(signed, NS.protocol, 'SessionIndex').map((one) => plainText(one) ?? '');
  if (indexes.length > INDEXES_MAX) throw new SamlProblem('SAML_UNREADABLE', `${indexes.length} sessions`);
  return { id, name, indexes, expiresAt, certificate: certificate.thumb_print };
}

async function signedForm(xml: string, root: Element, certificates: readonly ProviderCertificate[], now: Date) {
  const { octets, certificate } = await signedRequest(xml, root, certificates, now);
  return { signed: requestOf(octets), certificate };
}

function requestOf(xml: string): Element {
  const root = readXml(xml);
  if (root?.namespaceURI !== NS.protocol || root.localName !== 'LogoutRequest')
    throw new SamlProblem('SAML_UNREADABLE', 'no LogoutRequest of SAML 2.0 in XML without a document type');
  return root;
}

/** Its end where it has one, and never more than minutes after it was made: so long its ID is remembered. */
function requireFresh(request: Element, now: Date): Date {
  const issued = instant(request.getAttribute('IssueInstant'));
  if (!issued) throw new SamlProblem('SAML_UNREADABLE', 'a request without a time');
  const tolerance = LIMITS.samlClockSeconds * 1000;
  const end = new Date(issued.getTime() + LIMITS.samlLogoutMinutes * MINUTE + tolerance);
  if (end <= now) throw new SamlProblem('SAML_EXPIRED', `made at ${issued.toISOString()}`);
  if (issued.getTime() - tolerance > now.getTime())
    throw new SamlProblem('SAML_NOT_YET_VALID', `made at ${issued.toISOString()}`);
  requireTime(request, now);
  return end;
}
