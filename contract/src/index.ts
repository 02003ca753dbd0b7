/** Every endpoint of the platform by area. The server must handle each, the console is typed from them. */
import { accessCheck } from './areas/access-check.ts';
import { accounts } from './areas/accounts.ts';
import { auditForwarding } from './areas/audit-forwarding.ts';
import { auditLog } from './areas/audit-log.ts';
import { certificates } from './areas/certificates.ts';
import { certificateProfiles } from './areas/certificate-profiles.ts';
import { certificateTemplates } from './areas/certificate-templates.ts';
import { seats } from './areas/seats.ts';
import { enrollments } from './areas/enrollments.ts';
import { endsSoon } from './areas/ends-soon.ts';
import { features } from './areas/features.ts';
import { health } from './areas/health.ts';
import { certificateAuthorities } from './areas/certificate-authorities.ts';
import { certificateStatus } from './areas/certificate-status.ts';
import { bulk } from './areas/bulk.ts';
import { listSettings } from './areas/list-settings.ts';
import { licenses } from './areas/licenses.ts';
import { mail } from './areas/mail.ts';
import { migration } from './areas/migration.ts';
import { apiTokens } from './areas/api-tokens.ts';
import { clientAuthCertificates } from './areas/client-auth-certificates.ts';
import { oauthClients } from './areas/oauth-clients.ts';
import { oauthAuthorization } from './areas/oauth-authorization.ts';
import { organizations } from './areas/organizations.ts';
import { administrators } from './areas/administrators.ts';
import { packages } from './areas/packages.ts';
import { people } from './areas/people.ts';
import { profileArea } from './areas/profile.ts';
import { roles } from './areas/roles.ts';
import { search } from './areas/search.ts';
import { selfService } from './areas/self-service.ts';
import { serviceUsers } from './areas/service-users.ts';
import { settings } from './areas/settings.ts';
import { setup } from './areas/setup.ts';
import { secondFactors } from './areas/second-factors.ts';
import { signingClients } from './areas/signing-clients.ts';
import { signIn } from './areas/sign-in.ts';
import type { Endpoint } from './endpoint.ts';

export const areas = {
  setup,
  signIn,
  secondFactors,
  selfService,
  profile: profileArea,
  settings,
  accounts,
  administrators,
  accessCheck,
  organizations,
  certificates,
  certificateProfiles,
  certificateTemplates,
  seats,
  enrollments,
  endsSoon,
  people,
  serviceUsers,
  features,
  licenses,
  packages,
  roles,
  bulk,
  listSettings,
  search,
  mail,
  migration,
  auditLog,
  auditForwarding,
  health,
  apiTokens,
  oauthAuthorization,
  certificateAuthorities,
  certificateStatus,
  clientAuthCertificates,
  oauthClients,
  signingClients,
};

type Areas = typeof areas;
type EndpointOf<A> = A[keyof A];
/** Every declared endpoint as a union. */
export type AnyEndpoint = { [A in keyof Areas]: EndpointOf<Areas[A]> }[keyof Areas];
/** Endpoints by "METHOD /path": what the console's `call` is typed from. */
export type Api = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };

export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap((area): Endpoint[] => Object.values(area));
