/** For component tests: licenses as the platform would answer them. */
import { ACCESS, licenseAccess } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseApplication, LicenseFeature } from '@signet/contract/areas/licenses';
import type { LicenseGeneration } from '@signet/contract/licensed-features';
import type { Person } from './person.ts';

export const ACCOUNT_ID = '00000000-0000-4000-8000-000000000200';

/** What of an account the pages of its licenses look at. */
export const ACCOUNT = {
  id: ACCOUNT_ID,
  name: 'Nordmark Landesbank',
  display_name: 'Nordmark Landesbank',
  friendly_identifier: 'nordmark-lb',
  active: true,
  type: 'standard',
  system_account: false,
  license_version: '2.0',
  federated_account_id: null,
} as Account;

type Figures = {
  limit: number;
  used: number;
  available?: number;
  availableOf?: string | null;
  usedAbove?: number;
  drawsOn?: LicenseFeature['attributes']['draws_on'];
  asOf?: LicenseFeature['attributes']['as_of'];
  forecast?: LicenseFeature['attributes']['forecast'];
  generation?: LicenseGeneration;
};

/** What remains follows from limit and use. */
export function feature(name: string, { limit, used, ...more }: Figures): LicenseFeature {
  const { available = 1_000, availableOf = null, asOf = null, generation = 'v2', usedAbove = 0, drawsOn = null } = more;
  const { forecast = { kind: limit === -1 ? 'no_limit' : 'too_little_history', date: null } } = more;
  const remaining = limit === -1 ? -1 : Math.max(limit - used, 0);
  return {
    name,
    generation,
    attributes: {
      limit,
      used,
      remaining,
      handed_on: 0,
      used_above: usedAbove,
      draws_on: drawsOn,
      available,
      comes_back: usedAbove,
      available_of: availableOf,
      as_of: asOf,
      forecast,
    },
  };
}

export function application(
  app: LicenseApplication['app_code'],
  features: LicenseFeature[],
  more: Partial<LicenseApplication> = {},
): LicenseApplication {
  return {
    name: app,
    app_code: app,
    license_feature_version: 'v2',
    show_v2_feature_toggle: false,
    features,
    why_not: { edit: null },
    ...more,
  };
}

/** Somebody of system scope who may edit the licenses of two applications. */
export const EDITOR: Person = {
  scope: 'system',
  permissions: [
    ...ACCESS.licenses.edit.all,
    ...(['secure_software_manager', 'ca_manager'] as const).flatMap((app) => licenseAccess.view(app).any),
  ],
  accounts: ['Signet platform'],
};
