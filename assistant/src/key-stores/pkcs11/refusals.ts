/** What a page is told of a failure of a module, by the return values of PKCS #11 and those of its process. */
import type { CommandStatus } from '@signet/contract/assistant/statuses';
import { Failed, type Failure } from '@signet/pkcs11/failure';
import { CommandRefusal } from '../../refusal.ts';

/** What is not here is TOKEN_FAILED. */
export const REFUSALS: Readonly<Record<string, CommandStatus>> = {
  CKR_PIN_INCORRECT: 'CKR_PIN_INCORRECT',
  CKR_ARGUMENTS_BAD: 'CKR_ARGUMENTS_BAD',
  CKR_PIN_INVALID: 'CKR_ARGUMENTS_BAD',
  CKR_PIN_LEN_RANGE: 'CKR_PIN_LEN_RANGE',
  CKR_PIN_EXPIRED: 'CKR_PIN_EXPIRED',
  CKR_PIN_LOCKED: 'CKR_PIN_LOCKED',
  CKR_USER_PIN_NOT_INITIALIZED: 'CKR_USER_PIN_NOT_INITIALIZED',
  CKR_FUNCTION_CANCELED: 'CKR_FUNCTION_CANCELED',
  CKR_TOKEN_NOT_PRESENT: 'CKR_TOKEN_NOT_PRESENT',
  CKR_DEVICE_REMOVED: 'CKR_TOKEN_NOT_PRESENT',
  CKR_SLOT_ID_INVALID: 'CKR_TOKEN_NOT_PRESENT',
  CKR_SESSION_CLOSED: 'CKR_TOKEN_NOT_PRESENT',
  CKR_SESSION_HANDLE_INVALID: 'CKR_TOKEN_NOT_PRESENT',
  CKR_TOKEN_NOT_RECOGNIZED: 'CKR_TOKEN_NOT_RECOGNIZED',
  CKR_TOKEN_WRITE_PROTECTED: 'CKR_TOKEN_WRITE_PROTECTED',
  CKR_DEVICE_MEMORY: 'CKR_DEVICE_MEMORY',
  CKR_OBJECT_HANDLE_INVALID: 'CKR_OBJECT_HANDLE_INVALID',
  CKR_KEY_HANDLE_INVALID: 'CKR_OBJECT_HANDLE_INVALID',
  KEY_UNKNOWN: 'CKR_OBJECT_HANDLE_INVALID',
  KEY_AMBIGUOUS: 'CKR_OBJECT_HANDLE_INVALID',
  CKR_FUNCTION_NOT_SUPPORTED: 'CKR_FUNCTION_NOT_SUPPORTED',
  CKR_MECHANISM_INVALID: 'KEY_TYPE_NOT_SUPPORTED',
  CKR_CURVE_NOT_SUPPORTED: 'KEY_TYPE_NOT_SUPPORTED',
  CKR_KEY_SIZE_RANGE: 'KEY_TYPE_NOT_SUPPORTED',
  CKR_SESSION_COUNT: 'TOKEN_IN_USE',
  CKR_SESSION_EXISTS: 'TOKEN_IN_USE',
  CKR_SESSION_READ_ONLY_EXISTS: 'TOKEN_IN_USE',
  CKR_SESSION_READ_WRITE_SO_EXISTS: 'TOKEN_IN_USE',
  CKR_USER_ANOTHER_ALREADY_LOGGED_IN: 'TOKEN_IN_USE',
  CKR_USER_TOO_MANY_TYPES: 'TOKEN_IN_USE',
  CKR_CANT_LOCK: 'TOKEN_IN_USE',
  NOT_LOADED: 'MODULE_NOT_LOADED',
  NO_BINDING: 'MODULE_NOT_LOADED',
  NO_MODULE: 'MODULE_NOT_LOADED',
  NO_ANSWER: 'MODULE_NOT_ANSWERING',
  ENDED: 'MODULE_ENDED',
  CLOSED: 'MODULE_ENDED',
};

const sentence = ({ at, code, detail }: Failure): string => [at, code, detail].filter(Boolean).join(': ');

/** The code itself is in the log alone: a page can do nothing about it, and it would tell which module it is. */
export const refusalOf = (failure: Failure): CommandRefusal =>
  new CommandRefusal(REFUSALS[failure.code] ?? 'TOKEN_FAILED', {}, sentence(failure));

/** Waits for it; what a module failed with is thrown as a refusal. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Failed ? refusalOf(error.failure) : error;
  }
}
