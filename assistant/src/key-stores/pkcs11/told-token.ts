/** What a token tells of itself, as pages are told. */
import type { KeyStoreType, Token } from '@signet/contract/assistant/key-stores';
import { TOKEN_FLAGS } from '@signet/pkcs11/standard';
import { CommandRefusal } from '../../refusal.ts';
import type { Holder, Tries } from '../key-store.ts';
import { canAttest } from './key-statement.ts';
import type { ToldToken } from './messages.ts';

const has = ({ flags }: ToldToken, flag: keyof typeof TOKEN_FLAGS): boolean => (flags & TOKEN_FLAGS[flag]) !== 0;

const WHOSE = { user: 'USER', so: 'SO' } as const;

/** The standard has three flags and no count, and older modules never set one: then nothing is known. */
export const triesOf = (token: ToldToken, holder: Holder): Tries => {
  const whose = WHOSE[holder];
  if (has(token, `${whose}_PIN_LOCKED`)) return 'none';
  if (has(token, `${whose}_PIN_FINAL_TRY`)) return 'one';
  return has(token, `${whose}_PIN_COUNT_LOW`) ? 'few' : 'unknown';
};

function stateOf(token: ToldToken): Token['pin_state'] {
  if (isBlank(token)) return 'uninitialized';
  if (!has(token, 'LOGIN_REQUIRED')) return 'not_needed';
  if (!has(token, 'USER_PIN_INITIALIZED')) return 'uninitialized';
  return has(token, 'USER_PIN_LOCKED') ? 'locked' : 'ok';
}

/** Nothing was ever made on it. */
export const isBlank = (token: ToldToken): boolean => !has(token, 'TOKEN_INITIALIZED');
export const needsPin = (token: ToldToken): boolean => has(token, 'LOGIN_REQUIRED');

/** `serial`: by which pages know it. */
export const shownToken = (type: KeyStoreType, serial: string, token: ToldToken): Token => ({
  keystore: type,
  serial,
  label: token.label,
  pin_state: stateOf(token),
  pin_tries: triesOf(token, 'user'),
  key_sizes: token.sizes,
  attests: type === 'yubikey' && canAttest(token.firmware),
});

/** What can be no PIN of the token is not tried: each try brings it nearer to being locked. */
export function requirePinOf({ pin: { min, max } }: Pick<ToldToken, 'pin'>, pin: string): void {
  if (pin === '') throw new CommandRefusal('CKR_ARGUMENTS_BAD');
  const octets = Buffer.byteLength(pin);
  if (octets < min || (max > 0 && octets > max)) throw new CommandRefusal('CKR_PIN_LEN_RANGE');
}
