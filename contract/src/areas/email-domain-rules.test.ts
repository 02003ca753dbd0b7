/** The email domains of an account. */
import { expect, test } from 'vitest';
import { proofRecord, whyNotEmailDomains } from './email-domain-rules.ts';

const label = 'a'.repeat(63);
/** A domain of so many characters. */
const long = (length: number): string => `${`${label}.`.repeat(3)}${'b'.repeat(length - 3 * 64 - 8)}.example`;

test('is one that the DNS can hold, and its proof before it', () => {
  const status = (domain: string) => whyNotEmailDomains([domain])?.status ?? null;
  expect(status(`${label}.example`)).toBe(null);
  expect(status(`${label}a.example`)).toBe('INVALID_DOMAIN');
  expect(status(long(232))).toBe(null);
  expect(proofRecord(long(232), '').name).toHaveLength(253);
  expect(status(long(233))).toBe('INVALID_DOMAIN');
});
