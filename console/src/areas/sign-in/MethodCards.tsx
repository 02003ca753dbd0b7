/** The ways to sign in to an account, each with its state and where it is edited. */
import type { Account } from '@signet/contract/areas/accounts';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import type { TextKey } from '@signet/contract/texts';
import { IconCertificate, IconDeviceMobileMessage, IconKey, IconLogin2, IconWorldShare } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { StatusDot } from '../../ui/State.tsx';
import css from './account-sign-in.module.css';

type Card = {
  icon: typeof IconKey;
  title: TextKey;
  body: TextKey;
  on: boolean;
  /** Where it is edited, and what the link there is called. */
  edit?: { to: string; label: TextKey };
};

function cardsOf(account: Account): Card[] {
  const { standard, saml, oidc, certificate } = methodStatesOf(account);
  // The platform's own is edited under the settings.
  const at = account.system_account ? undefined : account.id;
  return [
    {
      icon: IconKey,
      title: 'accounts.standardSignIn',
      body: 'accounts.standardSignInBody',
      on: standard,
      edit: { to: paths.standardSignIn(at), label: 'accounts.standardSignInEdit' },
    },
    {
      icon: IconDeviceMobileMessage,
      title: 'accounts.secondFactor',
      body: 'accounts.secondFactorBody',
      on: account.mfa_enabled,
      edit: { to: paths.editMfa(at), label: 'accounts.secondFactorEdit' },
    },
    {
      icon: IconLogin2,
      title: 'accounts.samlSignIn',
      body: 'accounts.samlSignInBody',
      on: saml,
      edit: { to: paths.samlSignIn(at), label: 'saml.edit' },
    },
    {
      icon: IconWorldShare,
      title: 'accounts.oidcSignIn',
      body: 'accounts.oidcSignInBody',
      on: oidc,
      edit: { to: paths.oidcSignIn(at), label: 'oidc.edit' },
    },
    {
      icon: IconCertificate,
      title: 'accounts.certificate',
      body: 'accounts.certificateSignInBody',
      on: certificate,
      edit: { to: paths.certificateSignIn(at), label: 'accounts.certificateSignInEdit' },
    },
  ];
}

export function MethodCards({ account }: { account: Account }) {
  const t = useText();
  return (
    <div className={css.methods}>
      {cardsOf(account).map(({ icon: Icon, title, body, on, edit }) => (
        <div className="card" key={title}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <b>{t(title)}</b>
          <StatusDot on={on}>{on ? t('accounts.on') : t('accounts.off')}</StatusDot>
          <span className="sm t2">{t(body)}</span>
          {edit && account.why_not.sign_in === null && (
            <PageLink className="sm" to={edit.to} aria-label={t(edit.label)}>
              {t('accounts.editMethod')}
            </PageLink>
          )}
        </div>
      ))}
    </div>
  );
}
