/** What an account is linked to at the external identity service, and the way out of it. */
import type { Account } from '@signet/contract/areas/accounts';
import { UNLINK_WORD } from '@signet/contract/areas/account-rules';
import { IconExternalLink, IconUnlink } from '@tabler/icons-react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { Follows } from '../../shell/confirm/Follows.tsx';
import { usePageBanner } from '../../shell/detail/page-banner.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { AccountWhatIf } from '../../shell/licenses/AccountWhatIf.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LINKED, useFederationStatus } from './federation.ts';
import css from './accounts.module.css';

export default function AccountLinkedSection({ record: account }: { record: Account }) {
  const t = useText();
  const status = useFederationStatus();
  const setBanner = usePageBanner();
  async function unlink() {
    await change('POST /account/ui-api/v1/account/{id}/unlink', { params: { id: account.id } });
    setBanner(
      <Banner tone="ok" onDismiss={() => setBanner(null)}>
        {t('accounts.unlinked', { name: account.display_name })}
      </Banner>,
    );
  }
  return (
    <Section>
      {() => (
        <>
          <Facts
            facts={[
              { label: t('accounts.name'), value: account.federated_account_name },
              { label: t('accounts.federatedId'), value: <span className="mono">{account.federated_account_id}</span> },
              // That it is linked the section says by being there.
              ...(account.federation_status === null || account.federation_status === LINKED
                ? []
                : [{ label: t('accounts.federationStatus'), value: status(account.federation_status) }]),
            ]}
          />
          <div className={css.acts}>
            {account.federated_account_details_url && (
              <a className={css.out} href={account.federated_account_details_url} target="_blank" rel="noreferrer">
                <IconExternalLink size={16} stroke={1.75} aria-hidden />
                {t('accounts.openLinked')}
              </a>
            )}
            {account.can_account_be_unlinked && !account.why_not.unlink && (
              <ConfirmAction
                label={t('accounts.unlink')}
                title={t('accounts.unlinkTitle', { name: account.display_name })}
                act={t('accounts.unlink')}
                word={UNLINK_WORD}
                run={unlink}
                button={{ leftSection: <IconUnlink size={16} stroke={1.75} aria-hidden /> }}
              >
                <p>{t('accounts.unlinkBody')}</p>
                <Follows lost={[t('accounts.unlinkLost')]} stays={[t('accounts.unlinkStays')]} />
                <AccountWhatIf accountId={account.id} act="unlink" />
              </ConfirmAction>
            )}
          </div>
        </>
      )}
    </Section>
  );
}
