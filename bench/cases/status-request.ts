/** Questions on the status of a certificate, as programs ask them (RFC 6960, 4.1 and A.1). */
import { createHash, X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { CertID, id_pkix_ocsp_nonce, OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp';
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509';

const sha1 = (data: Uint8Array): OctetString => new OctetString(createHash('sha1').update(data).digest());

/** The address of the question, below the server's. Certificate and issuer are PEM. */
export function statusRequest(certificate: string, issuer: string, nonce?: Buffer): { path: string } {
  const asked = new X509Certificate(certificate);
  const { subject, subjectPublicKeyInfo } = AsnConvert.parse(
    new X509Certificate(issuer).raw,
    Certificate,
  ).tbsCertificate;
  const { serialNumber } = AsnConvert.parse(asked.raw, Certificate).tbsCertificate;
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: '1.3.14.3.2.26', parameters: null }),
    issuerNameHash: sha1(new Uint8Array(AsnConvert.serialize(subject))),
    issuerKeyHash: sha1(new Uint8Array(subjectPublicKeyInfo.subjectPublicKey)),
    serialNumber,
  });
  const extnValue = nonce && new OctetString(AsnConvert.serialize(new OctetString(nonce)));
  const tbsRequest = new TBSRequest({
    requestList: [new Request({ reqCert })],
    ...(extnValue ? { requestExtensions: [new Extension({ extnID: id_pkix_ocsp_nonce, extnValue })] } : {}),
  });
  const request = Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest }))).toString('base64');
  const place = /OCSP - URI:(\S+)/.exec(asked.infoAccess ?? '')?.[1] ?? '';
  return { path: `${new URL(place).pathname}/${encodeURIComponent(request)}` };
}
