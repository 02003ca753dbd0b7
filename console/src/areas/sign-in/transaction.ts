/** One login transaction: opened by the user name, named by a random state that only this tab knows. */
import { SIGN_IN_METHODS, type SignInMethod } from '@signet/contract/areas/sign-in-method-rules';
import { ZERO_UUID } from '@signet/contract/limits';
import { callPublic } from '../../api/call.ts';
import { currentLocale } from '../../i18n/text.ts';
import { rememberBegun } from '../../session/begun-sign-in.ts';
import { readTab, writeTab } from '../../session/tab-storage.ts';

/** A way to sign in that leads out of this page, and where to. */
export type WayElsewhere = { method: Exclude<SignInMethod, 'standard'>; url: string };

export type Transaction = {
  userName: string;
  state: string;
  /** Whether a password is one of the ways. */
  hasPassword: boolean;
  /** The other ways, in the order in which they are offered. */
  elsewhere: readonly WayElsewhere[];
};

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
  return state === null || userName === null ? null : { state, userName, ...keptWays() };
}

/** The ways of the kept transaction; a password where they can't be read. */
function keptWays(): Pick<Transaction, 'hasPassword' | 'elsewhere'> {
  const urls = new URLSearchParams(readTab('loginWays') ?? '');
  const elsewhere = SIGN_IN_METHODS.flatMap((method) => {
    const url = method === 'standard' ? null : urls.get(method);
    return method === 'standard' || url === null ? [] : [{ method, url }];
  });
  return { hasPassword: urls.has('standard') || elsewhere.length === 0, elsewhere };
}

function keepWays({ hasPassword, elsewhere }: Pick<Transaction, 'hasPassword' | 'elsewhere'>): void {
  const ways = new URLSearchParams(elsewhere.map(({ method, url }) => [method, url]));
  if (hasPassword) ways.set('standard', '');
  writeTab('loginWays', ways.toString());
}

/** The return path of the transaction, for sign-ins that leave the console on their way. */
export const keptReturnPath = (): string | null => readTab('loginReturnPath');

export function forgetTransaction(): void {
  rememberBegun(null);
  writeTab('loginUserName', null);
  writeTab('loginWays', null);
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
  const urls = { saml: data.saml_url, oidc: data.oidc_url, certificate: data.certificate_url };
  const ways = {
    hasPassword: data.methods.includes('standard'),
    elsewhere: data.methods.flatMap((method): WayElsewhere[] => {
      const url = method === 'standard' ? null : urls[method];
      return method === 'standard' || url === null ? [] : [{ method, url }];
    }),
  };
  keepWays(ways);
  writeTab('loginReturnPath', returnPath);
  return { userName, state: data.state, ...ways };
}
