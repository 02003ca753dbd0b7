/** Keys and certificates of a token, joined by their id (CKA_ID). */
import { createPublicKey, type X509Certificate } from 'node:crypto';
import type { Entry } from '@signet/contract/assistant/key-stores';
import { KEY_TYPES, type KeyType } from '@signet/contract/key-types';
import { subjectPublicKeyInfo, type PublicNumbers } from '@signet/pkcs11/public-numbers';
import { certificateFacts, readCertificate } from '../certificate-facts.ts';
import { isPlaceholder } from './key-statement.ts';
import type { ToldObjects } from './messages.ts';

/** SubjectPublicKeyInfo (DER) of whatever key it is; null for a curve that we don't know. */
function publicKeyOf(numbers: PublicNumbers): Buffer | null {
  const types: KeyType[] = 'modulus' in numbers ? ['rsa_2048'] : ['ec_p256', 'ec_p384'];
  for (const type of types) {
    const publicKey = subjectPublicKeyInfo(type, numbers);
    if (publicKey) return publicKey;
  }
  return null;
}

const CURVES: Readonly<Record<string, KeyType>> = { prime256v1: 'ec_p256', secp384r1: 'ec_p384' };

/** Null for a type that is none of ours. */
function typeOf(publicKey: Buffer): KeyType | null {
  const { asymmetricKeyDetails: details } = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const ofCurve = CURVES[details?.namedCurve ?? ''];
  return ofCurve ?? KEY_TYPES.find((type) => type === `rsa_${details?.modulusLength}`) ?? null;
}

/** SubjectPublicKeyInfo (DER) of a certificate; null for a kind of key that OpenSSL does not know. */
export function spkiOf(certificate: X509Certificate): Buffer | null {
  try {
    return certificate.publicKey.export({ format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

export type TokenObject = {
  id: string;
  label: string;
  publicKey: Buffer | null;
  type: KeyType | null;
  certificate: X509Certificate | null;
};

/** By id; certificates of authorities that have no key here are none of the person's. */
export function joinObjects({ keys, certificates }: ToldObjects): TokenObject[] {
  const ids = new Set([...keys, ...certificates].map(({ id }) => id).filter(Boolean));
  return [...ids].flatMap((id) => {
    const key = keys.find((one) => one.id === id);
    const held = certificates.find((one) => one.id === id);
    const read = held ? readCertificate(held.value) : null;
    const certificate = read && isPlaceholder(read) ? null : read;
    if (!key && (certificate === null || certificate.ca)) return [];
    const publicKey = (key?.numbers && publicKeyOf(key.numbers)) ?? (certificate && spkiOf(certificate));
    const label = [key?.label, held?.label, certificate?.subject].find(Boolean) ?? id;
    return [{ id, label, publicKey, type: publicKey && typeOf(publicKey), certificate }];
  });
}

export const shownEntry = (place: Pick<Entry, 'keystore' | 'token'>, one: TokenObject): Entry => ({
  ...place,
  id: one.id,
  key_type: one.type,
  label: one.label,
  created_at: null,
  origin: null,
  certificate: one.certificate && certificateFacts(one.certificate),
});
