/** By whom a request of a provider is signed: one within its own XML, or one in an address. */
import { verify, X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import type { ProviderCertificate } from './config-store.ts';
import { SamlProblem } from './refusal.ts';
import { isSigned, requireAlgorithms, requireGood, requireIds, SIGNED_BY, wrongSignature } from './signed.ts';
import { verifiedRoot } from './verified-xml.ts';

/**
 * A request with a signature of its own: the octets that are signed, and by which certificate. Throws what is wrong
 * with its shape, its algorithms and its signature.
 */
export async function signedRequest(
  xml: string,
  root: Element,
  certificates: readonly ProviderCertificate[],
  now: Date,
): Promise<{ octets: string; certificate: ProviderCertificate }> {
  requireIds(root);
  requireAlgorithms(root);
  if (!isSigned(root)) throw new SamlProblem('SAML_NOT_SIGNED', 'the request has no signature');
  for (const certificate of certificates) {
    const octets = await verifiedRoot(xml, certificate.certificate);
    if (octets === null) continue;
    requireGood(certificate, now);
    return { octets, certificate };
  }
  throw wrongSignature();
}

/**
 * By which certificate a request in an address is signed. What is signed are three parameters in this order, as they
 * were sent: encoding them again may write them otherwise (SAML 2.0 Bindings, 3.4.4.1). Throws what is wrong.
 */
export function signerOfAddress(
  search: string,
  certificates: readonly ProviderCertificate[],
  now: Date,
): ProviderCertificate {
  const sent = new Map(search.split('&').map((one) => [one.split('=', 1)[0] ?? '', one]));
  const values = new URLSearchParams(search);
  // Of two of a name one could be signed and the other one read.
  if (new Set(values.keys()).size < values.size) throw new SamlProblem('SAML_UNREADABLE', 'a parameter twice');
  const signature = Buffer.from(values.get('Signature') ?? '', 'base64');
  if (signature.length === 0) throw new SamlProblem('SAML_NOT_SIGNED', 'the address has no signature');
  const algorithm = values.get('SigAlg') ?? '';
  if (!SIGNED_BY.test(algorithm)) throw new SamlProblem('SAML_WEAK_ALGORITHM', `SigAlg ${algorithm || 'none'}`);
  const named = ['SAMLRequest', 'RelayState', 'SigAlg'].filter((name) => values.has(name));
  const parts = named.flatMap((name) => sent.get(name) ?? []);
  // `%52elayState` is read as RelayState as well, and would not be among what was signed.
  if (parts.length < named.length) throw new SamlProblem('SAML_UNREADABLE', 'a parameter whose name is encoded');
  const over = parts.join('&');
  const digest = `sha${algorithm.slice(-3)}`;
  for (const certificate of certificates) {
    const key = new X509Certificate(certificate.certificate).publicKey;
    const type = algorithm.includes('#rsa-') ? 'rsa' : 'ec';
    if (key.asymmetricKeyType !== type) continue;
    if (!verify(digest, Buffer.from(over), { key, dsaEncoding: 'ieee-p1363' }, signature)) continue;
    requireGood(certificate, now);
    return certificate;
  }
  throw wrongSignature();
}
