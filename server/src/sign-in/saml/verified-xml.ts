/**
 * Signatures of XML (XML Signature 1.1) as SAML has them: of one element, over that element alone (SAML 2.0 Core, 5.4).
 * The library does the shape; which algorithms there are is said here, since of its own it knows RSA and no SHA-384.
 */
import { createHash, verify, X509Certificate, type KeyLike } from 'node:crypto';
import type { Element, Node } from '@xmldom/xmldom';
import type { HashAlgorithm, SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { signatures } from './signatures.ts';
import { NS } from './xml.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const HASHES = ['sha256', 'sha384', 'sha512'] as const;
type Hash = (typeof HASHES)[number];
const digestName = (hash: Hash): string =>
  hash === 'sha384' ? `${MORE}sha384` : `http://www.w3.org/2001/04/xmlenc#${hash}`;

const hashing = (hash: Hash): new () => HashAlgorithm =>
  class {
    getAlgorithmName = (): string => digestName(hash);
    getHash = (xml: string): string => createHash(hash).update(xml, 'utf8').digest('base64');
  };

/** By a key of this kind alone: one of another kind would be asked in its own way, whatever the document names. */
const verifying = (kind: 'rsa' | 'ec', hash: Hash, name: string): new () => SignatureAlgorithm =>
  class {
    getAlgorithmName = (): string => name;
    getSignature = (): never => {
      throw new Error('Nothing is signed here.');
    };
    verifySignature = (material: string, key: KeyLike, value: string): boolean => {
      if (typeof key !== 'object' || !('asymmetricKeyType' in key) || key.asymmetricKeyType !== kind) return false;
      // Of ECDSA a document has the two numbers behind each other (XML Signature 1.1, 6.4.3).
      const how = { key, dsaEncoding: 'ieee-p1363' } as const;
      return verify(hash, Buffer.from(material), how, Buffer.from(value, 'base64'));
    };
  };

const KINDS = [
  ['rsa', 'rsa'],
  ['ecdsa', 'ec'],
] as const;
const SIGNATURES = Object.fromEntries(
  KINDS.flatMap(([word, kind]) =>
    HASHES.map((hash) => [`${MORE}${word}-${hash}`, verifying(kind, hash, `${MORE}${word}-${hash}`)] as const),
  ),
);
const DIGESTS = Object.fromEntries(HASHES.map((hash) => [digestName(hash), hashing(hash)] as const));

/**
 * The octets of an element of `xml` that the key of a certificate has signed; null where the element has no signature
 * of its own, or another one. What is not among the octets is not signed, whatever stands around it.
 */
export async function verifiedXml(xml: string, element: Element, certificate: Uint8Array): Promise<string | null> {
  const { SignedXml } = await signatures();
  const found = Array.from(element.childNodes).filter(isSignature);
  const [signature] = found;
  // More transforms than two could make something else of what was signed.
  if (!signature || found.length > 1 || signature.getElementsByTagNameNS(NS.signature, 'Transform').length > 2)
    return null;
  const signed = new SignedXml({ publicCert: new X509Certificate(certificate).publicKey });
  signed.SignatureAlgorithms = SIGNATURES;
  signed.HashAlgorithms = DIGESTS;
  try {
    signed.loadSignature(signature);
    return namesParent(signed, signature) ? octetsOf(signed, xml) : null;
  } catch {
    // The library throws what is wrong with a signature: a part that is missing, a value that does not fit.
    return null;
  }
}

/** The octets of a document that a certificate has signed as a whole; null for none. */
export async function verifiedRoot(xml: string, certificate: Uint8Array): Promise<string | null> {
  const document = await documentOf(xml);
  return document && verifiedXml(xml, document.documentElement, certificate);
}

/** A document as the library of signatures reads it; null where it can't: then nothing of it is signed. */
export async function documentOf(xml: string) {
  const { parseDomFromString } = await signatures();
  return parseDomFromString(xml).catch(() => null);
}

const isSignature = (node: Node): node is Element =>
  'localName' in node && node.localName === 'Signature' && 'namespaceURI' in node && node.namespaceURI === NS.signature;

/** Whether a signature is over one element, that in which it stands, and no other one has its ID. */
function namesParent(signed: SignedXml, signature: Element): boolean {
  const [reference, another] = signed.getReferences();
  const id = reference?.uri?.replace(/^#/, '') ?? '';
  if (id === '' || another) return false;
  const all = Array.from(signature.ownerDocument?.getElementsByTagName('*') ?? []);
  const named = all.filter((one) => one.getAttribute('ID') === id);
  return named.length === 1 && named[0] === signature.parentNode;
}

/** What is signed, once the signature holds; null where it does not. */
function octetsOf(signed: SignedXml, xml: string): string | null {
  // Reading XML makes one newline of each kind (XML 1.0, 2.11), which the library leaves to its caller.
  if (!signed.checkSignature(xml.replaceAll(/\r\n?/g, '\n'))) return null;
  const [octets, another] = signed.getSignedReferences();
  return octets !== undefined && another === undefined ? octets : null;
}
