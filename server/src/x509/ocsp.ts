/** Answers on the status of certificates (RFC 6960), in the profile for many (RFC 5019). */
import { createHash } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  BasicOCSPResponse,
  type CertID,
  CertStatus,
  KeyHash,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
} from '@peculiar/asn1-ocsp';
import { CRLReason, CRLReasons, Certificate, Name, SubjectPublicKeyInfo, type Extension } from '@peculiar/asn1-x509';
import type { RevocationReason } from './crl.ts';
import { derOf, whyNotDer } from './der.ts';
import { keyIdentifier } from './extensions.ts';
import { algorithmOf, identifierOf } from './signature.ts';
import type { Signer } from './signer.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** More than anybody needs; a request is open to all. */
const MOST_QUESTIONS = 10;
const MOST_REQUEST_BYTES = 8 * 1024;
/** RFC 9654, 2.1, which refuses a nonce of no octets as well. */
const MOST_NONCE_OCTETS = 128;

/** The hashes by which a request names an issuer. */
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const OCTET_STRING = 0x04;
/** How long the extension of a nonce of so many octets is. */
const nonceOf = (octets: number): number => derOf(OCTET_STRING, Buffer.alloc(octets)).length;
const NULL = Buffer.from([0x05, 0x00]);

export type Question = { id: CertID; serial: Buffer };
export type StatusRequest = { questions: Question[]; nonce: Extension | null };

/** What is known of a serial: `unknown` to this authority, since it has not issued it. */
export type CertificateStatus =
  | { status: 'good' }
  | { status: 'unknown' }
  | { status: 'revoked'; at: Date; reason: RevocationReason };

/** Who answers: by a certificate that the authority has issued for this alone (RFC 6960, 4.2.2.2). */
export type Responder = { signer: Signer; certificate: Uint8Array };

/** Reads a request, DER; null for anything else. A signature on it is not looked at: everybody may ask. */
export function readStatusRequest(der: Uint8Array): StatusRequest | null {
  if (der.length > MOST_REQUEST_BYTES || whyNotDer(der) !== null) return null;
  try {
    const { requestList, requestExtensions } = AsnConvert.parse(der, OCSPRequest).tbsRequest;
    if (requestList.length === 0 || requestList.length > MOST_QUESTIONS) return null;
    const nonce = requestExtensions?.find(({ extnID }) => extnID === id_pkix_ocsp_nonce) ?? null;
    // An OCTET STRING, which stands within the one of the extension.
    const octets = nonce?.extnValue.byteLength;
    if (octets !== undefined && (octets <= nonceOf(0) || octets > nonceOf(MOST_NONCE_OCTETS))) return null;
    return {
      questions: requestList.map(({ reqCert }) => ({ id: reqCert, serial: Buffer.from(reqCert.serialNumber) })),
      nonce,
    };
  } catch {
    return null;
  }
}

/** Whether a question is about a certificate of this issuer (its name and key by the hash of the question). */
export function isAbout({ id }: Question, issuer: { name: Uint8Array; publicKey: Uint8Array }): boolean {
  const hash = HASHES[id.hashAlgorithm.algorithm];
  if (!hash) return false;
  const digest = (data: Uint8Array): Buffer => createHash(hash).update(data).digest();
  const { subjectPublicKey } = AsnConvert.parse(issuer.publicKey, SubjectPublicKeyInfo);
  const name = new Uint8Array(AsnConvert.serialize(AsnConvert.parse(issuer.name, Name)));
  return (
    digest(name).equals(Buffer.from(id.issuerNameHash.buffer)) &&
    digest(new Uint8Array(subjectPublicKey)).equals(Buffer.from(id.issuerKeyHash.buffer))
  );
}

/** A question as it was put, DER; the answer repeats it. */
export const octetsOf = ({ id }: Question): Buffer => Buffer.from(AsnConvert.serialize(id));

/** Whether the hash of a question has no parameters, said in one of the two ways that there are: absent, or NULL. */
export function isPlain({ id }: Question): boolean {
  const { parameters } = id.hashAlgorithm;
  return !parameters || Buffer.from(parameters).equals(NULL);
}

function statusOf(status: CertificateStatus): CertStatus {
  if (status.status === 'good') return new CertStatus({ good: null });
  if (status.status === 'unknown') return new CertStatus({ unknown: null });
  const { at, reason } = status;
  const info = new RevokedInfo({ revocationTime: wholeSeconds(at) });
  if (reason !== 'unspecified') info.revocationReason = new CRLReason(CRLReasons[reason]);
  return new CertStatus({ revoked: info });
}

/** A signed answer to each question, DER; the nonce comes back (RFC 6960, 4.4.1). */
export async function signStatus(
  { questions, nonce }: StatusRequest,
  statuses: readonly CertificateStatus[],
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date },
  { signer, certificate }: Responder,
): Promise<Uint8Array> {
  const algorithm = algorithmOf(signer.keyType);
  const data = new ResponseData({
    responderID: new ResponderID({ byKey: new KeyHash(keyIdentifier(signer.publicKey)) }),
    producedAt: wholeSeconds(thisUpdate),
    responses: questions.map(
      ({ id }, at) =>
        new SingleResponse({
          certID: id,
          certStatus: statusOf(statuses[at] ?? { status: 'unknown' }),
          thisUpdate: wholeSeconds(thisUpdate),
          nextUpdate: wholeSeconds(nextUpdate),
        }),
    ),
    ...(nonce ? { responseExtensions: [nonce] } : {}),
  });
  const signature = await signer.sign(new Uint8Array(AsnConvert.serialize(data)));
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    signatureAlgorithm: identifierOf(algorithm),
    signature: new Uint8Array(signature).buffer,
    certs: [AsnConvert.parse(certificate, Certificate)],
  });
  return new Uint8Array(
    AsnConvert.serialize(
      new OCSPResponse({
        responseStatus: OCSPResponseStatus.successful,
        responseBytes: new ResponseBytes({
          responseType: id_pkix_ocsp_basic,
          response: new OctetString(AsnConvert.serialize(basic)),
        }),
      }),
    ),
  );
}

/** An answer without a signature (RFC 6960, 2.3): the request can't be read, or is about another's certificates. */
export const refuseStatus = (why: 'malformedRequest' | 'unauthorized' | 'tryLater'): Uint8Array =>
  new Uint8Array(AsnConvert.serialize(new OCSPResponse({ responseStatus: OCSPResponseStatus[why] })));
