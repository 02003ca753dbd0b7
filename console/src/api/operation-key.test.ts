import { expect, test } from 'vitest';
import { operationKeys } from './operation-key.ts';

test('the same content has the same key, another one a new key, and each is a UUID', () => {
  const keyOf = operationKeys();
  const first = keyOf({ limit: 5 });
  expect(keyOf({ limit: 5 })).toBe(first);
  const second = keyOf({ limit: 6 });
  expect(second).not.toBe(first);
  // What was sent before is another operation when it is sent again after something else.
  expect(keyOf({ limit: 5 })).not.toBe(first);
  for (const key of [first, second])
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
