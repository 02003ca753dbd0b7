/**
 * How people of an account sign in. Where its provider may bring new people, their mail domains are part of
 * that; else they have a section of their own.
 */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { whyNotCreateUsers } from '@signet/contract/areas/account-rules';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { SamlNoticeBanners } from '../../shell/notices/SamlNotices.tsx';
import { EmailDomains } from './EmailDomains.tsx';
import { MethodCards } from './MethodCards.tsx';
import { UserCreation } from './UserCreation.tsx';
import css from './email-domains.module.css';

export default function AccountSignInSection({ record: account }: { record: Account }) {
  const t = useText();
  const { saml, oidc } = methodStatesOf(account);
  const [editing, setEditing] = useState(false);
  return (
    <Section keeps={editing}>
      {() => (
        <>
          {saml && account.why_not.sign_in === null && <SamlNoticeBanners accountId={account.id} />}
          <MethodCards account={account} />
          {(saml || oidc || account.allow_user_creation_via_sso) && whyNotCreateUsers(account) === null && (
            <Allowed access={ACCESS.accounts.editSignIn}>
              <UserCreation account={account} />
            </Allowed>
          )}
          {(account.allow_user_creation_via_sso || editing) && (
            <>
              <h3 className={css.heading}>{t('emailDomains.domains')}</h3>
              <EmailDomains accountId={account.id} editing={editing} onEdit={setEditing} />
            </>
          )}
        </>
      )}
    </Section>
  );
}
