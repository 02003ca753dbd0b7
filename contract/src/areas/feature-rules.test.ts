import { expect, test } from 'vitest';
import { APP_CODES, type Permission } from '../viewer.ts';
import { catalogueOf, FEATURE_APPLICATIONS } from './feature-catalogue.ts';
import {
  allSwitchedOn,
  hasFeatures,
  isAllOn,
  switched,
  whyNotSwitchFeatures,
  whyNotTrialEnd,
  wrongFeatures,
  type FeatureState,
} from './feature-rules.ts';

const DAYS = { today: '2026-11-21', accountEnd: '2027-01-31' };
const state = (featureId: string, enabled: boolean, endDate: string | null = null): FeatureState => ({
  featureId,
  enabled,
  endDate,
});
const OFF = ['public_issuance', 'key_locker_account', 'trial_account'].map((id) => state(id, false));
/** What is wrong once these stand so, all others off. */
const wrong = (...on: FeatureState[]) =>
  wrongFeatures(
    OFF,
    OFF.map((one) => on.find(({ featureId }) => featureId === one.featureId) ?? one),
    DAYS,
  ).map(({ featureId, part, reason }) => [featureId, part, reason.status]);

test('[A-227 A-228] applications stand in one order, their features by display order; signing has the three', () => {
  expect(FEATURE_APPLICATIONS).toEqual(APP_CODES);
  for (const app of FEATURE_APPLICATIONS) {
    const orders = catalogueOf(app).map(({ displayOrder }) => displayOrder);
    expect(orders, app).toEqual([...new Set(orders)].toSorted((a, b) => a - b));
  }
  expect(catalogueOf('secure_software_manager').map(({ featureId }) => featureId)).toEqual([
    'public_issuance',
    'key_locker_account',
    'trial_account',
    'timestamping',
    'release_approval',
  ]);
});

test('[A-066] every account has features but the platform’s own', () => {
  expect([hasFeatures({ system_account: false }), hasFeatures({ system_account: true })]).toEqual([true, false]);
});

test('[A-231 A-232 A-233] key-locker excludes a trial and needs public issuance; a trial needs its last day', () => {
  expect(wrong(state('key_locker_account', true))).toEqual([
    ['key_locker_account', 'enabled', 'PUBLIC_ISSUANCE_NEEDED'],
  ]);
  expect(wrong(state('key_locker_account', true), state('public_issuance', true))).toEqual([]);
  expect(
    wrong(
      state('key_locker_account', true),
      state('public_issuance', true),
      state('trial_account', true, '2026-12-01'),
    ),
  ).toEqual([['key_locker_account', 'enabled', 'TRIAL_AND_KEY_LOCKER']]);
  expect(wrong(state('trial_account', true))).toEqual([['trial_account', 'end_date', 'TRIAL_END_MISSING']]);
  expect(wrong(state('trial_account', true, '2026-12-01'))).toEqual([]);
});

test('[A-234 A-235] the last day of a trial is today or later, and not after the account’s end', () => {
  const status = (day: string | null, more = {}) => whyNotTrialEnd(day, { ...DAYS, ...more })?.status ?? null;
  expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => status(day))).toEqual(['END_IN_PAST', null, null]);
  expect(['2027-01-31', '2027-02-01'].map((day) => status(day))).toEqual([null, 'TRIAL_AFTER_ACCOUNT']);
  expect(status('2999-12-31', { accountEnd: null })).toBeNull();
  expect([status(null), status('')]).toEqual(['TRIAL_END_MISSING', 'TRIAL_END_MISSING']);
  // The account's end was brought forward since: the day that is stored may stay.
  expect(status('2027-02-01', { before: '2027-02-01' })).toBeNull();
});

test('[A-231] the one that is switched on puts the other out; nothing else does', () => {
  const both = { key_locker_account: false, trial_account: true, timestamping: false };
  expect(switched(both, 'key_locker_account', true)).toEqual({
    switches: { key_locker_account: true, trial_account: false, timestamping: false },
    putOut: 'trial_account',
  });
  expect(switched({ key_locker_account: true, trial_account: false }, 'trial_account', true).putOut).toBe(
    'key_locker_account',
  );
  expect(switched(both, 'timestamping', true).putOut).toBeNull();
  expect(switched(both, 'trial_account', false)).toEqual({
    switches: { ...both, trial_account: false },
    putOut: null,
  });
});

test('[A-230] all on leaves the trial off where there is a key-locker, and nowhere else', () => {
  expect(allSwitchedOn({ public_issuance: false, key_locker_account: false, trial_account: true })).toEqual({
    public_issuance: true,
    key_locker_account: true,
    trial_account: false,
  });
  expect(allSwitchedOn({ discovery_scans: false, trial_account: false })).toEqual({
    discovery_scans: true,
    trial_account: true,
  });
  expect(isAllOn({ public_issuance: true, key_locker_account: true, trial_account: false })).toBe(true);
  expect(isAllOn({ public_issuance: true, key_locker_account: false, trial_account: true })).toBe(false);
});

test('[A-240 A-241] system scope switches, a partner for its customers; not for itself, nor account scope', () => {
  const viewer = (scope: 'system' | 'partner' | 'account', permissions: Permission[] = ['manage_account']) => ({
    scope,
    permissions: new Set(permissions),
    primaryAccountId: 'umbra',
  });
  const own = { partner_account_id: null, system_account: false, unconfirmed: false };
  const customer = { partner_account_id: 'umbra', system_account: false, unconfirmed: false };
  const status = (...given: Parameters<typeof whyNotSwitchFeatures>) => whyNotSwitchFeatures(...given)?.status ?? null;
  expect(status(viewer('system'), own)).toBeNull();
  expect(status(viewer('system', ['view_account']), own)).toBe('FORBIDDEN');
  expect(status(viewer('system'), { ...own, system_account: true })).toBe('SYSTEM_ACCOUNT');
  expect(status(viewer('partner'), customer)).toBeNull();
  expect(status(viewer('partner'), own)).toBe('FORBIDDEN');
  expect(status(viewer('partner'), { ...customer, partner_account_id: 'calder' })).toBe('FORBIDDEN');
  expect(status(viewer('account'), customer)).toBe('FORBIDDEN');
});
