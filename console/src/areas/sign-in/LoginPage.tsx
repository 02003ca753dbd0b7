/** Sign-in in two steps on one address: the user name, then the password. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { storedTokens } from '../../session/state.ts';
import { onOtherTab } from '../../session/storage.ts';
import { useGo } from '../../shell/routing/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { ChoiceStep } from './ChoiceStep.tsx';
import { loginErrorText } from './login-error.ts';
import { forgetTransaction, keptReturnPath, keptTransaction, type Transaction } from './transaction.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
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
  // A sign-in elsewhere that failed leads back without it: this tab has begun the sign-in, and knows the page.
  const [kept] = useState(() => (transaction ? keptReturnPath() : null));
  const returnPath = search.returnPath ?? kept;
  const target = afterSignIn(returnPath);
  // Somebody who is signed in, or signs in in another tab now, has no business here.
  useEffect(() => {
    const leave = (): void => {
      if (!storedTokens()) return;
      forgetTransaction();
      go(target, { replace: true });
    };
    leave();
    return onOtherTab((key) => {
      if (key === 'refreshToken') leave();
    });
  }, [go, target]);

  const to = (query: Parameters<typeof paths.login>[0] = {}) =>
    paths.login({ ...query, ...(returnPath ? { returnPath } : {}) });
  const backToFirst = (query: { error?: string } = {}) => {
    forgetTransaction();
    setTransaction(null);
    go(to(query), { replace: true });
  };
  // A page of the history each, so that the browser's Back leads from the second step to the name.
  const second = search.step === undefined ? null : transaction;
  const first = second === null;
  const changeUser = (): void => {
    setUserName('');
    backToFirst();
  };
  return (
    <>
      <h1>{t('login.title')}</h1>
      <p className={css.lead}>{t(leadOf(second))}</p>
      <div className={css.banners}>
        {first && search.error && <Banner tone="bad">{t(loginErrorText(search.error))}</Banner>}
        {first && notice && <Banner tone="bad">{notice}</Banner>}
        {first && !notice && !search.error && search.reason === 'expired' && (
          <Banner tone="info">{t('login.expired')}</Banner>
        )}
      </div>
      {second === null ? (
        <UserNameStep
          initial={userName}
          returnPath={returnPath}
          beside={
            <PasskeyButton
              onSignedIn={() => {
                forgetTransaction();
                go(target, { replace: true });
              }}
            />
          }
          onVerified={(next) => {
            setNotice(null);
            setUserName(next.userName);
            setTransaction(next);
            // One way alone is gone without a question.
            const [only, another] = next.elsewhere;
            if (only && !another && !next.hasPassword) return location.assign(only.url);
            go(to({ step: next.hasPassword ? 'password' : 'choice' }));
          }}
          onUnknown={(name) => {
            setNotice(null);
            setUserName(name);
            backToFirst({ error: 'username_not_found' });
          }}
        />
      ) : !second.hasPassword ? (
        <ChoiceStep transaction={second} onChangeUser={changeUser} />
      ) : (
        <PasswordStep
          transaction={second}
          onChangeUser={changeUser}
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

/** What this step is for. */
function leadOf(second: Transaction | null): TextKey {
  if (second === null) return 'login.userNameLead';
  return second.hasPassword ? 'login.passwordLead' : 'login.choiceLead';
}
