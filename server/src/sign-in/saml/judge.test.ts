/** What is said of an assertion that is not for now: whoever compares clocks reads it. */
import { expect, test } from 'vitest';
import { requireTime } from './judge.ts';
import { readXml } from './xml.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const element = (attribute: string) => readXml(`<Conditions ${attribute}="2026-11-21T12:10:00Z"/>`);
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

test('one that is valid in ten minutes says so', () => {
  expect(() => requireTime(element('NotBefore'), NOW)).toThrow(
    expect.objectContaining({ detail: 'from 2026-11-21T12:10:00.000Z, in 600 s' }),
  );
});

test('one that was valid until five minutes ago says so', () => {
  expect(() => requireTime(element('NotOnOrAfter'), later(900))).toThrow(
    expect.objectContaining({ detail: 'until 2026-11-21T12:10:00.000Z, 300 s ago' }),
  );
});
