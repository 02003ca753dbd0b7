import { expect, test } from 'vitest';
import { proposedIdentifier } from './account-rules.ts';

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
