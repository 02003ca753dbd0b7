/** What proves who sits at the session: password, code, security key or provider. */
import { Button, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { callToAsk, type CallOptions, type CallResponse } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { throughProvider } from '../../session/provider-window.ts';
import { useFirstFocus } from '../keyboard/first-focus.ts';
import css from './second-factor.module.css';

const PROVE = 'POST /account/ui-api/v1/session/proof';
const PROVIDER = 'POST /account/ui-api/v1/session/proof/provider';
const OPTIONS = 'POST /account/ui-api/v1/session/proof/options';
type Options = CallResponse<typeof OPTIONS>;

export default function ReauthenticationQuestion({ onProved }: { onProved: () => void }) {
  const t = useText();
  const [options, setOptions] = useState<Options | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const away = useRef<AbortController>(null);
  useEffect(() => () => away.current?.abort(), []);
  useEffect(() => {
    callToAsk(OPTIONS).then(setOptions, (thrown: unknown) => setProblem(problemText(asFailure(thrown))));
  }, []);

  async function prove(make: () => Promise<CallOptions<typeof PROVE>['body']>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await callToAsk(PROVE, { body: await make() });
      onProved();
    } catch (thrown) {
      // What the browser says of a key is in its own language.
      setProblem(problemText(asFailure(thrown)));
      // What a key is asked holds once; without another one the other ways are still there.
      if (options?.key) setOptions(await callToAsk(OPTIONS).catch(() => options));
    } finally {
      setBusy(false);
    }
  }

  async function proveBy(method: FederatedMethod): Promise<void> {
    away.current?.abort();
    const { signal } = (away.current = new AbortController());
    setProblem(null);
    try {
      const told = await throughProvider(() => callToAsk(PROVIDER, { body: { method } }), signal);
      if (!told) return setProblem(t('providerWindow.blocked'));
      if (told.code === null) return setProblem(problemText({ status: told.error ?? 'INTERNAL', message: '' }));
      const { code, state } = told;
      await callToAsk(PROVE, { body: { provider: { code, state } } });
      onProved();
    } catch (thrown) {
      if (!signal.aborted) setProblem(problemText(asFailure(thrown)));
    }
  }

  if (!options) return problem === null ? <Busy lines={3} /> : <Banner tone="bad">{problem}</Banner>;
  const { password, code, key, providers } = options;
  return (
    <div className={css.question}>
      <p className="t2">{t('reauthentication.body')}</p>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      {(password || code) && (
        <Secret
          kind={password ? 'password' : 'code'}
          other={password && code}
          busy={busy}
          onGiven={(given) => void prove(async () => given)}
        />
      )}
      {key && (
        <Button
          fullWidth
          aria-disabled={busy}
          data-disabled={busy || undefined}
          onClick={() => void prove(async () => ({ answer: await startAuthentication({ optionsJSON: key }) }))}
        >
          {t('secondFactor.useKey')}
        </Button>
      )}
      {providers.map((method) => (
        <Button
          key={method}
          fullWidth
          aria-disabled={busy}
          data-disabled={busy || undefined}
          onClick={() => busy || void proveBy(method)}
        >
          {t(`reauthentication.useProvider.${method}`)}
        </Button>
      ))}
      {providers.length > 0 && <p className="sm t2">{t('reauthentication.elsewhere')}</p>}
      {!password && !code && !key && providers.length === 0 && (
        <Banner tone="warn">{t('reauthentication.nothing')}</Banner>
      )}
    </div>
  );
}

type SecretProps = {
  kind: 'password' | 'code';
  /** The person may give the other one too. */
  other: boolean;
  busy: boolean;
  onGiven: (given: { password: string } | { code: string }) => void;
};

function Secret({ kind: first, other, busy, onGiven }: SecretProps) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState(first);
  const [typed, setTyped] = useState('');
  useFirstFocus(form);
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (typed !== '') onGiven(kind === 'password' ? { password: typed } : { code: typed });
    setTyped('');
  }
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return (
    <form ref={form} noValidate className={css.question} onSubmit={submit}>
      {kind === 'password' ? (
        <PasswordField {...field} label={t('login.password')} autoComplete="current-password" maxLength={1024} />
      ) : (
        <TextInput
          {...field}
          label={t('secondFactor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
        />
      )}
      <SubmitButton size="sm" fullWidth submit={t('secondFactor.confirm')} busy={busy} />
      {other && (
        <Button fullWidth onClick={() => setKind(kind === 'password' ? 'code' : 'password')}>
          {t(kind === 'password' ? 'secondFactor.useApp' : 'reauthentication.usePassword')}
        </Button>
      )}
    </form>
  );
}
