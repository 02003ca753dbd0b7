/** Who is signed in, as far as the browser knows (S §3 Session state). */
import { cell, useCell } from '../cell.ts';
import { read, remove, SESSION_KEYS, TOKEN_KEYS, write } from './storage.ts';
import { personIn } from './token-person.ts';

export type LicenseStatus = 'valid' | 'expired' | 'not_found';

export type SessionState = {
  isAuth: boolean;
  accessToken: string | null;
  /** End of the access token, by this computer's clock. */
  expiresAt: Date | null;
  licenseStatus: LicenseStatus | null;
  /** Whether other products of the platform are offered to this person. */
  isHubVisible: boolean;
  /** Where the license check sends the browser; null when it may stay. */
  redirectUrl: string | null;
};

const SIGNED_OUT: SessionState = {
  isAuth: false,
  accessToken: null,
  expiresAt: null,
  licenseStatus: null,
  isHubVisible: false,
  redirectUrl: null,
};

export const session = cell<SessionState>(SIGNED_OUT);
export const useSession = (): SessionState => useCell(session);

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: Date };

/**
 * The tokens in storage, which all tabs share. Null without a refresh token (S-140); without an access token the
 * session is renewed before anything else (S-135).
 */
export function storedTokens(): Tokens | null {
  const refreshToken = read('refreshToken');
  if (!refreshToken) return null;
  const accessToken = read('accessToken') ?? '';
  const expiresAt = new Date(accessToken === '' ? 0 : (read('expiresAt') ?? 0));
  return { accessToken, refreshToken, expiresAt: Number.isNaN(expiresAt.getTime()) ? new Date(0) : expiresAt };
}

/** Without a refresh token a session can't go on: what is left of it in storage goes too (S-140, S-142). */
export function forgetRemains(): void {
  if (read('refreshToken') === null && read('accessToken') !== null) remove(...SESSION_KEYS);
}

/** Id of the person whom this tab is for, from the first of their tokens that it takes; null while it is nobody's. */
let person: string | null = null;
/** True once another person's tokens were found: nothing is sent from this page any more, a new one takes its place. */
let gaveWay = false;

export const personOfTab = (): string | null => person;

/** The tokens of somebody who signs in become those of this browser and this tab. */
export function keepTokens(tokens: Tokens): void {
  gaveWay = false;
  storeTokens(tokens);
  takeTokens(tokens);
}

/** Hands tokens on to the other tabs. */
export function storeTokens(tokens: Tokens): void {
  remove('sessionEnd');
  write('expiresAt', tokens.expiresAt.toISOString());
  write('accessToken', tokens.accessToken);
  // The last one: other tabs listen for it.
  write('refreshToken', tokens.refreshToken);
}

/** Takes tokens of this tab's person; a tab that was nobody's is this person's from now on. */
export function takeTokens(tokens: Tokens): void {
  lastEnd = null;
  person = personIn(tokens.accessToken);
  session.set((before) => ({ ...before, isAuth: true, accessToken: tokens.accessToken, expiresAt: tokens.expiresAt }));
}

/**
 * True when these tokens are another person's than this tab's. The tab's session ends here and now, before anything is
 * sent with them, and storage stays as it is: it is that person's.
 */
export function givesWay(stored: Tokens | null = storedTokens()): boolean {
  if (gaveWay) return true;
  // Without an access token nobody knows whose they are before they are renewed.
  if (person === null || !stored?.accessToken || personIn(stored.accessToken) === person) return false;
  gaveWay = true;
  endHere('other-person');
  return true;
}

/**
 * The stored tokens for a call; null when nobody is signed in. For another person's it never resolves: whoever waits
 * for it goes with this page.
 */
export async function ownTokens(): Promise<Tokens | null> {
  const stored = storedTokens();
  if (givesWay(stored)) return new Promise<never>(() => {});
  if (stored?.accessToken) person ??= personIn(stored.accessToken);
  return stored;
}

/**
 * Why it ended: by the person; by time or elsewhere; with every account of the person; with the platform's license; by
 * another sign-in in this tab; by somebody else's in another tab.
 */
const END_REASONS = ['signed-out', 'expired', 'account-ended', 'license-ended', 'replaced', 'other-person'] as const;
export type EndReason = (typeof END_REASONS)[number];
let lastEnd: EndReason | null = null;
const endings = new Set<(reason: EndReason) => void>();

/** Called whenever the session of this tab ends, whoever ended it. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** Why the last session of this tab ended; null while there is one. */
export const howItEnded = (): EndReason | null => lastEnd;

/**
 * Forgets the session: the stored section, token and account keys (S-142) and everything in memory. The other tabs hear
 * why. Where storage is another person's by now, the tab gives way instead.
 */
export function endSession(reason: EndReason): void {
  if (givesWay()) return;
  const wasAuth = session.get().isAuth || read('refreshToken') !== null || read('accessToken') !== null;
  if (wasAuth) write('sessionEnd', reason);
  remove(...SESSION_KEYS);
  if (wasAuth) endHere(reason);
  else forget(reason);
}

/** In this tab a new session takes the place of another: all that was the former's is forgotten, but its tokens. */
export function makeRoom(): void {
  remove(...SESSION_KEYS.filter((key) => !TOKEN_KEYS.includes(key)));
  if (session.get().isAuth || storedTokens()) endHere('replaced');
}

/** Another tab has ended the session and said why. */
export function endWithOtherTab(): void {
  endHere(END_REASONS.find((one) => one === read('sessionEnd')) ?? 'signed-out');
}

function forget(reason: EndReason): void {
  lastEnd = reason;
  person = null;
  session.set(SIGNED_OUT);
}

function endHere(reason: EndReason): void {
  forget(reason);
  for (const listener of endings) listener(reason);
}
