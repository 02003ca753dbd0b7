import { expect, test } from 'vitest';
import { refuseSecret } from './secrets.ts';
import { storableText } from '../storable-text.ts';
import { storable } from './storable.ts';

/** The value as it is stored, and the secrets that were left out of it. */
function stored(value: unknown): { stored: unknown; secrets: string[] } {
  const secrets: string[] = [];
  return { stored: storable(value, (field) => secrets.push(field)), secrets };
}

test('a secret is left out at every depth and reported; what only resembles its name stays', () => {
  const input = {
    user_name: 'cleo',
    password: 'x',
    newPassword: 'x',
    'client-secret': 'x',
    refreshToken: 'x',
    methods: [{ kind: 'basic', password_hash: 'x', deeper: { PrivateKey: 'x', label: 'kept' } }],
    hash_algorithm: 'SHA256',
    token_endpoint: 'https://id.example/token',
    token_name: 'CI',
    password_policy: 'strict',
    credential_format: 'pem',
    user_token_limit: 5,
  };
  expect(stored(input)).toEqual({
    stored: {
      user_name: 'cleo',
      methods: [{ kind: 'basic', deeper: { label: 'kept' } }],
      hash_algorithm: 'SHA256',
      token_endpoint: 'https://id.example/token',
      token_name: 'CI',
      password_policy: 'strict',
      credential_format: 'pem',
      user_token_limit: 5,
    },
    secrets: ['password', 'newPassword', 'client-secret', 'refreshToken', 'password_hash', 'PrivateKey'],
  });
});

test('[S-413] values become what JSON has words for, moments stored datetimes', () => {
  const input = {
    at: new Date('2026-11-21T03:24:00.123Z'),
    never: new Date(Number.NaN),
    big: 12345678901234567890n,
    nan: Number.NaN,
    nothing: undefined,
    empty: null,
    list: [undefined, 1, new Set(['a'])],
    map: new Map([['k', 1]]),
    bytes: new Uint8Array([1, 2, 3]),
    call: () => 1,
  };
  expect(storable(input, refuseSecret)).toEqual({
    at: '2026-11-21 03:24:00',
    never: null,
    big: '12345678901234567890',
    nan: null,
    empty: null,
    list: [null, 1, ['a']],
    map: { k: 1 },
    bytes: 'AQID',
  });
  expect(storable(undefined, refuseSecret)).toBeNull();
});

test('a key called __proto__ is data like any other', () => {
  const value = storable(JSON.parse('{"__proto__":{"a":1}}'), refuseSecret);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
});

test('text that PostgreSQL or UTF-8 refuses is replaced, in keys too', () => {
  expect(storable({ 'a\0b': 'x\0y', c: '\uD800' }, refuseSecret)).toEqual({ 'a\uFFFDb': 'x\uFFFDy', c: '\uFFFD' });
  // The ceiling may cut a pair in two.
  expect(storableText('ab😀', 3)).toBe('ab\uFFFD');
});
