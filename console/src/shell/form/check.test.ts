import { setupUser } from '@signet/contract/areas/setup';
import { expect, test } from 'vitest';
import { reasonsOf } from './check.ts';

const values = {
  first_name: 'Ada',
  last_name: 'Lindqvist',
  email: 'ada@example.org',
  user_name: 'ada',
  password: 'Correct-Horse-9',
  repeatedPassword: 'Correct-Horse-9',
};

test.each([
  [{ first_name: '' }, { first_name: { status: 'REQUIRED' } }],
  [{ email: 'ada@nordmark' }, { email: { status: 'INVALID_EMAIL' } }],
  [
    { password: 'Short-1', repeatedPassword: 'Short-1' },
    {
      password: { status: 'INVALID_PASSWORD_LENGTH', params: { min: 12 } },
      repeatedPassword: { status: 'INVALID_PASSWORD_LENGTH', params: { min: 12 } },
    },
  ],
  [{ repeatedPassword: 'Correct-Horse-8' }, { repeatedPassword: { status: 'PASSWORD_MISMATCH' } }],
])('[S-241] a schema of the contract gives each field its own reason: %o', (change, reasons) => {
  expect(reasonsOf(setupUser, { ...values, ...change })).toMatchObject(reasons);
});

test('right values have no reasons', () => {
  expect(reasonsOf(setupUser, values)).toEqual({});
  expect(
    reasonsOf((v: { a: string }) => ({ a: v.a === '' ? { status: 'REQUIRED' as const } : null }), { a: 'x' }),
  ).toEqual({});
});
