/**
 * The sections of an account in their order; one that its rule hides is not there. Filling one is a change of its own
 * file.
 */
import type { Account } from '@signet/contract/areas/accounts';
import { useText } from '../../i18n/text.ts';
import { useCan } from '../../session/permissions.ts';
import type { SectionSpec } from '../../shell/detail/DetailSections.tsx';
import { EndingsSection } from './EndingsSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { HelpSection } from './HelpSection.tsx';
import { LinkedSection } from './LinkedSection.tsx';
import { OrganizationsSection, useOrganizationsSection } from './OrganizationsSection.tsx';
import { SignInSection } from './SignInSection.tsx';

/** License versions of the first generation have no license section. */
const WITHOUT_LICENSES = '1.0';

export function useAccountSections(account: Account | undefined, onUnlinked: () => void): SectionSpec[] {
  const t = useText();
  const seesOrganizations = useCan('view_organization') || false;
  const managesOrganizations = useCan('manage_organization');
  const organizations = useOrganizationsSection(
    account?.id,
    seesOrganizations || managesOrganizations,
    managesOrganizations,
  );
  if (!account) return [];
  const linked = account.federated_account_id !== null;
  const wanted: (SectionSpec | false)[] = [
    linked && {
      id: 'linked',
      title: t('accounts.linked'),
      content: () => <LinkedSection account={account} onUnlinked={onUnlinked} />,
    },
    (seesOrganizations || managesOrganizations) && {
      ...organizations,
      id: 'organizations',
      title: t('organizations.title'),
      content: () => <OrganizationsSection accountId={account.id} />,
    },
    !account.system_account &&
      account.license_version !== WITHOUT_LICENSES && {
        id: 'licenses',
        title: t('accounts.licenses'),
        content: () => <p className="t2">{t('accounts.noLicenses')}</p>,
      },
    !account.system_account &&
      !linked && { id: 'sign-in', title: t('accounts.signIn'), content: () => <SignInSection account={account} /> },
    !account.system_account && {
      id: 'integrations',
      title: t('accounts.integrations'),
      count: account.oauth_clients.length,
      content: () => <p className="t2">{t('accounts.noIntegrations')}</p>,
    },
    !account.system_account && {
      id: 'endings',
      title: t('accounts.endings'),
      content: () => <EndingsSection accountId={account.id} />,
    },
    {
      id: 'history',
      title: t('accounts.history'),
      content: () => <HistorySection accountId={account.id} />,
      closed: true,
    },
    { id: 'help', title: t('accounts.help'), content: () => <HelpSection />, closed: true },
  ];
  return wanted.filter((section): section is SectionSpec => section !== false);
}
