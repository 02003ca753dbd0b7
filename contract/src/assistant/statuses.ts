/** What the assistant refuses with: the code, and the sentence that a log or a developer reads. */

/** Said in the open, by the door, with the code of HTTP. */
export const DOOR_STATUSES = {
  FOREIGN_HOST: { code: 421, message: 'The assistant answers under localhost and 127.0.0.1 alone.' },
  FOREIGN_ORIGIN: { code: 403, message: 'Only a page that came by https, or from this machine, may ask.' },
  SITE_NOT_APPROVED: { code: 403, message: 'This site is not approved any more: begin with a new handshake.' },
  NOT_FOUND: { code: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { code: 405, message: 'This address is asked in another way.' },
  UNSUPPORTED_MEDIA_TYPE: { code: 415, message: 'Only application/json is taken.' },
  TOO_LARGE: { code: 413, message: 'The body is too large.' },
  TOO_MANY_REQUESTS: { code: 429, message: 'This site asks too often.' },
  INVALID_BODY: { code: 400, message: 'The body is not what this address takes.' },
  UNSUPPORTED_VERSION: { code: 400, message: 'The assistant speaks another version of the channel.' },
  INVALID_KEY: { code: 400, message: 'The public key is not an uncompressed point of P-256.' },
  UNKNOWN_SESSION: { code: 401, message: 'The assistant does not know this session, or it has ended.' },
  WRONG_COUNTER: { code: 409, message: 'The counter is not the next one: messages are taken once, and in order.' },
  UNREADABLE_MESSAGE: { code: 400, message: 'The message was not sealed for this session and counter.' },
  INTERNAL_ERROR: { code: 500, message: 'The assistant failed; its log says why.' },
} as const;
export type DoorStatus = keyof typeof DOOR_STATUSES;

/** Said within the channel, as the answer to a command. Those of PKCS #11 have its names (OASIS, pkcs11t.h). */
export const COMMAND_STATUSES = {
  INVALID_MESSAGE: 'The message is not a command.',
  UNKNOWN_COMMAND: 'There is no such command.',
  COMMAND_NOT_OFFERED: 'This version of the assistant does not have the command yet.',
  INVALID_INPUT: 'The input is not what this command takes.',
  NOT_INITIALIZED: 'The session begins with initialize.',
  UNKNOWN_TICKET: 'Nobody waits for this ticket.',
  TOO_MUCH_AT_ONCE: 'The session waits for too many commands already.',
  PAIRING_REFUSED: 'The person did not approve this site.',
  PAIRING_BUSY: 'Another site is asking the person right now.',
  PAIRING_PAUSED: 'The person has refused this site a moment ago.',
  WRONG_COMMITMENT: 'The nonce is not the one that the handshake was bound to.',
  PROMPT_UNAVAILABLE: 'There is no terminal or window in which the person could be asked.',
  CKR_PIN_INCORRECT: 'The PIN is wrong.',
  CKR_ARGUMENTS_BAD: 'That can be no PIN: it takes six characters, one of them a digit, and no two PINs alike.',
  CKR_USER_PIN_NOT_INITIALIZED: 'The key store has no PIN yet: it is made ready by initToken.',
  CKR_TOKEN_NOT_PRESENT: 'The token is not there.',
  CKR_OBJECT_HANDLE_INVALID: 'The token has no such key or certificate.',
  CKR_FUNCTION_CANCELED: 'The person refused.',
  PIN_DELAYED: 'After wrong PINs the next one is not taken yet.',
  KEY_STORE_DISABLED: 'The key store is switched off on this computer.',
  ALREADY_INITIALIZED: 'The key store is in use: made ready once more, it would lose its keys.',
  INVALID_CERTIFICATE: 'That is not one certificate in PEM or DER.',
  CERTIFICATE_WITHOUT_KEY: 'The token has no key to which this certificate belongs.',
  INVALID_BACKUP: 'That is not a backup of a key store, or it was altered.',
  WRONG_PASSPHRASE: 'The passphrase does not open the backup.',
  ABANDONED: 'Nobody waited for the answer any more.',
  FAILED: 'The command failed; the log of the assistant says why.',
} as const;
export type CommandStatus = keyof typeof COMMAND_STATUSES;
