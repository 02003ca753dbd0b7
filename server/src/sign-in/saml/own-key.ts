/** Our own keys as a service provider: they sign requests and open assertions. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  Certificate,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { newSerial, serialInteger } from '../../x509/certificate.ts';
import { makeName } from '../../x509/distinguished-name.ts';
import { newPrivateKey } from '../../x509/signer.ts';
import { wholeSeconds } from '../../x509/whole-seconds.ts';

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
/** Providers trust it by itself and not by who signed it: it ends when it is replaced, not by a date. */
const YEARS = 10;

/** A key with a certificate that it signed itself. The private key is PKCS #8, DER; whoever keeps it seals it. */
export type OwnKey = { privateKey: Buffer; certificate: Buffer; validTo: Date };

/** Makes a key; `host` is the name in its certificate. RSA, which every provider encrypts to. */
export async function newOwnKey(host: string, now: Date): Promise<OwnKey> {
  const privateKey = await newPrivateKey('rsa_2048');
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const name = makeName({ common_name: host.slice(0, 64) });
  const algorithm = new AlgorithmIdentifier({ algorithm: SHA256_WITH_RSA, parameters: null });
  const from = wholeSeconds(now);
  const validTo = new Date(from);
  validTo.setUTCFullYear(from.getUTCFullYear() + YEARS);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialInteger(newSerial()),
    signature: algorithm,
    issuer: name,
    validity: new Validity({ notBefore: from, notAfter: validTo }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(
      createPublicKey(key).export({ format: 'der', type: 'spki' }),
      SubjectPublicKeyInfo,
    ),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), key);
  const signed = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return { privateKey, certificate: Buffer.from(AsnConvert.serialize(signed)), validTo };
}
