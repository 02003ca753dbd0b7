/** Authorities for tests, made by the module's own steps. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { lint, newSerial, record, sign, type Intention } from '../certificate.ts';
import { makeName, type NameComponents } from '../distinguished-name.ts';
import type { Issuer } from '../issuer.ts';
import { BUILT_IN, type CertificateProfile } from '../profile.ts';
import type { KeyType } from '@signet/contract/key-types';
import { newPrivateKey, openSigner, type Signer } from '../signer.ts';

export const NOW = new Date('2026-11-21T12:00:00Z');
const DAY = 86_400_000;

export const ADDRESSES = {
  crl: 'http://pki.signet.example/issuing.crl',
  ocsp: 'http://pki.signet.example/ocsp',
  issuer: 'http://pki.signet.example/issuing.cer',
};

export type Authority = { issuer: Issuer; signer: Signer; certificate: Uint8Array };

/** The last second of so many days from now. */
export const daysOn = (days: number): Date => new Date(NOW.getTime() + days * DAY - 1000);

/** What to issue, where a test says nothing else. */
export const intend = (publicKey: Uint8Array, more: Partial<Intention> = {}): Intention => ({
  serial: newSerial(),
  profile: BUILT_IN.client_auth,
  subject: { common_name: 'Cleo Marchetti', organization: 'Nordmark Landesbank', country: 'DE' },
  names: {},
  publicKey,
  notBefore: NOW,
  notAfter: daysOn(100),
  ...more,
});

/** Lints, records nowhere, and signs. */
export async function issue(
  intention: Intention,
  { issuer, signer }: Omit<Authority, 'certificate'>,
): Promise<Uint8Array> {
  return sign(await record(await lint(intention, issuer), async () => {}), signer);
}

/** An authority with this profile; a root where nobody signs it. */
export async function makeAuthority(
  profile: CertificateProfile,
  subject: NameComponents,
  { keyType = 'ec_p256', by }: { keyType?: KeyType; by?: Authority } = {},
): Promise<Authority> {
  const signer = openSigner(await newPrivateKey(keyType));
  const name = new Uint8Array(AsnConvert.serialize(makeName(subject)));
  const own = { name, publicKey: signer.publicKey, keyType, notAfter: null, addresses: ADDRESSES };
  const notAfter = daysOn(by ? 3_000 : 7_000);
  const intention = intend(signer.publicKey, { profile, subject, notAfter });
  const certificate = await issue(intention, by ?? { issuer: own, signer });
  const written = AsnConvert.parse(certificate, Certificate).tbsCertificate.validity.notAfter.getTime();
  return { issuer: { ...own, notAfter: written }, signer, certificate };
}
