import { expect, test } from 'vitest';
import { KEY_TYPES } from '../key-types.ts';
import { isTokenLabel } from './token-label.ts';
import { whyNotKeyType } from './token-rules.ts';

const both = { rsa: { min: 2048, max: 4096 }, ec: { min: 256, max: 384 } };

test('a token that makes them all refuses none', () => {
  expect(KEY_TYPES.map((type) => whyNotKeyType({ key_sizes: both }, type))).toEqual(KEY_TYPES.map(() => null));
});

test.each([
  ['[S-205] whose smallest key is larger', { ...both, rsa: { min: 3072, max: 4096 } }, 'KEY_SIZE_BELOW_MINIMUM'],
  ['[S-206] whose largest key is smaller', { ...both, rsa: { min: 512, max: 1024 } }, 'KEY_SIZE_ABOVE_MAXIMUM'],
  ['[S-207] that has keys on curves alone', { ...both, rsa: null }, 'KEY_TYPE_NOT_SUPPORTED'],
])('a token %s makes no RSA 2048', (_what, key_sizes, reason) => {
  expect(whyNotKeyType({ key_sizes }, 'rsa_2048')).toBe(reason);
  expect(whyNotKeyType({ key_sizes }, 'ec_p256')).toBeNull();
});

test('a token without keys on curves, or smaller ones', () => {
  expect(whyNotKeyType({ key_sizes: { ...both, ec: null } }, 'ec_p256')).toBe('KEY_TYPE_NOT_SUPPORTED');
  expect(whyNotKeyType({ key_sizes: { ...both, ec: { min: 256, max: 256 } } }, 'ec_p384')).toBe(
    'KEY_SIZE_ABOVE_MAXIMUM',
  );
});

test.each(['a', 'ü', '鍵', '🔑'])('a label of 32 octets is one for a token, one more is not: %s', (character) => {
  const octets = new TextEncoder().encode(character).length;
  expect(isTokenLabel(character.repeat(Math.floor(32 / octets)))).toBe(true);
  expect(isTokenLabel(character.repeat(Math.floor(32 / octets) + 1))).toBe(false);
});
