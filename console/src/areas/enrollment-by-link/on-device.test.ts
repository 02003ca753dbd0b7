import { expect, test } from 'vitest';
import { hasKey, isOnDevice } from './on-device.ts';

const REQUEST = { keystore: 'softhsm', token: '7', key: 'aa', csr: '', attestation: '' };
const certificate = {
  subject: 'CN=Maren',
  issuer: 'CN=Authority',
  serial_number: '0A:9F',
  valid_from: '2026-11-23T00:00:00Z',
  valid_to: '2027-11-23T00:00:00Z',
  fingerprint: '',
};
const entry = {
  keystore: 'softhsm',
  token: '7',
  id: 'aa',
  key_type: 'rsa_2048',
  label: '',
  created_at: null,
  origin: null,
  certificate,
} as const;

test('[S-403] the certificate is on the device by its serial number, however that is written', () => {
  expect(isOnDevice([entry], REQUEST, 'a9f')).toBe(true);
  expect(isOnDevice([entry], REQUEST, 'a9e')).toBe(false);
  expect(isOnDevice([{ ...entry, token: '8' }], REQUEST, 'a9f')).toBe(false);
  expect(isOnDevice([{ ...entry, certificate: null }], REQUEST, 'a9f')).toBe(false);
});

test('a key that was made before is looked for in its own token', () => {
  expect(hasKey([{ ...entry, certificate: null }], REQUEST)).toBe(true);
  expect(hasKey([{ ...entry, token: '8' }], REQUEST)).toBe(false);
  expect(hasKey([{ ...entry, id: 'bb' }], REQUEST)).toBe(false);
});
