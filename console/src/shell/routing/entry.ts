/** What stands between an address and its page: redirects, addresses of others, the sign-in. */
import { redirect } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { afterSession } from '../../session/license-gate.ts';
import { startSession } from '../../session/start.ts';
import { forgetRemains, storedTokens } from '../../session/state.ts';

export function redirectTo(href: string) {
  return redirect({ href, replace: true });
}

/** A redirect of a parent applies to its own address only, not to the pages below it. */
export function redirectUnlessDeeper(target: () => string, hasChildren: boolean) {
  return ({
    location,
    matches,
    cause,
  }: {
    location: { pathname: string };
    matches: readonly { pathname: string }[];
    cause: string;
  }) => {
    const own = matches.at(-1)?.pathname ?? '';
    if (cause !== 'preload' && (!hasChildren || location.pathname.replace(/\/$/, '') === own.replace(/\/$/, '')))
      throw redirectTo(target());
  };
}

/**
 * Addresses outside the console belong to the server (S-007, S-039): the browser goes there, and nothing of ours shows
 * meanwhile.
 */
export function leave(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise<never>(() => {});
}

/** `meanwhile` runs once it is known that somebody is signed in, while the session begins. */
export async function enterSecured(
  href: string,
  asksAgreement: boolean,
  meanwhile = (): void => undefined,
): Promise<void> {
  if (!storedTokens()) {
    forgetRemains();
    throw redirectTo(paths.login({ returnPath: href }));
  }
  const profile = await startSession(meanwhile);
  if (!profile) throw redirectTo(await afterSession(paths.login({ returnPath: href, reason: 'expired' })));
  if (asksAgreement && !profile.agreement_accepted) throw redirectTo(paths.agreement(profile.id, { returnPath: href }));
}
