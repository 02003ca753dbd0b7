/** Whether a token can hold the key of an enrollment, what it is called, and which key is made in it. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import type { KeystoreType } from '@signet/contract/areas/enrollment-rules';
import type { Slot, Token } from '@signet/contract/assistant/key-stores';
import { whyNotKeyType, type KeyRefusal } from '@signet/contract/assistant/token-rules';
import type { KeyType } from '@signet/contract/key-types';

/** Why a token can't be chosen, as its texts end. */
export type WhyNotToken =
  | 'uninitialized'
  | 'locked'
  | 'not_taken'
  | 'not_attesting'
  | 'too_small'
  | 'too_large'
  | 'unsupported';

const REFUSALS: Record<KeyRefusal, WhyNotToken> = {
  KEY_TYPE_NOT_SUPPORTED: 'unsupported',
  KEY_SIZE_BELOW_MINIMUM: 'too_small',
  KEY_SIZE_ABOVE_MAXIMUM: 'too_large',
};

/**
 * Which key is made: RSA 2048 with SHA-256, of which a hardware token makes no other (S-204, S-208). In software it is
 * the first that the enrollment takes where that one is not among them; null where there is none.
 */
export function keyTypeFor({ keystore }: Pick<Token, 'keystore'>, taken: readonly KeyType[]): KeyType | null {
  if (taken.includes('rsa_2048')) return 'rsa_2048';
  return keystore === 'software' ? (taken[0] ?? null) : null;
}

/** Where a YubiKey keeps it: among the keys that prove who somebody is (S-209). No other token has such places. */
export const slotFor = ({ keystore }: Pick<Token, 'keystore'>): { slot?: Slot } =>
  keystore === 'yubikey' ? { slot: 'authentication' } : {};

/** What is asked of the key of an enrollment. */
type Asked = Pick<PublicEnrollment['profile'], 'key_types' | 'requires_attestation'>;

export function whyNotToken(token: Token, asked: Asked): WhyNotToken | null {
  const type = keyTypeFor(token, asked.key_types);
  if (type === null) return 'not_taken';
  if (asked.requires_attestation && token.attests !== true) return 'not_attesting';
  const refusal = whyNotKeyType(token, type);
  if (refusal !== null) return REFUSALS[refusal];
  return token.pin_state === 'uninitialized' || token.pin_state === 'locked' ? token.pin_state : null;
}

/** How the platform calls the key stores of the assistant, where it has another name for them. */
const PLATFORM_NAMES = {
  software: 'software',
  os: 'os',
  firefox: 'firefox',
  yubikey: 'yubikey',
  etoken: 'etoken',
  smartcard: 'piv',
  tpm: 'tpm',
  softhsm: 'pkcs11',
  other: 'pkcs11',
} as const satisfies Record<Token['keystore'], KeystoreType>;

/** Whether it is the token that has made a key; two key stores may have tokens with one serial number. */
export const hasMade = (
  { keystore, serial }: Pick<Token, 'keystore' | 'serial'>,
  request: { keystore: string; token: string } | null,
): boolean => request !== null && request.keystore === keystore && request.token === serial;

export const keystoreTypeOf = (keystore: Token['keystore']): KeystoreType => PLATFORM_NAMES[keystore];

/** Its label, and where it has none its serial number. */
export const nameOfToken = ({ label, serial }: Pick<Token, 'label' | 'serial'>): string => label.trim() || serial;
