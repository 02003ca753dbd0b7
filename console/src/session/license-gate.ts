/** Where the platform license sends the browser (S-148 to S-153). */
import type { CallResponse } from '../api/call.ts';
import { callPublic } from '../api/call.ts';
import { queryClient } from '../api/query.ts';
import { paths } from '../paths.ts';
import { howItEnded, session } from './state.ts';

export type LicenseAnswer = CallResponse<'GET /account/ui-api/v1/license/status'>;

export const licenseStatusQuery = {
  queryKey: ['GET /account/ui-api/v1/license/status', null] as const,
  queryFn: async (): Promise<LicenseAnswer> => (await callPublic('GET /account/ui-api/v1/license/status')).data,
  staleTime: 60_000,
};

/**
 * Pages that stay open while the license is expired, with what lies below them: they say so, lead to a new one, or are
 * a step of signing in or of recovery. Whoever is to replace the license comes in by any of them.
 */
const OPEN_WHEN_EXPIRED = [
  paths.licenseExpired(),
  paths.updateLicense(),
  paths.updateLicenseError(),
  // With the page of the second factor below it.
  paths.login(),
  paths.callbackOauth(),
  paths.callbackProvider(),
  paths.agreement(''),
  paths.redirect(),
  paths.assistantSignedIn(),
  paths.samlVerificationError(),
  paths.clientAuthLoginVerificationError(),
  paths.accountExpiredError(),
  paths.verify('', ''),
  paths.certificatePickup(),
  paths.forgotPassword(),
  paths.resetPassword('', ''),
  paths.unlock('', ''),
  paths.recover(),
].map((path) => path.replace(/\/*$/, '/'));
const staysOpen = (pathname: string): boolean => OPEN_WHEN_EXPIRED.some((open) => `${pathname}/`.startsWith(open));
const SETUP_PAGES = [paths.setupLicense(), paths.setupUser()];

/** The address to go to instead of `pathname`; null to stay. */
export function licenseStep(
  answer: Pick<LicenseAnswer, 'status' | 'redirect_url' | 'setup_complete'>,
  pathname: string,
): string | null {
  const unless = (target: string): string | null => (target === pathname ? null : target);
  // The footer of every public page leads there.
  if (pathname.startsWith(paths.legal(''))) return null;
  if (!answer.setup_complete) {
    if (answer.status === 'not_found') return unless(paths.setupLicense());
    if (answer.status === 'valid') return unless(paths.setupUser());
    // Expired before anybody could sign in: a new text is what is needed.
    return unless(paths.setupLicense());
  }
  if (SETUP_PAGES.includes(pathname)) return paths.login();
  if (answer.status === 'valid' || staysOpen(pathname)) return null;
  return unless(answer.redirect_url || paths.licenseExpired());
}

/** Asks once a minute at most; when the server does not answer the page itself says so. */
export async function licenseRedirect(pathname: string): Promise<string | null> {
  const answer = await queryClient.fetchQuery(licenseStatusQuery).catch(() => null);
  if (answer === null) return null;
  const target = licenseStep(answer, pathname);
  session.set((before) => ({ ...before, licenseStatus: answer.status, redirectUrl: target }));
  return target;
}

/** Where an ended license leads (S-149), asked anew: what was known of it a moment ago no longer holds. */
export async function licenseDestination(): Promise<string> {
  queryClient.removeQueries({ queryKey: licenseStatusQuery.queryKey });
  return (await licenseRedirect(paths.home())) ?? paths.licenseExpired();
}

/**
 * Where somebody goes whose session has ended: with the accounts to the page that says so (S-038); with the license, or
 * while it is expired, to its destination; else to `signIn`.
 */
export async function afterSession(signIn: string): Promise<string> {
  if (howItEnded() === 'account-ended') return paths.accountExpiredError();
  if (howItEnded() === 'license-ended') return licenseDestination();
  return (await licenseRedirect(paths.home())) ?? signIn;
}
