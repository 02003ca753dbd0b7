/** What a page is told of a module's failure: those that SoftHSM2 does not give are held against the table. */
import { COMMAND_STATUSES } from '@signet/contract/assistant/statuses';
import { Failed } from '@signet/pkcs11/failure';
import { nameOf } from '@signet/pkcs11/return-values';
import { expect, test } from 'vitest';
import { refusing, REFUSALS } from './refusals.ts';

const told = async (code: string): Promise<unknown> =>
  refusing(Promise.reject(new Failed({ code, at: 'C_Login' }))).catch((error: unknown) => error);

test.each([
  // By the numbers of the standard (pkcs11t.h), as a module returns them.
  [0x07, 'CKR_ARGUMENTS_BAD'],
  [0x0a, 'TOKEN_IN_USE'],
  [0x30, 'TOKEN_FAILED'],
  [0x31, 'CKR_DEVICE_MEMORY'],
  [0x32, 'CKR_TOKEN_NOT_PRESENT'],
  [0x50, 'CKR_FUNCTION_CANCELED'],
  [0x54, 'CKR_FUNCTION_NOT_SUPPORTED'],
  [0x60, 'CKR_OBJECT_HANDLE_INVALID'],
  [0x62, 'KEY_TYPE_NOT_SUPPORTED'],
  [0x70, 'KEY_TYPE_NOT_SUPPORTED'],
  [0x82, 'CKR_OBJECT_HANDLE_INVALID'],
  [0xa0, 'CKR_PIN_INCORRECT'],
  [0xa1, 'CKR_ARGUMENTS_BAD'],
  [0xa2, 'CKR_PIN_LEN_RANGE'],
  [0xa3, 'CKR_PIN_EXPIRED'],
  [0xa4, 'CKR_PIN_LOCKED'],
  [0xb1, 'TOKEN_IN_USE'],
  [0xb8, 'TOKEN_IN_USE'],
  [0xe0, 'CKR_TOKEN_NOT_PRESENT'],
  [0xe1, 'CKR_TOKEN_NOT_RECOGNIZED'],
  [0xe2, 'CKR_TOKEN_WRITE_PROTECTED'],
  [0x102, 'CKR_USER_PIN_NOT_INITIALIZED'],
  [0x104, 'TOKEN_IN_USE'],
  [0x80000001, 'TOKEN_FAILED'],
])('%s is %s', async (value, status) => {
  expect(await told(nameOf(value))).toMatchObject({ status, detail: `C_Login: ${nameOf(value)}` });
});

test('a token that is open to somebody else is never taken for a right PIN', async () => {
  expect(await told('CKR_USER_ALREADY_LOGGED_IN')).toMatchObject({ status: 'TOKEN_FAILED' });
});

test('each of the table is a status that pages know', () => {
  for (const status of Object.values(REFUSALS)) expect(COMMAND_STATUSES).toHaveProperty(status);
});
