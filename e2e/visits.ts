/** The visits of all areas, and whether they fit the map of the console: a page without a visit fails a test. */
import { visits as accounts } from './visits/accounts.ts';
import { visits as administrators } from './visits/administrators.ts';
import { visits as assistant } from './visits/assistant.ts';
import { visits as auditForwarding } from './visits/audit-forwarding.ts';
import { visits as auditLog } from './visits/audit-log.ts';
import { visits as bulk } from './visits/bulk.ts';
import { visits as certificateAuthorities } from './visits/certificate-authorities.ts';
import { visits as certificateProfiles } from './visits/certificate-profiles.ts';
import { visits as certificateTemplates } from './visits/certificate-templates.ts';
import { visits as certificates } from './visits/certificates.ts';
import { visits as enrollments } from './visits/enrollments.ts';
import { visits as clientTools } from './visits/client-tools.ts';
import { visits as endsSoon } from './visits/ends-soon.ts';
import { visits as errors } from './visits/errors.ts';
import { visits as features } from './visits/features.ts';
import { visits as legal } from './visits/legal.ts';
import { visits as licenses } from './visits/licenses.ts';
import { visits as licenseHistory } from './visits/license-history.ts';
import { visits as mail } from './visits/mail.ts';
import { visits as apiTokens } from './visits/api-tokens.ts';
import { visits as integrations } from './visits/integrations.ts';
import { visits as clientAuthCertificates } from './visits/client-auth-certificates.ts';
import { visits as oauthAuthorization } from './visits/oauth-authorization.ts';
import { visits as migration } from './visits/migration.ts';
import { visits as organizations } from './visits/organizations.ts';
import { visits as packages } from './visits/packages.ts';
import { visits as profile } from './visits/profile.ts';
import { visits as renewals } from './visits/renewals.ts';
import { visits as roles } from './visits/roles.ts';
import { visits as search } from './visits/search.ts';
import { visits as seats } from './visits/seats.ts';
import { visits as selfService } from './visits/self-service.ts';
import { visits as serviceUsers } from './visits/service-users.ts';
import { visits as settings } from './visits/settings.ts';
import { visits as setup } from './visits/setup.ts';
import { visits as signIn } from './visits/sign-in.ts';
import { visits as start } from './visits/start.ts';
import type { Visit } from './visits/visit.ts';

export const VISITS: readonly Visit[] = [
  ...start,
  ...signIn,
  ...selfService,
  ...setup,
  ...endsSoon,
  ...errors,
  ...assistant,
  ...legal,
  ...search,
  ...accounts,
  ...apiTokens,
  ...integrations,
  ...oauthAuthorization,
  ...clientAuthCertificates,
  ...licenseHistory,
  ...organizations,
  ...certificates,
  ...seats,
  ...enrollments,
  ...renewals,
  ...certificateProfiles,
  ...certificateTemplates,
  ...certificateAuthorities,
  ...serviceUsers,
  ...licenses,
  ...features,
  ...packages,
  ...bulk,
  ...migration,
  ...clientTools,
  ...settings,
  ...mail,
  ...auditForwarding,
  ...profile,
  ...administrators,
  ...roles,
  ...auditLog,
];

type Spec = { path: string; page?: unknown; children?: readonly Spec[] };

/** The addresses of every page of the map; those that only lead elsewhere are none. */
export function pagesOf(specs: readonly Spec[], parent = '/account'): string[] {
  return specs.flatMap((spec) => {
    const address = spec.path === '' ? parent : `${parent}/${spec.path}`;
    return [...(spec.page ? [address] : []), ...pagesOf(spec.children ?? [], address)];
  });
}

/** The pages of the map that nobody visits. */
export function unvisitedPages(specs: readonly Spec[]): string[] {
  const visited = new Set(VISITS.map((visit) => visit.route));
  return pagesOf(specs).filter((address) => !visited.has(address));
}

/** Visits to pages that the map does not have any more. */
export function staleVisits(specs: readonly Spec[]): string[] {
  const pages = new Set([...pagesOf(specs), '*']);
  return VISITS.filter((visit) => !pages.has(visit.route)).map((visit) => `${visit.name} (${visit.route})`);
}
