/** Sign-in in two steps on one address: the user name, then the password. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { storedTokens } from '../../session/state.ts';
import { onOtherTab } from '../../session/storage.ts';
import { useGo } from '../../shell/routing/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { forgetTransaction, keptTransaction } from './transaction.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { UserNameStep } from './UserNameStep.tsx';
import css from './login.module.css';

export default function LoginPage() {
  const t = useText();
  const go = useGo();
  const search: { returnPath?: string; reason?: string; error?: string; step?: string } = useSearch({ strict: false });
  // A reload goes on where the sign-in stood.
  const [transaction, setTransaction] = useState(keptTransaction);
  const [userName, setUserName] = useState(transaction?.userName ?? '');
  const [notice, setNotice] = useState<string | null>(null);
  const target = afterSignIn(search.returnPath);
  // Somebody who is signed in, or signs in in another tab now, has no business here.
  useEffect(() => {
    const leave = (): void => {
      if (storedTokens()) go(target, { replace: true });
    };
    leave();
    return onOtherTab((key) => {
      if (key === 'refreshToken') leave();
    });
  }, [go, target]);

  const to = (query: Parameters<typeof paths.login>[0] = {}) =>
    paths.login({ ...query, ...(search.returnPath ? { returnPath: search.returnPath } : {}) });
  const backToFirst = (query: { error?: string } = {}) => {
    forgetTransaction();
    setTransaction(null);
    go(to(query), { replace: true });
  };
  // A page of the history each, so that the browser's Back leads from the password to the name.
  const passwordOf = search.step === 'password' ? transaction : null;
  const first = passwordOf === null;
  return (
    <>
      <h1>{t('login.title')}</h1>
      <p className={css.lead}>{first ? t('login.userNameLead') : t('login.passwordLead')}</p>
      <div className={css.banners}>
        {first && search.error === 'username_not_found' && (
          <Banner tone="bad">{t('notifications.exceptions.username_not_found')}</Banner>
        )}
        {first && notice && <Banner tone="bad">{notice}</Banner>}
        {first && !notice && !search.error && search.reason === 'expired' && (
          <Banner tone="info">{t('login.expired')}</Banner>
        )}
      </div>
      {passwordOf === null ? (
        <UserNameStep
          initial={userName}
          onVerified={(next) => {
            setNotice(null);
            setUserName(next.userName);
            setTransaction(next);
            go(to({ step: 'password' }));
          }}
          onUnknown={() => {
            setNotice(null);
            backToFirst({ error: 'username_not_found' });
          }}
        />
      ) : (
        <PasswordStep
          transaction={passwordOf}
          onChangeUser={() => {
            setUserName('');
            backToFirst();
          }}
          onStartAgain={(message) => {
            setNotice(message);
            backToFirst();
          }}
          onSignedIn={() => go(target, { replace: true })}
        />
      )}
    </>
  );
}
