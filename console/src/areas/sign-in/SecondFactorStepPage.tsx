/** After the password: a code, a security key, or setting an authenticator app up then and there. */
import { Button } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { useStayWhile } from '../../shell/routing/stay-while.ts';
import { RecoveryCodes } from '../../shell/second-factor/RecoveryCodes.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { CodeStep } from './CodeStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { forgetAwaited, keptAwaited, type Answered } from './second-factor-step.ts';
import { forgetTransaction, keptReturnPath } from './transaction.ts';

export default function SecondFactorStepPage() {
  const t = useText();
  const go = useGo();
  const [awaited, setAwaited] = useState(keptAwaited);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const codes = answered?.data.recovery_codes ?? [];
  useStayWhile(codes.length > 0);

  /** The session begins once its person has seen what is shown once. */
  const begin = ({ data, at }: Answered): void => {
    const target = afterSignIn(keptReturnPath());
    beginSession(tokensFromWire(data, at, new Date()));
    forgetAwaited();
    forgetTransaction();
    go(target, { replace: true });
  };
  const onAnswer = (next: Answered): void => {
    const { recovery_codes: fresh, recovery_codes_left: left } = next.data;
    if (fresh.length > 0 || (left !== null && left <= LIMITS.recoveryCodesFew)) setAnswered(next);
    else begin(next);
  };

  if (answered && codes.length > 0)
    return (
      <PublicPage title={t('secondFactor.keepCodes')} intro={t('secondFactor.keepCodesIntro')}>
        <RecoveryCodes codes={codes} />
        <PublicActions>
          <Button size="md" variant="filled" onClick={() => begin(answered)}>
            {t('secondFactor.codesKept')}
          </Button>
        </PublicActions>
      </PublicPage>
    );
  if (answered)
    return (
      <PublicPage title={t('secondFactor.fewCodes')}>
        <Banner tone="warn">{t('secondFactor.fewCodesLeft', { count: answered.data.recovery_codes_left ?? 0 })}</Banner>
        <PublicActions>
          <Button size="md" variant="filled" onClick={() => begin(answered)}>
            {t('secondFactor.goOn')}
          </Button>
        </PublicActions>
      </PublicPage>
    );
  if (!awaited)
    return (
      <PublicPage title={t('secondFactor.title')} intro={t('notifications.exceptions.STATE_EXPIRED')}>
        <PublicActions>
          <ButtonLink to={paths.login()} size="md" variant="filled">
            {t('errors.toSignIn')}
          </ButtonLink>
        </PublicActions>
      </PublicPage>
    );
  return awaited.setUp ? (
    <SetUpStep signIn={awaited.signIn} onAnswer={onAnswer} onOver={() => setAwaited(null)} />
  ) : (
    <CodeStep awaited={awaited} onAnswer={onAnswer} onOver={() => setAwaited(null)} />
  );
}
