/** The forms in which PKCS #11 has signatures and public keys, and those of certificates. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { subjectPublicKeyInfo } from './public-numbers.ts';
import { ecdsaSequence } from './signature-format.ts';

describe('forms', () => {
  test.each([
    ['00ff', '0002', '3007020200ff020102'],
    ['7f00', '0000', '300702027f00020100'],
  ])('r %s and s %s are the sequence %s', (r, s, der) => {
    expect(ecdsaSequence(Buffer.from(r + s, 'hex')).toString('hex')).toBe(der);
  });

  test('a curve’s point is read with its OCTET STRING and without, and one of another curve not', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    const point = spki.subarray(-65);
    for (const value of [point, Buffer.concat([Buffer.from([4, 65]), point])])
      expect(subjectPublicKeyInfo('ec_p256', { point: value })).toEqual(spki);
    expect(subjectPublicKeyInfo('ec_p384', { point })).toBeNull();
    expect(subjectPublicKeyInfo('ec_p256', { point: randomBytes(65).fill(2, 0, 1) })).toBeNull();
  });
});
