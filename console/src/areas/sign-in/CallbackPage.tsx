/**
 * Completes a sign-in that was begun elsewhere: redeems the code, keeps the tokens, continues (S-270). Silently where
 * this tab began it; anybody can lead a browser here, so otherwise the person is asked first. That of a provider which
 * has sent them by itself was begun by no tab: it comes with a ticket (S-269).
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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

type Search = { code?: string; state?: string; ticket?: string; returnPath?: string };
/** What names the sign-in: a ticket, or code and state. */
type Named = { ticket: string } | { code: string; state: string };
type Person = CallResponse<'POST /imauth/api/v1/callback/check'>;

export default function CallbackPage() {
  const t = useText();
  const named = useNamed();
  const [isOwn] = useState(() => 'state' in named && beganHere(named.state));
  const { redeem, failure: refused, busy } = useRedeem();
  const { data: person, error } = useQuery({
    queryKey: ['callback', named],
    queryFn: async () => (await callPublic('POST /imauth/api/v1/callback/check', { body: named })).data,
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

function useNamed(): Named {
  const { code = '', state = '', ticket }: Search = useSearch({ strict: false });
  return useMemo(() => (ticket === undefined ? { code, state } : { ticket }), [code, state, ticket]);
}

/** What the callback of a sign-in is redeemed by. A ticket is used up by that. */
async function redeemable(named: Named): Promise<{ code: string; state: string }> {
  if ('code' in named) return named;
  const { data } = await callPublic('POST /imauth/api/v1/auto-login-for-idp-auth', { body: named });
  const { searchParams } = new URL(data.return_url, location.origin);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

/** Redeems what the address names, once, and goes on to where the sign-in leads. */
function useRedeem(): { redeem: () => Promise<void>; busy: boolean; failure: Failure | null } {
  const go = useGo();
  const named = useNamed();
  const { returnPath }: Search = useSearch({ strict: false });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const redeemed = useRef(false);
  const redeem = useCallback(async (): Promise<void> => {
    // Code and ticket work once: never twice for one visit.
    if (redeemed.current) return;
    redeemed.current = true;
    setBusy(true);
    try {
      const query = await redeemable(named);
      const { data, at } = await callPublic('GET /imauth/api/v1/callback/oauth', { query });
      const target = afterSignIn(returnPath ?? keptReturnPath());
      beginSession(tokensFromWire(data, at, new Date()));
      forgetTransaction();
      go(target, { replace: true });
    } catch (thrown) {
      const elsewhere = await leadsTo(asFailure(thrown));
      if (elsewhere === null) setFailure(asFailure(thrown));
      else go(elsewhere, { replace: true });
    }
  }, [named, returnPath, go]);
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
