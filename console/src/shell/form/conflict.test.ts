import { expect, test } from 'vitest';
import { merged } from './conflict.ts';

test('of two who edit one record, each field keeps who changed it; where both did, one’s own waits', () => {
  const base = { name: 'Treasury', city: 'Kiel', phone: '1', state: 'SH' };
  const mine = { ...base, city: 'Lübeck', phone: '2' };
  const theirs = { ...base, city: 'Bremen', name: 'Treasury AG' };
  expect(merged(['name', 'city', 'phone', 'state'], { base, mine, theirs })).toEqual({
    values: { name: 'Treasury AG', city: 'Lübeck', phone: '2', state: 'SH' },
    changes: [
      { name: 'name', before: 'Treasury', theirs: 'Treasury AG', kept: 'Treasury AG' },
      { name: 'city', before: 'Kiel', theirs: 'Bremen', kept: 'Lübeck' },
    ],
  });
});
