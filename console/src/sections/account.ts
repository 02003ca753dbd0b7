/** What the sections of an account's page draw. An area brings its own; the page knows none of them. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconHistory } from '@tabler/icons-react';
import AccountCustomersSection from '../areas/accounts/AccountCustomersSection.tsx';
import AccountEndingsSection from '../areas/accounts/AccountEndingsSection.tsx';
import AccountHelpSection from '../areas/accounts/AccountHelpSection.tsx';
import AccountHistorySection from '../areas/accounts/AccountHistorySection.tsx';
import AccountAdministratorsSection from '../areas/administrators/AccountAdministratorsSection.tsx';
import AccountCertificateProfilesSection from '../areas/certificate-profiles/AccountCertificateProfilesSection.tsx';
import AccountTemplatesSection from '../areas/certificate-templates/AccountTemplatesSection.tsx';
import AccountFeaturesSection from '../areas/features/AccountFeaturesSection.tsx';
import AccountIntegrationsSection from '../areas/oauth-clients/AccountIntegrationsSection.tsx';
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
import outline, { hasLicenses, type AccountSectionId } from './account-outline.ts';

/** Few accounts are linked. */
const AccountLinkedSection = later(() => import('../areas/accounts/AccountLinkedSection.tsx'));
const LicenseHistoryPanel = later(() => import('../areas/licenses/LicenseHistoryPanel.tsx'), null);

const CONTENTS: Readonly<Record<AccountSectionId, RecordSection<Account>['Content']>> = {
  linked: AccountLinkedSection,
  organizations: AccountOrganizationsSection,
  administrators: AccountAdministratorsSection,
  customers: AccountCustomersSection,
  licenses: AccountLicensesSection,
  features: AccountFeaturesSection,
  packages: AccountPackagesSection,
  'certificate-templates': AccountTemplatesSection,
  'certificate-profiles': AccountCertificateProfilesSection,
  'sign-in': AccountSignInSection,
  'email-domains': AccountEmailDomainsSection,
  'self-service': AccountSelfServiceSection,
  integrations: AccountIntegrationsSection,
  'signing-clients': AccountSigningClientsSection,
  endings: AccountEndingsSection,
  history: AccountHistorySection,
  help: AccountHelpSection,
};

const sections: readonly RecordSection<Account>[] = outline.map((one) => ({ ...one, Content: CONTENTS[one.id] }));

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
