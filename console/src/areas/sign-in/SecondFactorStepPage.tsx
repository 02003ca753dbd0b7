/** After the password: a code, a security key, or setting an authenticator app up then and there. */
import { Button } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import type { Tokens } from '../../session/state.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { LeaveGuard, type LeaveWords } from '../../shell/form/LeaveGuard.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { RecoveryCodes } from '../../shell/second-factor/RecoveryCodes.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { CodeStep } from './CodeStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { forgetAwaited, keptAwaited, type Answered } from './second-factor-step.ts';
import { forgetTransaction, keptReturnPath } from './transaction.ts';
// The question before leaving is a dialog.
import '../../ui/theme/mantine-secured.ts';

const LEAVE_THE_CODES: LeaveWords = {
  title: 'secondFactor.leave.title',
  body: 'secondFactor.leave.body',
  act: 'secondFactor.leave.act',
  stay: 'secondFactor.leave.stay',
};

/** A sign-in that waits until its person has seen what is shown once. */
type Waiting = Pick<Answered['data'], 'recovery_codes' | 'recovery_codes_left'> & { tokens: Tokens };

export default function SecondFactorStepPage() {
  const t = useText();
  const go = useGo();
  const [awaited, setAwaited] = useState(keptAwaited);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const codes = waiting?.recovery_codes ?? [];

  const begin = (tokens: Tokens): void => {
    const target = afterSignIn(keptReturnPath());
    beginSession(tokens);
    forgetAwaited();
    forgetTransaction();
    go(target, { replace: true });
  };
  const onAnswer = ({ data, at }: Answered): void => {
    const { recovery_codes, recovery_codes_left } = data;
    // Now: their time runs while codes are written down.
    const tokens = tokensFromWire(data, at, new Date());
    const isFew = recovery_codes_left !== null && recovery_codes_left <= LIMITS.recoveryCodesFew;
    if (recovery_codes.length > 0 || isFew) setWaiting({ tokens, recovery_codes, recovery_codes_left });
    else begin(tokens);
  };

  if (waiting && codes.length > 0)
    return (
      <PublicPage title={t('secondFactor.keepCodes')} intro={t('secondFactor.keepCodesIntro')}>
        <RecoveryCodes codes={codes} />
        <LeaveGuard holds words={LEAVE_THE_CODES} />
        <PublicActions>
          <Button size="md" variant="filled" onClick={() => begin(waiting.tokens)}>
            {t('secondFactor.codesKept')}
          </Button>
        </PublicActions>
      </PublicPage>
    );
  if (waiting)
    return (
      <PublicPage title={t('secondFactor.fewCodes')}>
        <Banner tone="warn">{t('secondFactor.fewCodesLeft', { count: waiting.recovery_codes_left ?? 0 })}</Banner>
        <PublicActions>
          <Button size="md" variant="filled" onClick={() => begin(waiting.tokens)}>
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
