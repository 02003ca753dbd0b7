import { expect, test } from 'vitest';
import { expiryNotice } from './account-expiry.ts';

const person = (over: { access_scope?: 'account' | 'partner' | 'system'; active?: boolean; to?: string | null }) => ({
  access_scope: over.access_scope ?? ('account' as const),
  primary_account_id: 'a',
  accounts: [
    { id: 'b', active: false, service_period: { to: null } },
    { id: 'a', active: over.active ?? true, service_period: { to: over.to === undefined ? '2026-12-21' : over.to } },
  ],
});

test.each([
  ['2026-11-20', null],
  ['2026-11-21', { kind: 'expiring', days: 30 }],
  ['2026-12-20', { kind: 'expiring', days: 1 }],
  ['2026-12-21', { kind: 'expiring', days: 0 }],
  ['2026-12-22', { kind: 'expired' }],
])('[S-155] an account that ends on 2026-12-21, seen on %s', (today, notice) => {
  expect(expiryNotice(person({}), today)).toEqual(notice);
});

test('[S-154] an inactive primary account is told to account scope only', () => {
  expect(expiryNotice(person({ active: false }), '2026-01-01')).toEqual({ kind: 'expired' });
  expect(expiryNotice(person({ active: false, access_scope: 'partner' }), '2026-01-01')).toBeNull();
  expect(expiryNotice(person({ active: false, access_scope: 'system' }), '2026-01-01')).toBeNull();
});

test('an account without an end never expires', () => {
  expect(expiryNotice(person({ to: null }), '2099-01-01')).toBeNull();
});
