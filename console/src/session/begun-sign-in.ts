/**
 * The sign-in that was begun in this tab, named by its state: a secret that nobody can put here from outside. A
 * callback with another state was begun elsewhere, and is not taken without asking
 * (docs/decisions/022-one-person-per-tab.md).
 */
import { readTab, writeTab } from './tab-storage.ts';

/** `state` names it; null when it is over. */
export const rememberBegun = (state: string | null): void => writeTab('loginState', state);

/** Remembers the sign-in that a call of this tab has begun, and answers the address that completes it. */
export function beginCallback(returnUrl: string): string {
  rememberBegun(new URL(returnUrl, location.origin).searchParams.get('state'));
  return returnUrl;
}

export function beganHere(state: string): boolean {
  return state !== '' && readTab('loginState') === state;
}
