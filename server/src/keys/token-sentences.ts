/** What an operator is told who runs the platform with a PKCS #11 module, and what to do about it. */
import type { Failure } from '@signet/pkcs11/failure';

const WRONG_PIN =
  'PKCS11_PIN is not the PIN of the token. It is not tried again before a restart, for each try brings the token ' +
  'nearer to being locked';
const LOCKED = 'The PKCS #11 token is locked after wrong PINs: its security officer must unlock it';
const FULL = 'The PKCS #11 token has no room for another key';
const REFUSED_KEY = 'The PKCS #11 token makes no keys of this type';

/** The failures that are none of the module's return values. */
const OWN: Record<string, (detail: string) => string> = {
  NOT_LOADED: (detail) => `PKCS11_MODULE can't be loaded: ${detail}`,
  NO_BINDING: (detail) => `PKCS11_MODULE can't be used, since the package koffi is not there: ${detail}`,
  NO_MODULE: () => 'PKCS11_MODULE is not a PKCS #11 module: it has no C_GetFunctionList',
  TOKEN_UNKNOWN: (detail) => `PKCS11_TOKEN is neither label nor serial number of a token that is there (${detail})`,
  TOKEN_AMBIGUOUS: (detail) => `PKCS11_TOKEN is the label of more than one token: give the serial number (${detail})`,
  FINAL_TRY: () =>
    'One more wrong PIN would lock the PKCS #11 token, so PKCS11_PIN is not tried: log in once with a tool of the ' +
    'module, then start again',
  KEY_UNKNOWN: (detail) => `The PKCS #11 token has no key ${detail}: it was deleted, or this is another token`,
  KEY_AMBIGUOUS: (detail) => `The PKCS #11 token has more than one key ${detail}`,
  KEY_WEAK: (detail) => `The PKCS #11 module made a key that must not be used (${detail}): it was deleted again`,
  KEY_LEAVES: () => 'The PKCS #11 module made a key that could leave it: it was deleted again',
  WRONG_SIGNATURE: (detail) => `The PKCS #11 module's signature is not one of the key ${detail}`,
  NO_ANSWER: (detail) => `The PKCS #11 module did not answer within ${detail} s`,
  ENDED: (detail) => `The process of the PKCS #11 module ended (${detail})`,
  CLOSED: () => 'The PKCS #11 module is closed',
};

/** What a return value means to whoever runs the platform, where its name does not say it. */
const RETURNED: Record<string, string> = {
  CKR_PIN_INCORRECT: WRONG_PIN,
  CKR_PIN_INVALID: WRONG_PIN,
  CKR_PIN_LEN_RANGE: WRONG_PIN,
  CKR_PIN_LOCKED: LOCKED,
  CKR_PIN_EXPIRED: 'The PIN of the PKCS #11 token has expired: set a new one, and PKCS11_PIN to it',
  CKR_USER_PIN_NOT_INITIALIZED: 'The PKCS #11 token has no PIN yet: its security officer must set one',
  CKR_TOKEN_NOT_PRESENT: 'The PKCS #11 token was taken away: bring it back',
  CKR_DEVICE_REMOVED: 'The PKCS #11 token was taken away: bring it back',
  CKR_DEVICE_MEMORY: FULL,
  CKR_TOKEN_WRITE_PROTECTED: 'The PKCS #11 token is write-protected: no key can be made or deleted',
  CKR_SESSION_COUNT: 'The PKCS #11 token has too many sessions: end those of other programs, or allow more',
  CKR_MECHANISM_INVALID: REFUSED_KEY,
  CKR_KEY_SIZE_RANGE: REFUSED_KEY,
  CKR_CURVE_NOT_SUPPORTED: REFUSED_KEY,
};

/** One sentence that an operator can act on. */
export function sentenceOf({ code, at, detail = '' }: Failure): string {
  const own = OWN[code];
  if (own) return `${own(detail)}.`;
  const where = at ? `${at}: ${code}` : code;
  return RETURNED[code] ? `${RETURNED[code]} (${where}).` : `The PKCS #11 module failed (${where}).`;
}
