import { expect, test } from 'vitest';
import { isTokenText, lastFour, newTokenText } from './token-text.ts';

const SAMPLE = newTokenText();

test('a token is recognised by its prefix and is one word, as scanners of leaked secrets need it', () => {
  expect(SAMPLE).toMatch(/^\bsignet_[0-9A-Za-z]{36}\b$/);
  expect(isTokenText(SAMPLE)).toBe(true);
  expect(lastFour(SAMPLE)).toBe(SAMPLE.slice(-4));
});

test('no two are alike, and every digit comes equally often', () => {
  const texts = Array.from({ length: 2_000 }, newTokenText);
  expect(new Set(texts).size).toBe(texts.length);
  const counts = new Map<string, number>();
  for (const digit of texts.flatMap((text) => text.slice(7, 37).split('')))
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  // 60,000 digits of 62 kinds: 968 of each, give or take six standard deviations of 31.
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(190);
});

test('its checksum is that of the text before it: CRC-32 in base 62', () => {
  // crc32('signet_' + 30 times '0') is 2069197750.
  expect(isTokenText(`signet_${'0'.repeat(30)}2G28rG`)).toBe(true);
});

test('one character that is another one makes it no token, wherever it stands', () => {
  for (const at of Array.from(SAMPLE, (_, index) => index)) {
    const other = SAMPLE[at] === 'a' ? 'b' : 'a';
    expect(isTokenText(SAMPLE.slice(0, at) + other + SAMPLE.slice(at + 1)), `at ${at}`).toBe(false);
  }
});

test.each([
  ['nothing', ''],
  ['its prefix', 'signet_'],
  ['one that is cut', SAMPLE.slice(0, -1)],
  ['one with more behind it', `${SAMPLE}a`],
  ['one between blanks', ` ${SAMPLE} `],
  ['one with a line behind it', `${SAMPLE}\n`],
  ['one in capitals', SAMPLE.toUpperCase()],
  ['the token of another platform', `ghp_${SAMPLE.slice(7)}`],
  ['what would take long', 'signet_'.repeat(10_000)],
])('%s is no token', (_what, text) => expect(isTokenText(text)).toBe(false));
