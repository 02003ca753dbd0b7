/**
 * A well-formed request for every endpoint, area by area. The access matrix sends it as each kind of person; an
 * endpoint without one does not compile.
 */
import type { areas } from '@signet/contract';
import { accessCheckSamples } from '../areas/access-check/access-samples.ts';
import { accountsSamples } from '../areas/accounts/access-samples.ts';
import { auditForwardingSamples } from '../areas/audit-forwarding/access-samples.ts';
import { administratorsSamples } from '../areas/administrators/access-samples.ts';
import { auditLogSamples } from '../areas/audit-log/access-samples.ts';
import { certificatesSamples } from '../areas/certificates/access-samples.ts';
import { certificateProfilesSamples } from '../areas/certificate-profiles/access-samples.ts';
import { certificateTemplatesSamples } from '../areas/certificate-templates/access-samples.ts';
import { enrollmentsSamples } from '../areas/enrollments/access-samples.ts';
import { endsSoonSamples } from '../areas/ends-soon/access-samples.ts';
import { featuresSamples } from '../areas/features/access-samples.ts';
import { healthSamples } from '../areas/health/access-samples.ts';
import { certificateAuthoritiesSamples } from '../areas/certificate-authorities/access-samples.ts';
import { certificateStatusSamples } from '../areas/certificate-status/access-samples.ts';
import { bulkSamples } from '../areas/bulk/access-samples.ts';
import { licensesSamples } from '../areas/licenses/access-samples.ts';
import { listSettingsSamples } from '../areas/list-settings/access-samples.ts';
import { mailSamples } from '../areas/mail/access-samples.ts';
import { migrationSamples } from '../areas/migration/access-samples.ts';
import { apiTokensSamples } from '../areas/api-tokens/access-samples.ts';
import { oauthAuthorizationSamples } from '../areas/oauth-authorization/access-samples.ts';
import { oauthClientsSamples } from '../areas/oauth-clients/access-samples.ts';
import { organizationsSamples } from '../areas/organizations/access-samples.ts';
import { clientAuthCertificatesSamples } from '../areas/client-auth-certificates/access-samples.ts';
import { packagesSamples } from '../areas/packages/access-samples.ts';
import { peopleSamples } from '../areas/people/access-samples.ts';
import { profileSamples } from '../areas/profile/access-samples.ts';
import { rolesSamples } from '../areas/roles/access-samples.ts';
import { searchSamples } from '../areas/search/access-samples.ts';
import { serviceUsersSamples } from '../areas/service-users/access-samples.ts';
import { seatsSamples } from '../areas/seats/access-samples.ts';
import { settingsSamples } from '../areas/settings/access-samples.ts';
import { secondFactorsSamples } from '../areas/second-factors/access-samples.ts';
import { selfServiceSamples } from '../areas/self-service/access-samples.ts';
import { signingClientsSamples } from '../areas/signing-clients/access-samples.ts';
import { setupSamples } from '../areas/setup/access-samples.ts';
import { signInSamples } from '../areas/sign-in/access-samples.ts';
import type { SamplesOf } from './sample.ts';

type Samples = { [A in keyof typeof areas]: SamplesOf<(typeof areas)[A]> };

export const SAMPLES: Samples = {
  setup: setupSamples,
  signIn: signInSamples,
  secondFactors: secondFactorsSamples,
  selfService: selfServiceSamples,
  profile: profileSamples,
  settings: settingsSamples,
  accounts: accountsSamples,
  administrators: administratorsSamples,
  accessCheck: accessCheckSamples,
  organizations: organizationsSamples,
  certificates: certificatesSamples,
  certificateProfiles: certificateProfilesSamples,
  certificateTemplates: certificateTemplatesSamples,
  seats: seatsSamples,
  enrollments: enrollmentsSamples,
  endsSoon: endsSoonSamples,
  people: peopleSamples,
  serviceUsers: serviceUsersSamples,
  features: featuresSamples,
  licenses: licensesSamples,
  packages: packagesSamples,
  roles: rolesSamples,
  bulk: bulkSamples,
  listSettings: listSettingsSamples,
  search: searchSamples,
  mail: mailSamples,
  migration: migrationSamples,
  auditLog: auditLogSamples,
  auditForwarding: auditForwardingSamples,
  health: healthSamples,
  apiTokens: apiTokensSamples,
  clientAuthCertificates: clientAuthCertificatesSamples,
  certificateAuthorities: certificateAuthoritiesSamples,
  certificateStatus: certificateStatusSamples,
  oauthClients: oauthClientsSamples,
  signingClients: signingClientsSamples,
  oauthAuthorization: oauthAuthorizationSamples,
};
