import { expect, test } from 'vitest';
import type { Viewer } from '../viewer.ts';
import {
  proposedIdentifier,
  whyNotDeleteAccount,
  whyNotSetServiceEnd,
  whyNotSwitchAccount,
  whyOutOfService,
} from './account-rules.ts';

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

test('[A-272] nobody switches off, ends or deletes the account that they belong to, whatever lets them edit it', () => {
  const permissions: Viewer['permissions'] = new Set(['manage_account', 'view_account']);
  const own = { id: 'own', partner_account_id: 'own', system_account: false, customers: 0 };
  const period = { service_from: '2026-01-01', service_to: '2026-12-31' };
  const ask = (scope: 'system' | 'partner', account: typeof own) => {
    const viewer = { scope, permissions, primaryAccountId: 'own' };
    const end = whyNotSetServiceEnd(viewer, { ...account, ...period }, '2027-12-31', '2026-11-21');
    return [whyNotSwitchAccount(viewer, account), end, whyNotDeleteAccount(viewer, account)].map((why) => why?.status);
  };
  expect(ask('partner', own)).toEqual(['OWN_ACCOUNT', 'OWN_ACCOUNT', 'FORBIDDEN']);
  expect(ask('system', own)).toEqual(['OWN_ACCOUNT', undefined, 'OWN_ACCOUNT']);
  expect(ask('system', { ...own, id: 'other' })).toEqual([undefined, undefined, undefined]);
});
