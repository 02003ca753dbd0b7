/** Which tokens their person makes ready with a PIN: a hardware token alone can have come without one. */
import { isHardwareToken, type Token } from '@signet/contract/assistant/key-stores';

/** A YubiKey is delivered with its PINs. */
export const isInitializable = ({ keystore, pin_state: pin }: Pick<Token, 'keystore' | 'pin_state'>): boolean =>
  pin === 'uninitialized' && isHardwareToken(keystore) && keystore !== 'yubikey';
