/**
 * A well-formed request for every endpoint, area by area. The access matrix sends it as each kind of person; an
 * endpoint without one does not compile.
 */
import type { areas } from '@signet/contract';
import { accountsSamples } from '../areas/accounts/access-samples.ts';
import { auditLogSamples } from '../areas/audit-log/access-samples.ts';
import { healthSamples } from '../areas/health/access-samples.ts';
import { bulkSamples } from '../areas/bulk/access-samples.ts';
import { listSettingsSamples } from '../areas/list-settings/access-samples.ts';
import { mailSamples } from '../areas/mail/access-samples.ts';
import { organizationsSamples } from '../areas/organizations/access-samples.ts';
import { profileSamples } from '../areas/profile/access-samples.ts';
import { searchSamples } from '../areas/search/access-samples.ts';
import { settingsSamples } from '../areas/settings/access-samples.ts';
import { setupSamples } from '../areas/setup/access-samples.ts';
import { signInSamples } from '../areas/sign-in/access-samples.ts';
import type { SamplesOf } from './sample.ts';

type Samples = { [A in keyof typeof areas]: SamplesOf<(typeof areas)[A]> };

export const SAMPLES: Samples = {
  setup: setupSamples,
  signIn: signInSamples,
  profile: profileSamples,
  settings: settingsSamples,
  accounts: accountsSamples,
  organizations: organizationsSamples,
  bulk: bulkSamples,
  listSettings: listSettingsSamples,
  search: searchSamples,
  mail: mailSamples,
  auditLog: auditLogSamples,
  health: healthSamples,
};
