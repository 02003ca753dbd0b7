/** Who is signed in, as far as the browser knows (S §3 Session state). */
import { cell, useCell } from '../cell.ts';
import { read, remove, SESSION_KEYS, write } from './storage.ts';

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

/** The tokens in storage, which all tabs share. Null unless both are there (S-135). */
export function storedTokens(): Tokens | null {
  const accessToken = read('accessToken');
  const refreshToken = read('refreshToken');
  if (!accessToken || !refreshToken) return null;
  const expiresAt = new Date(read('expiresAt') ?? 0);
  return { accessToken, refreshToken, expiresAt: Number.isNaN(expiresAt.getTime()) ? new Date(0) : expiresAt };
}

/** With one of its two tokens a session can't go on: what is left of it in storage goes too (S-135, S-140, S-142). */
export function forgetRemains(): void {
  if ((read('accessToken') === null) !== (read('refreshToken') === null)) remove(...SESSION_KEYS);
}

export function keepTokens(tokens: Tokens): void {
  write('expiresAt', tokens.expiresAt.toISOString());
  write('accessToken', tokens.accessToken);
  write('refreshToken', tokens.refreshToken);
  takeTokens(tokens);
}

/** Tokens that this tab did not fetch itself become its own. */
export function takeTokens(tokens: Tokens): void {
  lastEnd = null;
  session.set((before) => ({ ...before, isAuth: true, accessToken: tokens.accessToken, expiresAt: tokens.expiresAt }));
}

/** Why it ended: by the person; by time or elsewhere; with every account of the person; with the platform's license. */
export type EndReason = 'signed-out' | 'expired' | 'account-ended' | 'license-ended';
let lastEnd: EndReason | null = null;
const endings = new Set<(reason: EndReason) => void>();

/** Called whenever the session of this tab ends, whoever ended it. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** Why the last session of this tab ended; null while there is one. */
export const howItEnded = (): EndReason | null => lastEnd;

/** Forgets the session: the stored section, token and account keys (S-142) and everything in memory. */
export function endSession(reason: EndReason): void {
  lastEnd = reason;
  const wasAuth = session.get().isAuth || read('refreshToken') !== null || read('accessToken') !== null;
  remove(...SESSION_KEYS);
  session.set(SIGNED_OUT);
  if (wasAuth) for (const listener of endings) listener(reason);
}
