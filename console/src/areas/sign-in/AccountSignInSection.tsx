/** How people of an account sign in. */
import type { Account } from '@signet/contract/areas/accounts';
import { IconKey } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { StatusDot } from '../../ui/State.tsx';
import css from './account-sign-in.module.css';

export default function AccountSignInSection({ record: account }: { record: Account }) {
  const t = useText();
  const on = account.sign_in_methods.some(
    ({ signInMethod, status }) => signInMethod === 'standard' && status === 'enabled',
  );
  return (
    <Section>
      {() => (
        <div className={css.methods}>
          <div className="card">
            <IconKey size={18} stroke={1.75} aria-hidden />
            <b>{t('accounts.standardSignIn')}</b>
            <StatusDot on={on}>{on ? t('accounts.on') : t('accounts.off')}</StatusDot>
            <span className="sm t2">{t('accounts.standardSignInBody')}</span>
          </div>
        </div>
      )}
    </Section>
  );
}
