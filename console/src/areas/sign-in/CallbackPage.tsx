/**
 * Completes a sign-in that was begun elsewhere: redeems the code, keeps the tokens, continues (S-270). Silently where
 * this tab began it; anybody can lead a browser here, so otherwise the person is asked first.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callPublic, type CallResponse } from '../../api/call.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beganHere } from '../../session/begun-sign-in.ts';
import { beginSession } from '../../session/start.ts';
import { storedTokens } from '../../session/state.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { leadsTo } from './refused.ts';
import { forgetTransaction, keptReturnPath } from './transaction.ts';

type Search = { code?: string; state?: string; returnPath?: string };
type Person = CallResponse<'POST /imauth/api/v1/callback/check'>;

export default function CallbackPage() {
  const t = useText();
  const { code = '', state = '' }: Search = useSearch({ strict: false });
  const [isOwn] = useState(() => beganHere(state));
  const { redeem, failure: refused, busy } = useRedeem();
  const { data: person, error } = useQuery({
    queryKey: ['callback', code, state],
    queryFn: async () => (await callPublic('POST /imauth/api/v1/callback/check', { body: { code, state } })).data,
    enabled: !isOwn,
    staleTime: 'static',
    gcTime: 0,
  });
  useEffect(() => {
    if (isOwn) void redeem();
  }, [isOwn, redeem]);
  const failure = refused ?? error;
  if (failure) return <Failed failure={failure} />;
  if (!isOwn && person) return <Question person={person} busy={busy} onGoOn={() => void redeem()} />;
  return (
    <PublicPage title={t('callback.title')}>
      <Busy lines={3} />
    </PublicPage>
  );
}

/** Redeems the code of the address, once, and goes on to where the sign-in leads. */
function useRedeem(): { redeem: () => Promise<void>; busy: boolean; failure: Failure | null } {
  const go = useGo();
  const { code = '', state = '', returnPath }: Search = useSearch({ strict: false });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const redeemed = useRef(false);
  const redeem = useCallback(async (): Promise<void> => {
    // The code works once: never twice for one visit.
    if (redeemed.current) return;
    redeemed.current = true;
    setBusy(true);
    try {
      const { data, at } = await callPublic('GET /imauth/api/v1/callback/oauth', { query: { code, state } });
      const target = afterSignIn(returnPath ?? keptReturnPath());
      beginSession(tokensFromWire(data, at, new Date()));
      forgetTransaction();
      go(target, { replace: true });
    } catch (thrown) {
      const elsewhere = await leadsTo(asFailure(thrown));
      if (elsewhere === null) setFailure(asFailure(thrown));
      else go(elsewhere, { replace: true });
    }
  }, [code, state, returnPath, go]);
  return { redeem, busy, failure };
}

function Question({ person, busy, onGoOn }: { person: Person; busy: boolean; onGoOn: () => void }) {
  const t = useText();
  const [replaces] = useState(() => storedTokens() !== null);
  usePageName(t('callback.ask', { name: person.name }));
  return (
    <PublicPage
      title={t('callback.ask', { name: person.name })}
      intro={t('callback.askIntro', { name: person.name, user_name: person.user_name })}
    >
      {replaces && (
        <PublicActions>
          <Banner tone="warn">{t('callback.askReplaces')}</Banner>
        </PublicActions>
      )}
      <PublicActions>
        <Button size="md" variant="filled" loading={busy} onClick={onGoOn}>
          {t('callback.goOn', { name: person.name })}
        </Button>
        <ButtonLink to={replaces ? paths.home() : paths.login()} size="md">
          {t('callback.decline')}
        </ButtonLink>
      </PublicActions>
    </PublicPage>
  );
}

function Failed({ failure }: { failure: Failure }) {
  const t = useText();
  usePageName(t('callback.failed'));
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
