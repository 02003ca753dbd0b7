/** Features of the demo's accounts: a key-locker, trials that end at different times, what the defaults leave off. */
import type { FeatureId } from '@signet/contract/areas/feature-catalogue';
import type { AppCode } from '@signet/contract/viewer';
import { inDays } from './accounts.ts';
import { whoLooksAfter, type FurnishStep } from './demo.ts';

type Switched = [account: string, app: AppCode, features: Partial<Record<FeatureId, boolean>>, trialDays?: number];

/** A trial's days are from today on. */
const SWITCHED: readonly Switched[] = [
  ['nordmark-lb', 'ca_manager', { public_issuance: true }],
  ['nordmark-lb', 'secure_software_manager', { public_issuance: true, key_locker_account: true }],
  ['nordmark-lb', 'discovery_automation_manager', { automated_renewal: true }],
  ['nordmark-lb', 'document_signing_manager', { trial_account: true }, 40],
  ['nordmark-lb', 'account_manager', { advanced_reporting: true }],
  ['orsini-custody', 'secure_software_manager', { trial_account: true }, 5],
  ['orsini-custody', 'ca_manager', { private_issuance: false, public_issuance: true }],
  ['helvion-insurance', 'device_trust_manager', { trial_account: true }, 21],
  ['banco-miralta', 'enterprise_manager', { public_issuance: true, autoenrollment: false }],
  ['quayside-cu', 'account_manager', { advanced_reporting: true, custom_branding: true }],
  ['umbra-trust', 'account_manager', { advanced_reporting: true, custom_branding: true }],
];

/** Switches features of a few accounts; all others have the defaults. */
export const furnishFeatures: FurnishStep = async ({ db, now, accounts, accountIds, personIds }) => {
  const rows = SWITCHED.flatMap(([account, app_code, features, trialDays]) =>
    Object.entries(features).map(([feature_id, enabled]) => ({
      account_id: accountIds.get(account) ?? '',
      app_code,
      feature_id,
      enabled,
      end_date: feature_id === 'trial_account' && trialDays !== undefined ? inDays(now, trialDays) : null,
      created_at: now,
      updated_at: now,
      updated_by: personIds.get(whoLooksAfter(account, accounts)) ?? null,
    })),
  );
  await db.insertInto('account_feature').values(rows).execute();
  return {};
};
