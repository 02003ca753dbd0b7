import { expect, test } from 'vitest';
import { proposedIdentifier, whyOutOfService } from './account-rules.ts';

test.each([
  ['Müller & Co. (Berlin)', 'muller-co-berlin'],
  ['Straße Œuvre Łódź', 'strasse-oeuvre-lodz'],
  ['Ærø Þing İzmir', 'aero-thing-izmir'],
  ['東京銀行', ''],
  ['Банк', ''],
  [`${'a'.repeat(59)} & Sons`, 'a'.repeat(59)],
])('the identifier proposed for %s is “%s”', (name, identifier) => {
  expect(proposedIdentifier(name)).toBe(identifier);
});

test('[A-266] an account out of service says everything that keeps it out', () => {
  const why = (switched_on: boolean, from: string, to: string | null) =>
    whyOutOfService({ switched_on, service_period: { from, to } }, '2026-11-21');
  expect(why(true, '2026-11-21', '2026-11-21')).toEqual([]);
  expect(why(true, '2026-01-01', null)).toEqual([]);
  expect(why(false, '2026-01-01', null)).toEqual(['switched_off']);
  expect(why(true, '2026-11-22', null)).toEqual(['not_begun']);
  expect(why(true, '2026-01-01', '2026-11-20')).toEqual(['ended']);
  expect(why(false, '2026-01-01', '2026-11-20')).toEqual(['switched_off', 'ended']);
});
