import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { expect, test } from 'vitest';
import { newestOf } from './recent-events.ts';

const event = (id: string, at: string): AuditEventRow => ({
  id,
  at,
  action: 'UPDATE',
  resource_type: 'USER',
  resource_id: null,
  resource_name: null,
  account_id: null,
  account_name: null,
  actor_id: null,
  actor_name: null,
  actor_scope: null,
  actor_via: 'session',
  result: 'success',
  message: null,
});
const A = event('a', '2026-11-20 08:00:00');
const B = event('b', '2026-11-20 09:00:00');
const C = event('c', '2026-11-21 09:00:00');
const D = event('d', '2026-11-21 09:00:00');

test('what somebody did and what was done to them come newest first, each once, and no more than wanted', () => {
  expect(
    newestOf(
      [
        [C, A],
        [D, C, B],
      ],
      3,
    ),
  ).toEqual([D, C, B]);
  expect(newestOf([[], [A]], 3)).toEqual([A]);
  expect(newestOf([[], []], 3)).toEqual([]);
});
