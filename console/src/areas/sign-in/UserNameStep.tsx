/** First step: the user name and Next. */
import { TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { whyNotUserName } from '@signet/contract/rules';
import { asFailure } from '../../api/failure.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { ReasonText, type FieldReason } from '../../shell/form/ReasonText.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { openTransaction, type Transaction } from './transaction.ts';
import css from './login.module.css';

export function UserNameStep({
  initial,
  returnPath,
  onVerified,
  onUnknown,
  beside,
}: {
  /** The name that was entered before. */
  initial: string;
  /** Where the sign-in leads; null for the start page. */
  returnPath: string | null;
  onVerified: (transaction: Transaction) => void;
  /** Nobody has this name. */
  onUnknown: (userName: string) => void;
  /** Another way in, under the button. */
  beside?: ReactNode;
}) {
  const t = useText();
  const { history } = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [userName, setUserName] = useState(initial);
  const [reason, setReason] = useState<FieldReason | null>(null);
  const [busy, setBusy] = useState(false);
  const support = safeHref(useCustomization()?.urls.support ?? '');
  useFirstFocus(form);

  async function next(event: FormEvent) {
    event.preventDefault();
    const entered = userName.trim();
    const wrong = whyNotUserName(entered);
    setReason(wrong);
    if (wrong) return form.current?.querySelector('input')?.focus();
    if (busy) return;
    setBusy(true);
    const asked = history.location.pathname;
    // Who has followed a link meanwhile stays where it leads.
    const isHere = () => history.location.pathname === asked;
    try {
      const transaction = await openTransaction(entered, returnPath);
      if (isHere()) onVerified(transaction);
    } catch (thrown) {
      if (!isHere()) return;
      const failure = asFailure(thrown);
      if (failure.status === 'username_not_found') onUnknown(entered);
      else if (failure.status === 'TOO_MANY_REQUESTS') setReason(failure);
      else showProblem(thrown, { fields: ['username'], showField: (_, problem) => setReason(problem) });
      form.current?.querySelector('input')?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void next(event)}>
      <TextInput
        size="md"
        name="username"
        label={t('login.userName')}
        value={userName}
        // The password may be typed on before its field is there: it would be read here, and be sent as a name.
        readOnly={busy}
        onChange={(event) => {
          setUserName(event.currentTarget.value);
          if (reason) setReason(whyNotUserName(event.currentTarget.value.trim()));
        }}
        error={
          reason && (
            <AtOnce>
              <ReasonText reason={reason} />
            </AtOnce>
          )
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1024}
      />
      <div className={css.act}>
        <SubmitButton size="md" fullWidth submit={t('login.next')} busy={busy} />
      </div>
      {beside}
      <p className={css.help}>
        <PageLink to={paths.forgotPassword({ userName: userName.trim() })}>{t('login.forgot')}</PageLink>
      </p>
      <p className={css.help}>
        {support ? (
          <Rich text="login.help" tags={{ support: <PageLink to={support} target="_blank" rel="noreferrer" /> }} />
        ) : (
          t('login.helpNoSupport')
        )}
      </p>
    </form>
  );
}
