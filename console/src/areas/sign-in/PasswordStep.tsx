/** Second step: the password of the user name that opened the transaction. */
import { useRef, useState, type FormEvent } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { dismissAttempt } from '../../shell/notices/notifications.ts';
import { useGo } from '../../shell/routing/go.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { ReasonText, type FieldReason } from '../../shell/form/ReasonText.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { ChosenUser } from './ChosenUser.tsx';
import { OtherWays } from './OtherWays.tsx';
import { leadsTo } from './refused.ts';
import { forgetTransaction, type Transaction } from './transaction.ts';
import css from './login.module.css';

const ATTEMPT = 'sign-in';
/** The answers after which a password is typed anew. */
const JUDGED = ['INVALID_CREDENTIALS', 'USER_LOCKED', 'USER_DISABLED'];

type Props = {
  transaction: Transaction;
  onChangeUser: () => void;
  onStartAgain: (message: string) => void;
  onSignedIn: () => void;
};

export function PasswordStep({ transaction, onChangeUser, onStartAgain, onSignedIn }: Props) {
  const t = useText();
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [reason, setReason] = useState<FieldReason | null>(null);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstFocus(form);

  async function refuse(failure: Failure, thrown: unknown) {
    const elsewhere = await leadsTo(failure);
    if (elsewhere !== null) return go(elsewhere);
    // Where nobody has judged it, what was typed stays for another try.
    if (JUDGED.includes(failure.status)) setPassword('');
    if (failure.status === 'INVALID_CREDENTIALS') setReason({ status: failure.status, params: failure.params });
    else if (failure.status === 'STATE_EXPIRED') onStartAgain(problemText(failure));
    else if (['USER_LOCKED', 'USER_DISABLED', 'TOO_MANY_REQUESTS'].includes(failure.status)) setRefusal(failure);
    else showProblem(thrown, undefined, ATTEMPT);
  }

  async function signIn(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setRefusal(null);
    if (password === '') return setReason({ status: 'REQUIRED' });
    setReason(null);
    setBusy(true);
    dismissAttempt(ATTEMPT);
    try {
      const { data, at } = await callPublic('POST /account/ui-api/v1/auth/login', {
        body: { user_name: transaction.userName, password, state: transaction.state },
      });
      beginSession(tokensFromWire(data, at, new Date()));
      forgetTransaction();
      onSignedIn();
    } catch (thrown) {
      await refuse(asFailure(thrown), thrown);
      form.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void signIn(event)}>
      {refusal && (
        <div className={css.banners}>
          <Banner tone="bad">{problemText(refusal)}</Banner>
        </div>
      )}
      <ChosenUser userName={transaction.userName} onChange={onChangeUser} />
      {/* Password keepers look for the user name beside the password. */}
      <input
        className="vh"
        type="text"
        name="username"
        autoComplete="username"
        value={transaction.userName}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        size="md"
        name="password"
        label={t('login.password')}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setReason(null);
        }}
        error={
          reason && (
            <AtOnce>
              <ReasonText reason={reason} />
            </AtOnce>
          )
        }
        autoComplete="current-password"
        maxLength={1024}
      />
      <div className={css.act}>
        <SubmitButton size="md" fullWidth submit={t('login.signIn')} busy={busy} />
      </div>
      <OtherWays ways={transaction.elsewhere} />
      <p className={css.help}>
        <PageLink to={paths.forgotPassword({ userName: transaction.userName })}>{t('login.forgot')}</PageLink>
      </p>
    </form>
  );
}
