/** One login transaction: opened by the user name, named by a random state that only this tab knows. */
import { ZERO_UUID } from '@signet/contract/limits';
import { callPublic } from '../../api/call.ts';
import { currentLocale } from '../../i18n/text.ts';
import { rememberBegun } from '../../session/begun-sign-in.ts';
import { readTab, writeTab } from '../../session/tab-storage.ts';

export type Transaction = { userName: string; state: string };

/** 192 random bits, base64url. */
export function newState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The transaction that was opened in this tab, over a reload too; null without one. */
export function keptTransaction(): Transaction | null {
  const [state, userName] = [readTab('loginState'), readTab('loginUserName')];
  return state === null || userName === null ? null : { state, userName };
}

/** The return path of the transaction, for sign-ins that leave the console on their way. */
export const keptReturnPath = (): string | null => readTab('loginReturnPath');

export function forgetTransaction(): void {
  rememberBegun(null);
  writeTab('loginUserName', null);
  writeTab('loginReturnPath', null);
}

/**
 * Opens a transaction with the entered user name and the language of the page; no account is chosen before somebody has
 * signed in, so the key says none (S-146, S-419).
 * @throws {Failure} username_not_found, TOO_MANY_REQUESTS
 */
export async function openTransaction(userName: string, returnPath: string | null): Promise<Transaction> {
  const { data } = await callPublic('GET /imauth/api/v1/login/verify', {
    query: { username: userName, state: newState(), locale: currentLocale(), key: ZERO_UUID },
  });
  rememberBegun(data.state);
  writeTab('loginUserName', userName);
  writeTab('loginReturnPath', returnPath);
  return { userName, state: data.state };
}
