/** Keeps the access token fresh: one refresh at a time, whichever of the person's tabs needs it. */
import { parseStoredDateTime } from '@signet/contract/dates';
import { asFailure, endOf, Failure, isForLater } from '../api/failure.ts';
import { send } from '../api/send.ts';
import {
  endSession,
  endWithOtherTab,
  givesWay,
  ownTokens,
  personOfTab,
  session,
  storedTokens,
  storeTokens,
  takeTokens,
  type Tokens,
} from './state.ts';
import { onOtherTab } from './storage.ts';

/** A token is renewed this long before its end, or at four fifths of a short life. */
const MARGIN_MS = 20_000;
const LOCK = 'signet-refresh';
/** A busy server is asked for new tokens again after so long. */
const BUSY_MS = 3_000;
/** A page that is still there so long after it was asked to go has stayed. */
const STAYED_MS = 10_000;

/** True from the moment the page is asked to go; false again where somebody chose to stay. */
let leaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', () => {
    leaving = true;
    setTimeout(() => (leaving = false), STAYED_MS);
  });
  window.addEventListener('pagehide', () => (leaving = true));
  window.addEventListener('pageshow', () => (leaving = false));
}

export type WireTokens = { access_token: string; refresh_token: string; expires_at: string };

/**
 * The wire's tokens with their end on this computer's clock, since the two clocks may differ. `at` is the server's
 * time.
 */
export function tokensFromWire(wire: WireTokens, at: Date, now: Date): Tokens {
  const life = parseStoredDateTime(wire.expires_at).getTime() - at.getTime();
  return {
    accessToken: wire.access_token,
    refreshToken: wire.refresh_token,
    expiresAt: new Date(now.getTime() + Math.max(life, 0)),
  };
}

/** Milliseconds from `now` until a token that ends at `expiresAt` is to be renewed. */
export function renewalDelay(expiresAt: Date, now: Date): number {
  const left = expiresAt.getTime() - now.getTime();
  return Math.max(0, Math.min(left - Math.min(MARGIN_MS, left / 5), 2 ** 31 - 1));
}

let running: Promise<Tokens | null> | null = null;

/**
 * New tokens, or null after the session has ended: without a refresh token and on any failure (S-140, S-141). A server
 * that is too busy to look at the session has not refused it: the session goes on, and is renewed later.
 * A tab that waited while another one refreshed takes that one's tokens; it never resolves where they are another
 * person's. `meanwhile` runs once the call has left, or has to wait for its turn: what it asks for does not come first.
 * @throws {Failure} of a busy server
 */
export async function refresh(meanwhile: () => void = () => undefined): Promise<Tokens | null> {
  if (running) meanwhile();
  running ??= refreshInTurn(meanwhile).finally(() => {
    running = null;
  });
  const tokens = await running;
  return givesWay() ? new Promise<never>(() => {}) : tokens;
}

/** When no other tab does it; where one does, its call has left, and `meanwhile` runs at once. */
async function refreshInTurn(meanwhile: () => void): Promise<Tokens | null> {
  const seen = storedTokens()?.refreshToken ?? null;
  // Locks exist on https and localhost only; elsewhere the server's replay window covers two tabs at once.
  if (!('locks' in navigator)) return refreshOnce(seen, meanwhile);
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { tokens: await refreshOnce(seen, meanwhile) } : null,
  );
  if (first) return first.tokens;
  meanwhile();
  return navigator.locks.request(LOCK, () => refreshOnce(seen));
}

async function refreshOnce(seen: string | null, goOn: () => void = () => undefined): Promise<Tokens | null> {
  const stored = storedTokens();
  if (givesWay(stored)) return null;
  if (!stored) {
    endSession('expired');
    return null;
  }
  if (stored.refreshToken !== seen && stored.expiresAt.getTime() > Date.now()) return taken(stored);
  try {
    const asked = send({
      method: 'POST',
      path: '/imauth/api/v1/refresh',
      body: { refresh_token: stored.refreshToken },
    });
    goOn();
    const answer = await asked;
    const meanwhile = storedTokens();
    // Signed out while the answer was on its way: stay so. Signed in: that session is the one to go on with.
    if (meanwhile?.refreshToken !== stored.refreshToken) return meanwhile && taken(meanwhile);
    const tokens = tokensFromWire(answer.body as WireTokens, answer.at, new Date());
    storeTokens(tokens);
    return taken(tokens);
  } catch (thrown) {
    // A reload or a closed tab takes its calls back: that says nothing of the session, which the other tabs and the
    // next page share.
    if (leaving) return new Promise<never>(() => {});
    const meanwhile = storedTokens();
    // The person has signed in anew in another tab, which ended the session that was to be renewed.
    if (meanwhile && meanwhile.refreshToken !== stored.refreshToken) return taken(meanwhile);
    const failure = asFailure(thrown);
    const end = endOf(failure);
    if (end === null && isForLater(failure)) throw failure;
    endSession(end ?? 'expired');
    return null;
  }
}

/** Stored tokens that this tab goes on with; null where they are another person's. */
function taken(tokens: Tokens): Tokens | null {
  if (givesWay(tokens)) return null;
  takeTokens(tokens);
  return tokens;
}

/**
 * The access token of this tab's person for a call: renewed first when it has ended. Null when nobody is signed in;
 * never resolves once somebody else is (ownTokens).
 * @throws {Failure} 401 when the tab's session has gone from storage; of a busy server when it can't be renewed now
 */
export async function freshAccessToken(): Promise<string | null> {
  const stored = await ownTokens();
  if (!stored) {
    if (personOfTab() === null) return null;
    endSession('expired');
    throw new Failure('UNAUTHORIZED', '', { httpStatus: 401 });
  }
  if (stored.expiresAt.getTime() > Date.now()) return stored.accessToken;
  return (await refresh())?.accessToken ?? null;
}

/** Renews, unless another tab has just done so. Rejects where the server is too busy. */
async function renew(): Promise<void> {
  const stored = storedTokens();
  if (givesWay(stored)) return;
  if (stored && stored.accessToken !== session.get().accessToken && renewalDelay(stored.expiresAt, new Date()) > 0)
    takeTokens(stored);
  else await refresh();
}

/** The session as the other tabs left it: renewed, ended, or another person's. */
function follow(): void {
  if (!session.get().isAuth) return;
  const stored = storedTokens();
  if (givesWay(stored)) return;
  if (stored === null) endWithOtherTab();
  else if (stored.accessToken !== session.get().accessToken) takeTokens(stored);
}

/**
 * Renews at each expiry and when the page is shown again, follows the other tabs, and ends with them. Returns the way
 * to stop.
 */
export function keepFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let armedFor: Date | null = null;
  const arm = () => {
    const { expiresAt, isAuth } = session.get();
    if (!isAuth) armedFor = null;
    if (!isAuth || !expiresAt || expiresAt === armedFor) return;
    clearTimeout(timer);
    armedFor = expiresAt;
    timer = setTimeout(attempt, renewalDelay(expiresAt, new Date()));
  };
  const attempt = () => {
    clearTimeout(timer);
    renew().catch(() => (timer = setTimeout(attempt, BUSY_MS)));
  };
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    // A page that was frozen has heard nothing of the other tabs.
    follow();
    const { expiresAt, isAuth } = session.get();
    if (isAuth && expiresAt && renewalDelay(expiresAt, new Date()) === 0) attempt();
  };
  const stopWatching = session.subscribe(arm);
  const stopHearing = onOtherTab((key) => {
    if (key === 'refreshToken') follow();
  });
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('pageshow', follow);
  arm();
  return () => {
    clearTimeout(timer);
    stopWatching();
    stopHearing();
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('pageshow', follow);
  };
}
