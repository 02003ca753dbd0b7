/** Sign-in in two steps on one address: the user name, then the password. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { storedTokens } from '../../session/state.ts';
import { useGo } from '../../shell/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import { afterSignIn } from './after-sign-in.ts';
import type { Transaction } from './transaction.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { UserNameStep } from './UserNameStep.tsx';
import css from './login.module.css';

export default function LoginPage() {
  const t = useText();
  const go = useGo();
  const search: { returnPath?: string; reason?: string; error?: string } = useSearch({ strict: false });
  const [transaction, setTransaction] = useState<Transaction | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const target = afterSignIn(search.returnPath);
  // Somebody who is signed in, perhaps in another tab, has no business here.
  useEffect(() => {
    if (storedTokens()) go(target, { replace: true });
  }, [go, target]);

  const keep = (query: { error?: string; reason?: 'expired' } = {}) => go(paths.login({ ...query, ...(search.returnPath ? { returnPath: search.returnPath } : {}) }), { replace: true });
  const first = transaction === null;
  return (
    <>
      <h1>{t('login.title')}</h1>
      <p className={css.lead}>{first ? t('login.userNameLead') : t('login.passwordLead')}</p>
      <div className={css.banners}>
        {first && search.error === 'username_not_found' && <Banner tone="bad">{t('notifications.exceptions.username_not_found')}</Banner>}
        {first && notice && <Banner tone="bad">{notice}</Banner>}
        {first && !notice && !search.error && search.reason === 'expired' && <Banner tone="info">{t('login.expired')}</Banner>}
      </div>
      {transaction === null ? (
        <UserNameStep
          onVerified={(next) => {
            setNotice(null);
            if (search.error) keep();
            setTransaction(next);
          }}
          onUnknown={() => {
            setNotice(null);
            keep({ error: 'username_not_found' });
          }}
        />
      ) : (
        <PasswordStep
          transaction={transaction}
          onChangeUser={() => setTransaction(null)}
          onStartAgain={(message) => {
            setNotice(message);
            setTransaction(null);
          }}
          onSignedIn={() => go(target, { replace: true })}
        />
      )}
    </>
  );
}
