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

test('lists that hold the same are the same, whoever made them', () => {
  const base = { name: 'Ada', roles: ['auditor'] };
  const mine = { name: 'Ada L.', roles: ['auditor'] };
  expect(merged(['name', 'roles'], { base, mine, theirs: { name: 'Ada', roles: ['auditor'] } })).toEqual({
    values: mine,
    changes: [],
  });
  const theirs = { name: 'Ada', roles: ['auditor', 'manager'] };
  expect(merged(['name', 'roles'], { base, mine, theirs })).toEqual({
    values: { name: 'Ada L.', roles: ['auditor', 'manager'] },
    changes: [{ name: 'roles', before: ['auditor'], theirs: theirs.roles, kept: theirs.roles }],
  });
});
