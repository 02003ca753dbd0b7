/** What can go wrong with a PKCS #11 module. Whoever calls it says in which words a person is told. */

/**
 * `code`: a return value of the standard by its name (CKR_…), or one of ours (ENDED, NO_ANSWER, KEY_UNKNOWN …).
 * `at`: the function that returned it. Never holds a secret.
 */
export type Failure = { code: string; at?: string; detail?: string };

export class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    const { code, at, detail } = failure;
    super([at, code, detail].filter(Boolean).join(': '));
    this.failure = failure;
  }
}

const WRONG = new Set(['CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE']);

/** The PIN was wrong: trying it again would lock the token sooner or later. */
export const isWrongPin = ({ code }: Failure): boolean => WRONG.has(code);

/**
 * What ends once the module is opened anew: sessions end with a network, a reset or an unplugged device, and handles
 * with their session. And some modules (tpm2-pkcs11) see no key that another process made after they began.
 */
const LOST = new Set([
  'ENDED',
  'KEY_UNKNOWN',
  'CKR_CRYPTOKI_NOT_INITIALIZED',
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_REMOVED',
  'CKR_FUNCTION_FAILED',
  'CKR_GENERAL_ERROR',
  'CKR_KEY_HANDLE_INVALID',
  'CKR_OBJECT_HANDLE_INVALID',
  'CKR_OPERATION_ACTIVE',
  'CKR_OPERATION_NOT_INITIALIZED',
  'CKR_SESSION_CLOSED',
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_SLOT_ID_INVALID',
  'CKR_TOKEN_NOT_PRESENT',
  'CKR_TOKEN_NOT_RECOGNIZED',
  'CKR_USER_NOT_LOGGED_IN',
]);

export const isLost = ({ code }: Failure): boolean => LOST.has(code);
