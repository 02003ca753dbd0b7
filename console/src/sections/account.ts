/** The sections of an account's page, in their order. An area brings its own; the page knows none of them. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { hasFeatures } from '@signet/contract/areas/feature-rules';
import { IconHistory } from '@tabler/icons-react';
import AccountEndingsSection from '../areas/accounts/AccountEndingsSection.tsx';
import AccountHelpSection from '../areas/accounts/AccountHelpSection.tsx';
import AccountHistorySection from '../areas/accounts/AccountHistorySection.tsx';
import AccountLinkedSection from '../areas/accounts/AccountLinkedSection.tsx';
import AccountAdministratorsSection from '../areas/administrators/AccountAdministratorsSection.tsx';
import AccountCertificateProfilesSection from '../areas/certificate-profiles/AccountCertificateProfilesSection.tsx';
import AccountTemplatesSection from '../areas/certificate-templates/AccountTemplatesSection.tsx';
import AccountFeaturesSection from '../areas/features/AccountFeaturesSection.tsx';
import AccountIntegrationsSection from '../areas/integrations/AccountIntegrationsSection.tsx';
import AccountLicensesSection from '../areas/licenses/AccountLicensesSection.tsx';
import AccountOrganizationsSection from '../areas/organizations/AccountOrganizationsSection.tsx';
import AccountPackagesSection from '../areas/packages/AccountPackagesSection.tsx';
import AccountSigningClientsSection from '../areas/signing-clients/AccountSigningClientsSection.tsx';
import AccountSelfServiceSection from '../areas/self-service/AccountSelfServiceSection.tsx';
import AccountEmailDomainsSection from '../areas/sign-in/AccountEmailDomainsSection.tsx';
import AccountSignInSection from '../areas/sign-in/AccountSignInSection.tsx';
import type { RecordPanel } from '../shell/detail/record-panel.ts';
import type { RecordSection } from '../shell/detail/record-section.ts';
import { later } from '../shell/routing/later.tsx';

const LicenseHistoryPanel = later(() => import('../areas/licenses/LicenseHistoryPanel.tsx'), null);

/** License versions of the first generation have no license section. */
const WITHOUT_LICENSES = '1.0';

const isLinked = ({ federated_account_id: id }: Account): boolean => id !== null;
const isTenant = ({ system_account }: Account): boolean => !system_account;
const hasLicenses = (account: Account): boolean => isTenant(account) && account.license_version !== WITHOUT_LICENSES;

const sections: readonly RecordSection<Account>[] = [
  {
    id: 'linked',
    title: 'accounts.linked',
    when: isLinked,
    Content: AccountLinkedSection,
  },
  {
    id: 'organizations',
    title: 'organizations.title',
    access: ACCESS.organizations.view,
    Content: AccountOrganizationsSection,
  },
  {
    id: 'administrators',
    title: 'nav.administrators',
    when: isTenant,
    access: ACCESS.administrators.view,
    Content: AccountAdministratorsSection,
  },
  {
    id: 'licenses',
    title: 'accounts.licenses',
    when: hasLicenses,
    access: ACCESS.licenses.view,
    Content: AccountLicensesSection,
  },
  {
    id: 'features',
    title: 'features.title',
    access: ACCESS.features.view,
    when: hasFeatures,
    Content: AccountFeaturesSection,
  },
  {
    id: 'packages',
    title: 'packages.title',
    when: isTenant,
    access: ACCESS.packages.view,
    Content: AccountPackagesSection,
  },
  {
    id: 'certificate-templates',
    title: 'nav.certificateTemplates',
    when: isTenant,
    access: ACCESS.certificateTemplates.view,
    Content: AccountTemplatesSection,
  },
  {
    id: 'certificate-profiles',
    title: 'nav.certificateProfiles',
    when: isTenant,
    access: ACCESS.certificateProfiles.view,
    Content: AccountCertificateProfilesSection,
  },
  {
    id: 'sign-in',
    title: 'accounts.signIn',
    when: (account) => isTenant(account) && !isLinked(account),
    Content: AccountSignInSection,
  },
  {
    id: 'email-domains',
    title: 'emailDomains.domains',
    when: (account) => isTenant(account) && !isLinked(account) && !account.allow_user_creation_via_sso,
    Content: AccountEmailDomainsSection,
  },
  {
    id: 'self-service',
    title: 'selfServiceLinks.title',
    when: (account) => isTenant(account) && !isLinked(account),
    access: ACCESS.selfService.manage,
    Content: AccountSelfServiceSection,
  },
  {
    id: 'integrations',
    title: 'accounts.integrations',
    when: isTenant,
    access: ACCESS.oauthClients.view,
    Content: AccountIntegrationsSection,
  },
  {
    id: 'signing-clients',
    title: 'signingClients.title',
    when: (account) => isTenant(account) && account.has_dsm_license,
    access: ACCESS.signingClients.view,
    Content: AccountSigningClientsSection,
  },
  {
    id: 'endings',
    title: 'accounts.endings',
    when: isTenant,
    Content: AccountEndingsSection,
  },
  {
    id: 'history',
    title: 'accounts.history',
    closed: true,
    Content: AccountHistorySection,
  },
  {
    id: 'help',
    title: 'accounts.help',
    closed: true,
    Content: AccountHelpSection,
  },
];

/** What stands beside it. */
export const panels: readonly RecordPanel<Account>[] = [
  {
    id: 'license-history',
    title: 'licenses.history',
    icon: IconHistory,
    when: hasLicenses,
    access: ACCESS.licenses.view,
    Content: LicenseHistoryPanel,
  },
];

export default sections;
