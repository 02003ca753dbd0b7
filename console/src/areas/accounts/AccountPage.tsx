/** One account: its status, what can be done to it, and the sections that areas bring. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { useCrumbOwner } from '../../shell/navigation/crumbs.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { useAccountFacts } from './account-facts.tsx';
import { MissingAccount } from './MissingAccount.tsx';

export default function AccountPage({ sections, panels }: SectionsProps<Account>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const query = useApi('GET /account/ui-api/v1/account/{id}', { params: { id } });
  useCrumbOwner(useOtherAccount(query.data && { account_id: query.data.id, account_name: query.data.display_name }));
  const facts = useAccountFacts();
  const actions = (account: Account) => (
    <>
      <EventsLink of={{ account: account.id }} />
      {!account.why_not.edit && (
        <ButtonLink
          to={paths.accountEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('accounts.edit')}
        </ButtonLink>
      )}
      <AccountMenu account={account} whyNot={account.why_not} onDeleted={() => go(paths.accounts())} />
    </>
  );
  const banners = (account: Account) =>
    account.system_account && (
      <Banner tone="info">
        <Rich text="accounts.systemAccount" tags={{ settings: <PageLink to={paths.settings()} /> }} />
        {sentenceGap()}
        <Allowed access={ACCESS.organizations.view}>
          <Rich
            text="accounts.systemOrganizations"
            tags={{ organizations: <PageLink to={paths.organizations({ account_id: account.id })} /> }}
          />
        </Allowed>
      </Banner>
    );
  if (query.error?.httpStatus === 404 || query.error?.httpStatus === 400) return <MissingAccount />;
  return (
    <DetailPage
      query={query}
      name={(account) => account.display_name}
      actions={actions}
      banners={banners}
      facts={facts}
      sections={sections}
      panels={panels}
    />
  );
}
