import { describe, expect, test } from 'vitest';
import type { Permission, Scope } from '../viewer.ts';
import {
  gainedFeatures,
  PACKAGE_CATALOGUE,
  PACKAGE_CATEGORIES,
  PACKAGE_FEATURES,
  PACKAGE_OF,
  PACKAGED_APPLICATIONS,
  PACKAGES,
  packageId,
} from './package-catalogue.ts';
import { upgradesFrom, whyNotEnablePackages, whyNotUpgrade } from './package-rules.ts';

const viewer = (scope: Scope, primaryAccountId: string | null, permissions: Permission[] = ['manage_account']) => ({
  scope,
  primaryAccountId,
  permissions: new Set(permissions),
});
const customer = { partner_account_id: 'partner', system_account: false, unconfirmed: false };
const without = { partner_account_id: null, system_account: false, unconfirmed: false };

describe('who enables packages', () => {
  test.each([
    ['[A-221] system scope, for any account', viewer('system', 'platform'), without, null],
    [
      '[A-221] system scope without an account of its own, for one without a partner',
      viewer('system', null),
      without,
      null,
    ],
    ['[S-425] a partner, for its customer', viewer('partner', 'partner'), customer, null],
    ['[S-425] a partner, for another one’s customer', viewer('partner', 'other'), customer, 'CONTACT_SALES'],
    ['[S-425] a partner, for itself', viewer('partner', 'partner'), without, 'CONTACT_SALES'],
    ['[A-222] account scope', viewer('account', 'customer'), customer, 'CONTACT_SALES'],
    ['[A-222] account scope without any permission', viewer('account', 'customer', []), customer, 'CONTACT_SALES'],
    ['system scope that may only view', viewer('system', 'platform', ['view_account']), customer, 'FORBIDDEN'],
    ['a partner that may only view', viewer('partner', 'partner', ['view_account']), customer, 'FORBIDDEN'],
    [
      'anybody, for the platform’s own account',
      viewer('system', 'platform'),
      { ...without, system_account: true },
      'SYSTEM_ACCOUNT',
    ],
    [
      'system scope, for one that came from another platform and may still be undone',
      viewer('system', 'platform'),
      { ...without, unconfirmed: true },
      'MIGRATION_UNCONFIRMED',
    ],
  ] as const)('%s', (_, who, account, status) => {
    expect(whyNotEnablePackages(who, account)?.status ?? null).toBe(status);
  });
});

describe('what it may be upgraded to', () => {
  test.each([
    [null, ['essential', 'advanced', 'premium']],
    ['essential', ['advanced', 'premium']],
    ['advanced', ['premium']],
    ['premium', []],
  ] as const)('[A-217 A-218] from %s: %j', (held, upgrades) => {
    expect(upgradesFrom(held)).toEqual(upgrades);
  });

  test('[A-220] the one that is held and a smaller one are refused, each by its own reason', () => {
    expect(whyNotUpgrade('advanced', 'advanced')).toEqual({ status: 'PACKAGE_HELD' });
    expect(whyNotUpgrade('advanced', 'essential')).toEqual({ status: 'PACKAGE_NO_UPGRADE' });
    expect(whyNotUpgrade('premium', 'advanced')).toEqual({ status: 'PACKAGE_NO_UPGRADE' });
  });
});

describe('the catalogue', () => {
  test('[A-216] each package has its id, and either of the two names it', () => {
    expect(PACKAGES.map(packageId)).toEqual(['pkg_essential', 'pkg_advanced', 'pkg_premium']);
    for (const code of PACKAGES) expect([PACKAGE_OF[code], PACKAGE_OF[packageId(code)]]).toEqual([code, code]);
  });

  test.each(PACKAGED_APPLICATIONS)('[A-219] %s has the four categories, and no feature twice', (application) => {
    const groups = PACKAGE_CATALOGUE[application];
    expect(groups.map(({ category }) => category)).toEqual(PACKAGE_CATEGORIES);
    const ids = groups.flatMap(({ features }) => features.map(({ featureId }) => featureId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { features } of groups) expect(features).not.toEqual([]);
  });

  test('every feature is in the packages of some application', () => {
    const used = PACKAGED_APPLICATIONS.flatMap((one) => PACKAGE_CATALOGUE[one]).flatMap(({ features }) => features);
    expect([...new Set(used.map(({ featureId }) => featureId))].toSorted()).toEqual([...PACKAGE_FEATURES]);
  });

  test.each(PACKAGED_APPLICATIONS)('an upgrade of %s takes nothing away and adds something', (application) => {
    const features = PACKAGE_CATALOGUE[application].flatMap((group) => group.features);
    const lost = features.filter(({ availability: { essential, advanced, premium } }) =>
      essential ? !advanced || !premium : advanced && !premium,
    );
    expect(lost).toEqual([]);
    for (const held of [null, ...PACKAGES])
      for (const to of upgradesFrom(held)) expect(gainedFeatures(application, held, to)).not.toEqual([]);
  });

  test('what an upgrade adds is what the larger package has and the smaller one has not', () => {
    expect(gainedFeatures('ca_manager', 'advanced', 'premium')).toEqual([
      'two_person_approval',
      'hardware_keys',
      'audit_log_export',
      'round_the_clock_support',
    ]);
    expect(gainedFeatures('ca_manager', null, 'essential')).toContain('certificate_inventory');
  });
});
