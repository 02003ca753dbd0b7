/**
 * The sections of an account's page, in their order, without what stands in them: for a page that shows their titles
 * alone as well. account.ts has what each draws.
 */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { hasFeatures } from '@signet/contract/areas/feature-rules';
import type { RecordOutline } from '../shell/detail/record-section.ts';

/** License versions of the first generation have no license section. */
const WITHOUT_LICENSES = '1.0';

const isLinked = ({ federated_account_id: id }: Account): boolean => id !== null;
const isTenant = ({ system_account }: Account): boolean => !system_account;
export const hasLicenses = (account: Account): boolean =>
  isTenant(account) && account.license_version !== WITHOUT_LICENSES;

const outline = [
  {
    id: 'linked',
    title: 'accounts.linked',
    when: isLinked,
  },
  {
    id: 'organizations',
    title: 'organizations.title',
    when: isTenant,
    access: ACCESS.organizations.view,
  },
  {
    id: 'administrators',
    title: 'nav.administrators',
    when: isTenant,
    access: ACCESS.administrators.view,
  },
  {
    id: 'customers',
    title: 'accounts.customers',
    when: (account) => account.type === 'partner',
    access: ACCESS.accounts.viewPartners,
  },
  {
    id: 'licenses',
    title: 'accounts.licenses',
    when: hasLicenses,
    access: ACCESS.licenses.view,
  },
  {
    id: 'features',
    title: 'features.title',
    access: ACCESS.features.view,
    when: hasFeatures,
  },
  {
    id: 'packages',
    title: 'packages.title',
    when: isTenant,
    access: ACCESS.packages.view,
  },
  {
    id: 'certificate-templates',
    title: 'nav.certificateTemplates',
    when: isTenant,
    access: ACCESS.certificateTemplates.view,
  },
  {
    id: 'certificate-profiles',
    title: 'nav.certificateProfiles',
    when: isTenant,
    access: ACCESS.certificateProfiles.view,
  },
  {
    id: 'sign-in',
    title: 'accounts.signIn',
    when: (account) => isTenant(account) && !isLinked(account),
  },
  {
    id: 'email-domains',
    title: 'emailDomains.domains',
    when: (account) => isTenant(account) && !isLinked(account) && !account.allow_user_creation_via_sso,
  },
  {
    id: 'self-service',
    title: 'selfServiceLinks.title',
    when: (account) => isTenant(account) && !isLinked(account),
    access: ACCESS.selfService.manage,
  },
  {
    id: 'integrations',
    title: 'accounts.integrations',
    when: isTenant,
    access: ACCESS.oauthClients.view,
  },
  {
    id: 'signing-clients',
    title: 'signingClients.title',
    when: (account) => isTenant(account) && account.has_dsm_license,
    access: ACCESS.signingClients.view,
  },
  {
    id: 'endings',
    title: 'accounts.endings',
    when: isTenant,
  },
  {
    id: 'history',
    title: 'accounts.history',
    closed: true,
  },
  {
    id: 'help',
    title: 'accounts.help',
    when: isTenant,
    closed: true,
  },
] as const satisfies readonly RecordOutline<Account>[];

export type AccountSectionId = (typeof outline)[number]['id'];

export default outline;
