/** One login transaction: opened by the user name, named by a random state that only this tab knows. */
import { ZERO_UUID } from '@signet/contract/limits';
import { callPublic } from '../../api/call.ts';
import { currentLocale } from '../../i18n/text.ts';

export type Transaction = { userName: string; state: string };

const KEY = 'login_state';
const RETURN_KEY = 'login_return_path';

/** 192 random bits, base64url. */
export function newState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Blocked storage: the transaction lives in this page alone.
  }
}

export function keptState(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The return path of the transaction, for sign-ins that leave the console on their way. */
export function keptReturnPath(): string | null {
  try {
    return sessionStorage.getItem(RETURN_KEY);
  } catch {
    return null;
  }
}

export function forgetTransaction(): void {
  keep(KEY, null);
  keep(RETURN_KEY, null);
}

/**
 * Opens a transaction with the entered user name and the language of the page; no account is chosen before somebody has
 * signed in, so the key says none (S-146, S-419).
 * @throws {Failure} username_not_found, TOO_MANY_REQUESTS
 */
export async function openTransaction(userName: string, returnPath: string | null): Promise<Transaction> {
  const state = newState();
  keep(KEY, state);
  keep(RETURN_KEY, returnPath);
  const { data } = await callPublic('GET /imauth/api/v1/login/verify', {
    query: { username: userName, state, locale: currentLocale(), key: ZERO_UUID },
  });
  return { userName, state: data.state };
}
