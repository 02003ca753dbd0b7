/** The sections of an account's page, in their order. An area brings its own; the page knows none of them. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import AccountEndingsSection from '../areas/accounts/AccountEndingsSection.tsx';
import AccountHelpSection from '../areas/accounts/AccountHelpSection.tsx';
import AccountHistorySection from '../areas/accounts/AccountHistorySection.tsx';
import AccountLinkedSection from '../areas/accounts/AccountLinkedSection.tsx';
import AccountIntegrationsSection from '../areas/integrations/AccountIntegrationsSection.tsx';
import AccountLicensesSection from '../areas/licenses/AccountLicensesSection.tsx';
import AccountOrganizationsSection from '../areas/organizations/AccountOrganizationsSection.tsx';
import AccountSignInSection from '../areas/sign-in/AccountSignInSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

/** License versions of the first generation have no license section. */
const WITHOUT_LICENSES = '1.0';

const isLinked = ({ federated_account_id: id }: Account): boolean => id !== null;
const isTenant = ({ system_account }: Account): boolean => !system_account;

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
    id: 'licenses',
    title: 'accounts.licenses',
    when: (account) => isTenant(account) && account.license_version !== WITHOUT_LICENSES,
    Content: AccountLicensesSection,
  },
  {
    id: 'sign-in',
    title: 'accounts.signIn',
    when: (account) => isTenant(account) && !isLinked(account),
    Content: AccountSignInSection,
  },
  {
    id: 'integrations',
    title: 'accounts.integrations',
    when: isTenant,
    Content: AccountIntegrationsSection,
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

export default sections;
