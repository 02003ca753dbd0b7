import { expect, test } from 'vitest';
import { reasonsOf } from './check.ts';
import type { Schema } from './check.ts';
import { laterSchema, schemasOnTheirWay } from './later-schema.ts';

const strict: Schema = {
  safeParse: () => ({
    success: false,
    error: { issues: [{ code: 'custom', path: ['name'], message: 'REQUIRED', input: '' }] },
  }),
};

test('a schema is fetched when something is first checked, and finds nothing wrong before', async () => {
  let asked = 0;
  const later = laterSchema(async () => ((asked += 1), strict));
  expect(schemasOnTheirWay()).toBe(null);
  expect(reasonsOf(later, { name: '' })).toEqual({});
  expect(reasonsOf(later, { name: '' })).toEqual({});
  await schemasOnTheirWay();
  expect(schemasOnTheirWay()).toBe(null);
  expect(reasonsOf(later, { name: '' })).toEqual({ name: { status: 'REQUIRED' } });
  expect(asked).toBe(1);
});

test('one that cannot be fetched is asked for again at the next check', async () => {
  let asked = 0;
  const later = laterSchema(
    () => ((asked += 1), asked === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(strict)),
  );
  reasonsOf(later, {});
  await schemasOnTheirWay();
  expect(reasonsOf(later, {})).toEqual({});
  await schemasOnTheirWay();
  expect(reasonsOf(later, {})).toEqual({ name: { status: 'REQUIRED' } });
});
