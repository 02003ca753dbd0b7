import { expect, test } from 'vitest';
import { expiryNotice } from './account-expiry.ts';

type Over = { access_scope?: 'account' | 'partner' | 'system'; active?: boolean; from?: string; to?: string | null };
const person = ({ access_scope = 'account', active = true, from = '2025-01-01', to = '2026-12-21' }: Over) => ({
  access_scope,
  primary_account_id: 'a',
  accounts: [
    { id: 'b', display_name: 'Calder', active: false, service_period: { from, to: null } },
    { id: 'a', display_name: 'Nordmark', active, service_period: { from, to } },
  ],
});

test.each([
  ['2026-11-20', null],
  ['2026-11-21', { kind: 'expiring', days: 30 }],
  ['2026-12-20', { kind: 'expiring', days: 1 }],
  ['2026-12-21', { kind: 'expiring', days: 0 }],
  ['2026-12-22', { kind: 'expired', name: 'Nordmark', why: 'ended', day: '2026-12-21' }],
])('[S-155] an account that ends on 2026-12-21, seen on %s', (today, notice) => {
  expect(expiryNotice(person({}), today)).toEqual(notice);
});

test('[S-154] an inactive primary account is told to account scope only', () => {
  const inactive = { kind: 'expired', name: 'Nordmark', why: 'inactive', day: null };
  expect(expiryNotice(person({ active: false }), '2026-01-01')).toEqual(inactive);
  expect(expiryNotice(person({ active: false, access_scope: 'partner' }), '2026-01-01')).toBeNull();
  expect(expiryNotice(person({ active: false, access_scope: 'system' }), '2026-01-01')).toBeNull();
});

test('an account that has not begun says when it does', () => {
  const notice = { kind: 'expired', name: 'Nordmark', why: 'not_begun', day: '2026-02-01' };
  expect(expiryNotice(person({ active: false, from: '2026-02-01' }), '2026-01-31')).toEqual(notice);
});

test('an account without an end never expires', () => {
  expect(expiryNotice(person({ to: null }), '2099-01-01')).toBeNull();
});
