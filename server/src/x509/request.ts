/** Certificate requests (PKCS #10, RFC 2986): read, and only taken with proof that the key is at hand. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { CertificationRequest } from '@peculiar/asn1-csr';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { whyNotDer, type DerFault } from './der.ts';
import { readName, type ReadName } from './distinguished-name.ts';
import type { KeyType } from '@signet/contract/key-types';
import { readPublicKey, type KeyFault } from './public-key.ts';
import { isSignedBy, readAlgorithm } from './signature.ts';

/** `structure`: DER, but no request. `algorithm`: not one of ours. `signature`: by another key, or altered. */
export type RequestFault = DerFault | 'structure' | 'algorithm' | 'signature' | { key: KeyFault | 'form' };

export type ReadRequest = {
  subject: ReadName;
  /** The SubjectPublicKeyInfo as it came, in the one form that is taken. */
  publicKey: Uint8Array;
  /** The whole, as it came. */
  der: Uint8Array;
  keyType: KeyType;
};

/**
 * Reads a request in DER. The name is what the applicant wishes and nothing more: what is certified is decided by the
 * profile. Attributes are not looked at, so that none can ask for more.
 */
export function readRequest(der: Uint8Array): ReadRequest | { fault: RequestFault } {
  const broken = whyNotDer(der);
  if (broken) return { fault: broken };
  const request = parse(der);
  if (!request?.certificationRequestInfoRaw) return { fault: 'structure' };
  const { certificationRequestInfo: info, certificationRequestInfoRaw: signed } = request;
  if (info.version !== 0) return { fault: 'structure' };
  const publicKey = new Uint8Array(AsnConvert.serialize(info.subjectPKInfo));
  const read = readPublicKey(publicKey);
  if ('fault' in read) return { fault: { key: read.fault } };
  if (!usualForm(read.key).equals(publicKey)) return { fault: { key: 'form' } };
  const algorithm = readAlgorithm(request.signatureAlgorithm);
  if (!algorithm) return { fault: 'algorithm' };
  if (!isSignedBy(read.key, algorithm, new Uint8Array(signed), new Uint8Array(request.signature)))
    return { fault: 'signature' };
  return { subject: readName(info.subject), publicKey, der, keyType: read.type };
}

/**
 * The key as RFC 3279, 2.3.1 and RFC 5480, 2 have it, its point not compressed. Keys are known again by these octets:
 * in another form one that is on hold or compromised would pass for a new one.
 */
function usualForm(key: KeyObject): Buffer {
  const numbers = key.export({ format: 'jwk' });
  return createPublicKey({ key: numbers, format: 'jwk' }).export({ format: 'der', type: 'spki' });
}

function parse(der: Uint8Array): CertificationRequest | null {
  try {
    const request = AsnConvert.parse(der, CertificationRequest);
    // What the reader has left out, or understood otherwise, is not what was signed.
    return Buffer.from(AsnConvert.serialize(request)).equals(der) ? request : null;
  } catch {
    return null;
  }
}
