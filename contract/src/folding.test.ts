import { expect, test } from 'vitest';
import { folded } from './folding.ts';

test('texts are compared without case and accents', () => {
  expect(folded('Grünwald & SÖHNE Łódź Straße Æble')).toBe('grunwald & sohne lodz strasse aeble');
});
