import { expect, test } from 'vitest';
import { storable, storableText } from './storable.ts';

test('keys named like a secret are dropped at every depth, names about a secret stay', () => {
  const given = {
    user_name: 'cleo',
    password: 'x',
    new_password: 'x',
    newPassword: 'x',
    'client-secret': 'x',
    clientSecret: 'x',
    refresh_token: 'x',
    token_format: 'x',
    password_hash: 'x',
    HASH: 'x',
    private_key: 'x',
    privateKeyPem: 'x',
    totp_seed: 'x',
    passcode: 'x',
    methods: [{ kind: 'basic', Passphrase: 'x', deeper: { apiToken: 'x', label: 'kept' } }],
    password_min_length: 12,
    tokenId: 't-1',
    secret_expires_at: '2026-11-21',
    basic_auth_password_required: true,
  };
  expect(storable(given)).toEqual({
    user_name: 'cleo',
    methods: [{ kind: 'basic', deeper: { label: 'kept' } }],
    password_min_length: 12,
    tokenId: 't-1',
    secret_expires_at: '2026-11-21',
    basic_auth_password_required: true,
  });
});

test('values become what JSON has words for', () => {
  const given = {
    at: new Date('2026-11-21T03:24:00.123Z'),
    big: 12345678901234567890n,
    nan: Number.NaN,
    nothing: undefined,
    empty: null,
    list: [undefined, 1, new Set(['a'])],
    map: new Map([['k', 1]]),
    bytes: new Uint8Array([1, 2, 3]),
    call: () => 1,
  };
  expect(storable(given)).toEqual({
    at: '2026-11-21T03:24:00.123Z',
    big: '12345678901234567890',
    nan: null,
    empty: null,
    list: [null, 1, ['a']],
    map: { k: 1 },
    bytes: 'AQID',
  });
  expect(storable(undefined)).toBeNull();
});

test('a key called __proto__ is data like any other', () => {
  const stored = storable(JSON.parse('{"__proto__":{"a":1}}'));
  expect(JSON.stringify(stored)).toBe('{"__proto__":{"a":1}}');
});

test('text that PostgreSQL or UTF-8 refuses is replaced, in keys too', () => {
  expect(storable({ 'a\0b': 'x\0y', c: '\uD800' })).toEqual({ 'a\uFFFDb': 'x\uFFFDy', c: '\uFFFD' });
  // The ceiling may cut a pair in two.
  expect(storableText('ab😀', 3)).toBe('ab\uFFFD');
});
