/** Certificates as the server answers them, for component tests. */
import type { CertificateName, ParsedCertificate } from '@signet/contract/parsed-certificate';

export const certificateName = (values: Partial<CertificateName> = {}): CertificateName => ({
  distinguishedName: 'CN=Maren Nordhoff,OU=Treasury,O=Nordmark Landesbank,L=Hamburg,C=DE',
  commonName: 'Maren Nordhoff',
  organizationalUnit: 'Treasury',
  organization: 'Nordmark Landesbank',
  locality: 'Hamburg',
  state: null,
  country: 'DE',
  email: 'maren.nordhoff@nordmark.example',
  isSuspect: false,
  ...values,
});

const AUTHORITY = certificateName({
  distinguishedName: 'CN=Nordmark Issuing CA 2,O=Umbra Trust Services,L=Ostermoor,C=DE',
  commonName: 'Nordmark Issuing CA 2',
  organizationalUnit: null,
  organization: 'Umbra Trust Services',
  locality: 'Ostermoor',
  email: null,
});
const ROOT = certificateName({
  distinguishedName: 'CN=Signet Root CA 1,O=Umbra Trust Services,C=DE',
  commonName: 'Signet Root CA 1',
  organizationalUnit: null,
  organization: 'Umbra Trust Services',
  locality: null,
  email: null,
});

/** A client-authentication certificate of 2026. */
export const clientCertificate = (values: Partial<ParsedCertificate> = {}): ParsedCertificate => ({
  version: 3,
  serial: '5e0b91c4a2f38e7d60159b2c8d447d15',
  issuer: AUTHORITY,
  subject: certificateName(),
  validFrom: '2026-03-14 10:08:00',
  validTo: '2027-03-14 10:08:00',
  isValid: true,
  isSelfIssued: false,
  key: { algorithm: 'rsa', size: 2048, fault: null, sha256: '37d06f910ae8c45b'.repeat(4) },
  signatureAlgorithm: 'rsa-sha256',
  keyUsage: ['digitalSignature'],
  purposes: ['client_auth'],
  alternativeNames: [{ kind: 'email', value: 'maren.nordhoff@nordmark.example' }],
  authority: null,
  crlAddresses: ['http://pki.umbra-trust.example/n2.crl'],
  ocspAddresses: ['http://pki.umbra-trust.example/ocsp'],
  unknownCritical: [],
  fingerprints: {
    sha1: 'b7039e5d42c16af0881dE473259b0cd857a63f11'.toLowerCase(),
    sha256: '9c41e07b5a12f388'.repeat(4),
  },
  ...values,
});

/** From the client's certificate up to the root. */
export const clientChain = (client = clientCertificate()): ParsedCertificate[] => [
  client,
  clientCertificate({
    subject: AUTHORITY,
    issuer: ROOT,
    validTo: '2031-06-30 12:00:00',
    key: { algorithm: 'rsa', size: 3072, fault: null, sha256: '11'.repeat(32) },
    authority: { pathLength: 0 },
    keyUsage: ['keyCertSign', 'cRLSign'],
    purposes: null,
    fingerprints: { sha1: '22'.repeat(20), sha256: '22'.repeat(32) },
  }),
  clientCertificate({
    subject: ROOT,
    issuer: ROOT,
    isSelfIssued: true,
    validTo: '2046-06-30 12:00:00',
    key: { algorithm: 'rsa', size: 4096, fault: null, sha256: '33'.repeat(32) },
    authority: { pathLength: null },
    fingerprints: { sha1: '44'.repeat(20), sha256: '44'.repeat(32) },
  }),
];
