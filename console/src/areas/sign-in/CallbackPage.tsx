/** Completes a sign-in that an authentication service began: redeems the code, keeps the tokens, continues (S-270). */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { leadsTo } from './refused.ts';
import { forgetTransaction, keptReturnPath } from './transaction.ts';

export default function CallbackPage() {
  const t = useText();
  const go = useGo();
  const {
    code = '',
    state = '',
    returnPath,
  }: { code?: string; state?: string; returnPath?: string } = useSearch({ strict: false });
  const [failure, setFailure] = useState<Failure | null>(null);
  const redeemed = useRef(false);
  useEffect(() => {
    // The code works once: never twice for one visit.
    if (redeemed.current) return;
    redeemed.current = true;
    void callPublic('GET /imauth/api/v1/callback/oauth', { query: { code, state } }).then(
      ({ data, at }) => {
        const target = afterSignIn(returnPath ?? keptReturnPath());
        beginSession(tokensFromWire(data, at, new Date()));
        forgetTransaction();
        go(target, { replace: true });
      },
      async (thrown: unknown) => {
        const elsewhere = await leadsTo(asFailure(thrown));
        if (elsewhere === null) setFailure(asFailure(thrown));
        else go(elsewhere, { replace: true });
      },
    );
  }, [code, state, returnPath, go]);
  if (!failure)
    return (
      <PublicPage title={t('callback.title')}>
        <Busy lines={3} />
      </PublicPage>
    );
  return (
    <PublicPage title={t('callback.failed')} intro={t('callback.failedIntro')}>
      <PublicActions>
        <ButtonLink to={paths.login()} size="md" variant="filled">
          {t('errors.toSignIn')}
        </ButtonLink>
      </PublicActions>
      {/* The intro says it where the address is at fault; its parts say nothing to the person who came by it. */}
      {!['CODE_INVALID', 'INVALID_INPUT'].includes(failure.status) && (
        <PublicActions>
          <Banner tone="bad">{problemText(failure)}</Banner>
        </PublicActions>
      )}
    </PublicPage>
  );
}
