import type { Token } from '@signet/contract/assistant/key-stores';
import type { KeyType } from '@signet/contract/key-types';
import { expect, test } from 'vitest';
import { hasMade, keystoreTypeOf, keyTypeFor, nameOfToken, slotFor, whyNotToken } from './token-rules.ts';

const token = (values: Partial<Token> = {}): Token => ({
  keystore: 'yubikey',
  serial: '18204417',
  label: 'YubiKey 5 NFC',
  pin_state: 'ok',
  pin_tries: 'unknown',
  key_sizes: { rsa: { min: 1024, max: 4096 }, ec: { min: 256, max: 384 } },
  ...values,
});
const profile = (key_types: KeyType[], requires_attestation = false) => ({ key_types, requires_attestation });
const rsa = (min: number, max: number): Partial<Token> => ({ key_sizes: { rsa: { min, max }, ec: null } });

test('[S-204 S-208] of a hardware token it is RSA 2048 and no other; in software what the enrollment takes', () => {
  expect(keyTypeFor(token(), ['ec_p256', 'rsa_2048'])).toBe('rsa_2048');
  expect(keyTypeFor(token(), ['ec_p256'])).toBeNull();
  expect(keyTypeFor(token({ keystore: 'software' }), ['ec_p256'])).toBe('ec_p256');
});

test('[S-209] of a YubiKey the slot is that for authentication; other tokens have none', () => {
  expect(slotFor(token())).toEqual({ slot: 'authentication' });
  expect(slotFor(token({ keystore: 'etoken' }))).toEqual({});
});

test('[S-205 S-206 S-207] a token that makes no such key says why before it is chosen', () => {
  const taken = profile(['rsa_2048']);
  expect(whyNotToken(token(), taken)).toBeNull();
  expect(whyNotToken(token(rsa(3072, 4096)), taken)).toBe('too_small');
  expect(whyNotToken(token(rsa(512, 1024)), taken)).toBe('too_large');
  expect(whyNotToken(token({ key_sizes: { rsa: null, ec: { min: 256, max: 384 } } }), taken)).toBe('unsupported');
  expect(whyNotToken(token(), profile(['ec_p256']))).toBe('not_taken');
});

test('a token without a PIN, or whose PIN is locked, is made ready first', () => {
  expect(whyNotToken(token({ pin_state: 'uninitialized' }), profile(['rsa_2048']))).toBe('uninitialized');
  expect(whyNotToken(token({ pin_state: 'locked' }), profile(['rsa_2048']))).toBe('locked');
  expect(whyNotToken(token({ pin_state: 'delayed' }), profile(['rsa_2048']))).toBeNull();
});

test('key stores go to the platform by its names, and a token without a label by its serial number', () => {
  expect(keystoreTypeOf('smartcard')).toBe('piv');
  expect(keystoreTypeOf('softhsm')).toBe('pkcs11');
  expect(nameOfToken(token({ label: ' ' }))).toBe('18204417');
});

test('where it must be attested, a token that attests nothing says so before a key is made', () => {
  const demanding = profile(['rsa_2048'], true);
  expect(whyNotToken(token({ attests: true }), demanding)).toBeNull();
  expect(whyNotToken(token({ attests: false }), demanding)).toBe('not_attesting');
  // An older assistant does not tell, and hands nothing over.
  expect(whyNotToken(token(), demanding)).toBe('not_attesting');
  expect(whyNotToken(token({ attests: false }), profile(['rsa_2048']))).toBeNull();
});

test('two tokens with one serial number, as one that two modules see, are two', () => {
  const request = { keystore: 'smartcard', token: '18204417' };
  expect(hasMade(token({ keystore: 'smartcard' }), request)).toBe(true);
  expect(hasMade(token(), request)).toBe(false);
  expect(hasMade(token(), null)).toBe(false);
});
