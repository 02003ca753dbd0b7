/** Which keys a token can have made (S-205 … S-207): asked by the page before, and by the assistant again. */
import { KEY_BITS, type KeyType } from '../key-types.ts';
import type { Entry, Slot, Token } from './key-stores.ts';

/** By which ykcs11 calls the places of a YubiKey, each of which holds one key. */
export const SLOT_IDS: Readonly<Record<Slot, string>> = {
  authentication: '01',
  signature: '02',
  key_management: '03',
  card_authentication: '04',
};

/** Whether a new key in this place of the token would be made over that one. */
export const isReplacedIn = (
  { serial, keystore }: Pick<Token, 'serial' | 'keystore'>,
  slot: Slot | undefined,
  key: Pick<Entry, 'keystore' | 'token' | 'id'>,
): boolean => slot !== undefined && key.keystore === keystore && key.token === serial && key.id === SLOT_IDS[slot];

export type KeyRefusal = 'KEY_TYPE_NOT_SUPPORTED' | 'KEY_SIZE_BELOW_MINIMUM' | 'KEY_SIZE_ABOVE_MAXIMUM';

export function whyNotKeyType({ key_sizes: sizes }: Pick<Token, 'key_sizes'>, type: KeyType): KeyRefusal | null {
  const range = type.startsWith('rsa') ? sizes.rsa : sizes.ec;
  if (range === null) return 'KEY_TYPE_NOT_SUPPORTED';
  if (KEY_BITS[type] < range.min) return 'KEY_SIZE_BELOW_MINIMUM';
  return KEY_BITS[type] > range.max ? 'KEY_SIZE_ABOVE_MAXIMUM' : null;
}
