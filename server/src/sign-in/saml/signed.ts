/**
 * What of an answer is signed. Nothing else of it is believed: the assertion is read from the very octets that the
 * signature was checked over, so that it can't be another one than that which was signed (signature wrapping).
 */
import { createPrivateKey } from 'node:crypto';
import { XMLSerializer, type Element } from '@xmldom/xmldom';
import type { ProviderCertificate } from './config-store.ts';
import type { OpenedKey } from './key-store.ts';
import { SamlProblem } from './refusal.ts';
import { signatures } from './signatures.ts';
import { documentOf, verifiedRoot, verifiedXml } from './verified-xml.ts';
import { children, descendants, NS, readXml } from './xml.ts';

/** How it may be signed and digested: nothing with SHA-1, and no MAC, whose key would be the public one. */
export const SIGNED_BY = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)$/;
const DIGESTED_BY = /^http:\/\/www\.w3\.org\/2001\/04\/(?:xmlenc#sha(?:256|512)|xmldsig-more#sha384)$/;
/** How it may be encrypted: not by PKCS #1 1.5, by whose failures it can be read. */
const ENCRYPTED_BY = new RegExp(
  [
    String.raw`^http://www\.w3\.org/2001/04/xmlenc#(?:aes(?:128|192|256)-cbc|rsa-oaep-mgf1p)$`,
    String.raw`^http://www\.w3\.org/2009/xmlenc11#(?:aes(?:128|192|256)-gcm|rsa-oaep)$`,
  ].join('|'),
);

/** Of these, what the library of encryption reads. */
const OPENED_BY = new RegExp(
  [
    String.raw`^http://www\.w3\.org/2001/04/xmlenc#(?:aes(?:128|256)-cbc|rsa-oaep-mgf1p)$`,
    String.raw`^http://www\.w3\.org/2009/xmlenc11#aes(?:128|256)-gcm$`,
  ].join('|'),
);
/** Digests within OAEP that it reads: it takes others for SHA-1, and SHA-2 by names that only it and its like write. */
const OAEP_DIGEST = /^http:\/\/www\.w3\.org\/2000\/09\/xmldsig#sha(?:1|256|512)$/;

/** The assertion, and by which certificate of the provider it is signed. */
export type Signed = { assertion: Element; certificate: ProviderCertificate };

/**
 * The signed assertion of an answer. `root` is the answer as it was read of `xml`. Throws what is wrong with its shape,
 * its algorithms, its encryption and its signature.
 */
export async function signedAssertion(
  xml: string,
  root: Element,
  certificates: readonly ProviderCertificate[],
  keys: readonly OpenedKey[],
  now: Date,
): Promise<Signed> {
  requireShape(root);
  requireEncryption(root);
  requireAlgorithms(root);
  const isTold = !isMalleable(root) || (await isSignedAsWhole(xml, certificates, now));
  return openedAndSigned(xml, root, certificates, keys, now).catch((error: unknown) => {
    throw isTold ? error : untold(error);
  });
}

/**
 * Whether what is encrypted can be altered so that it opens to something else, as with CBC. Who has seen an answer that
 * was meant for somebody else could then read it by how its alterations fail, one after the other.
 */
const isMalleable = (root: Element): boolean =>
  descendants(root, NS.encryption, 'EncryptionMethod').some((one) => one.getAttribute('Algorithm')?.endsWith('-cbc'));

/** Whether a certificate of the provider has signed the answer around what is encrypted: nobody has altered it then. */
async function isSignedAsWhole(xml: string, certificates: readonly ProviderCertificate[], now: Date): Promise<boolean> {
  for (const certificate of certificates) {
    if ((await verifiedRoot(xml, certificate.certificate)) === null) continue;
    requireGood(certificate, now);
    return true;
  }
  return false;
}

/** What fails before a signature fits is one failure to the browser; which one it was, the administrator finds. */
function untold(error: unknown): unknown {
  if (!(error instanceof SamlProblem)) return error;
  const { status } = error.reason;
  const isAfterSignature = status === 'SAML_CERTIFICATE_RETIRED' || status === 'SAML_CERTIFICATE_EXPIRED';
  return isAfterSignature ? error : new SamlProblem('SAML_WRONG_SIGNATURE', `${status}: ${error.detail}`);
}

async function openedAndSigned(
  xml: string,
  root: Element,
  certificates: readonly ProviderCertificate[],
  keys: readonly OpenedKey[],
  now: Date,
): Promise<Signed> {
  const opened = await openedOf(root, keys);
  if (opened) requireAlgorithms(opened.root);
  if (!isSigned(root) && !isSigned(children(root, NS.assertion, 'Assertion')[0]) && !isSigned(opened?.root))
    throw new SamlProblem('SAML_NOT_SIGNED', 'neither the response nor the assertion has a signature');
  for (const certificate of certificates) {
    const signed = await verified(xml, opened?.xml ?? null, certificate.certificate);
    if (!signed) continue;
    const assertion = assertionOf(signed) ?? (opened && isOnlyEncrypted(signed) ? opened.root : null);
    if (!assertion) continue;
    requireGood(certificate, now);
    return { assertion, certificate };
  }
  throw wrongSignature();
}

export const wrongSignature = (): SamlProblem =>
  new SamlProblem('SAML_WRONG_SIGNATURE', 'the signature fits no certificate of the provider');

/** Throws SAML_CERTIFICATE_RETIRED and SAML_CERTIFICATE_EXPIRED. */
export function requireGood({ state, valid_to, thumb_print }: ProviderCertificate, now: Date): void {
  if (state === 'retired') throw new SamlProblem('SAML_CERTIFICATE_RETIRED', thumb_print);
  if (valid_to <= now) throw new SamlProblem('SAML_CERTIFICATE_EXPIRED', thumb_print);
}

/** One assertion, directly within the answer, and no id twice: more can only be there to confuse. */
function requireShape(root: Element): void {
  const all = [
    ...descendants(root, NS.assertion, 'Assertion'),
    ...descendants(root, NS.assertion, 'EncryptedAssertion'),
  ];
  const [one, another] = all;
  if (!one || another || one.parentNode !== root)
    throw new SamlProblem('SAML_UNREADABLE', `${all.length} assertions, of which one is wanted below the response`);
  requireIds(root);
}

/** What the library of encryption looks for. */
const OF_ENCRYPTION = ['EncryptedData', 'EncryptedKey', 'EncryptionMethod', 'CipherData', 'CipherValue'];

/**
 * Elements of encryption are in its namespace: the library takes them by their names in any, so that an algorithm in
 * another one would be used without having been judged.
 */
function requireEncryption(root: Element): void {
  for (const name of OF_ENCRYPTION)
    for (const element of root.getElementsByTagNameNS('*', name))
      if (element.namespaceURI !== NS.encryption)
        throw new SamlProblem('SAML_UNREADABLE', `${name} in the namespace ${element.namespaceURI ?? 'of none'}`);
}

/** No ID twice: a signature names what it is over by one. */
export function requireIds(root: Element): void {
  const ids = [root, ...root.getElementsByTagName('*')].flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) ?? []),
  );
  if (new Set(ids).size < ids.length) throw new SamlProblem('SAML_UNREADABLE', 'an ID that stands there twice');
}

/** Throws SAML_WEAK_ALGORITHM, and SAML_UNSUPPORTED_ALGORITHM for what would be good enough and can't be read here. */
export function requireAlgorithms(root: Element): void {
  const rules = [
    [NS.signature, 'SignatureMethod', SIGNED_BY, SIGNED_BY],
    [NS.signature, 'DigestMethod', DIGESTED_BY, DIGESTED_BY],
    [NS.encryption, 'EncryptionMethod', ENCRYPTED_BY, OPENED_BY],
  ] as const;
  for (const [namespace, name, good, read] of rules) {
    for (const element of descendants(root, namespace, name)) {
      const algorithm = element.getAttribute('Algorithm') ?? '';
      const named = `${name} ${algorithm || 'none'}`;
      // Within OAEP it is no digest of what is signed, and SHA-1 is as good as any there.
      const isOfOaep = element.parentNode?.localName === 'EncryptionMethod';
      if (!isOfOaep && !good.test(algorithm)) throw new SamlProblem('SAML_WEAK_ALGORITHM', named);
      if (!(isOfOaep ? OAEP_DIGEST : read).test(algorithm)) throw new SamlProblem('SAML_UNSUPPORTED_ALGORITHM', named);
    }
  }
}

export const isSigned = (element: Element | undefined): boolean =>
  element !== undefined && children(element, NS.signature, 'Signature').length > 0;

/** The encrypted assertion of an answer by one of our keys; null for one that is not encrypted. */
async function openedOf(root: Element, keys: readonly OpenedKey[]): Promise<{ xml: string; root: Element } | null> {
  const [encrypted] = children(root, NS.assertion, 'EncryptedAssertion');
  if (!encrypted) return null;
  const { decryptXml } = await signatures();
  const text = new XMLSerializer().serializeToString(encrypted);
  for (const { privateKey } of keys) {
    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
    const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
    const xml = await decryptXml(text, pem).catch(() => null);
    const opened = xml === null ? null : readXml(xml);
    if (xml !== null && opened?.namespaceURI === NS.assertion && opened.localName === 'Assertion')
      return { xml, root: opened };
  }
  throw new SamlProblem('SAML_NOT_DECRYPTED', 'none of our keys opens the assertion');
}

/** What a certificate has signed: of the answer, or of the assertion within; null for nothing. */
async function verified(xml: string, opened: string | null, certificate: Uint8Array): Promise<string | null> {
  const whole = await verifiedRoot(xml, certificate);
  if (whole !== null) return whole;
  const inner = await documentOf(opened ?? xml);
  const assertions = inner?.getElementsByTagNameNS(NS.assertion, 'Assertion') ?? [];
  const [assertion] = Array.from({ length: assertions.length }, (_, at) => assertions[at]);
  return assertion ? verifiedXml(opened ?? xml, assertion, certificate) : null;
}

/** The assertion of octets that were signed: they are it, or hold it. */
function assertionOf(signed: string): Element | null {
  const root = readXml(signed);
  if (!root) return null;
  if (root.namespaceURI === NS.assertion && root.localName === 'Assertion') return root;
  const [one, another] = children(root, NS.assertion, 'Assertion');
  return one && !another ? one : null;
}

/** Whether what is signed is the answer around an assertion that is encrypted: what it opens to is signed with it. */
function isOnlyEncrypted(signed: string): boolean {
  const root = readXml(signed);
  return root?.localName === 'Response' && children(root, NS.assertion, 'EncryptedAssertion').length === 1;
}
