/** Every area's handlers. An endpoint of the contract without one does not compile. */
import type { areas } from '@signet/contract';
import type { HandlersOf } from '../http/handler.ts';
import { accountsRoutes } from './accounts/routes.ts';
import { auditForwardingRoutes } from './audit-forwarding/routes.ts';
import { accessCheckRoutes } from './access-check/routes.ts';
import { administratorsRoutes } from './administrators/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { certificatesRoutes } from './certificates/routes.ts';
import { certificateProfilesRoutes } from './certificate-profiles/routes.ts';
import { certificateTemplatesRoutes } from './certificate-templates/routes.ts';
import { enrollmentsRoutes } from './enrollments/routes.ts';
import { endsSoonRoutes } from './ends-soon/routes.ts';
import { featuresRoutes } from './features/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { certificateAuthoritiesRoutes } from './certificate-authorities/routes.ts';
import { certificateStatusRoutes } from './certificate-status/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { licensesRoutes } from './licenses/routes.ts';
import { listSettingsRoutes } from './list-settings/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { migrationRoutes } from './migration/routes.ts';
import { apiTokensRoutes } from './api-tokens/routes.ts';
import { clientAuthCertificatesRoutes } from './client-auth-certificates/routes.ts';
import { oauthAuthorizationRoutes } from './oauth-authorization/routes.ts';
import { oauthClientsRoutes } from './oauth-clients/routes.ts';
import { organizationsRoutes } from './organizations/routes.ts';
import { packagesRoutes } from './packages/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { rolesRoutes } from './roles/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { secondFactorsRoutes } from './second-factors/routes.ts';
import { serviceUsersRoutes } from './service-users/routes.ts';
import { seatsRoutes } from './seats/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { selfServiceRoutes } from './self-service/routes.ts';
import { signingClientsRoutes } from './signing-clients/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';

type Handlers = { [A in keyof typeof areas]: HandlersOf<(typeof areas)[A]> };

export const handlers: Handlers = {
  setup: setupRoutes,
  signIn: signInRoutes,
  secondFactors: secondFactorsRoutes,
  selfService: selfServiceRoutes,
  profile: profileRoutes,
  settings: settingsRoutes,
  accounts: accountsRoutes,
  administrators: administratorsRoutes,
  accessCheck: accessCheckRoutes,
  organizations: organizationsRoutes,
  certificates: certificatesRoutes,
  certificateProfiles: certificateProfilesRoutes,
  certificateTemplates: certificateTemplatesRoutes,
  seats: seatsRoutes,
  enrollments: enrollmentsRoutes,
  endsSoon: endsSoonRoutes,
  people: peopleRoutes,
  serviceUsers: serviceUsersRoutes,
  features: featuresRoutes,
  licenses: licensesRoutes,
  packages: packagesRoutes,
  roles: rolesRoutes,
  bulk: bulkRoutes,
  listSettings: listSettingsRoutes,
  search: searchRoutes,
  mail: mailRoutes,
  migration: migrationRoutes,
  auditLog: auditLogRoutes,
  auditForwarding: auditForwardingRoutes,
  health: healthRoutes,
  apiTokens: apiTokensRoutes,
  clientAuthCertificates: clientAuthCertificatesRoutes,
  certificateAuthorities: certificateAuthoritiesRoutes,
  certificateStatus: certificateStatusRoutes,
  oauthClients: oauthClientsRoutes,
  signingClients: signingClientsRoutes,
  oauthAuthorization: oauthAuthorizationRoutes,
};
