/** What went wrong with a sign-in that came back to the sign-in page, by the code in the address. */
import { exceptionKey } from '../../api/show-problem.ts';
import type { TextKey } from '@signet/contract/texts';

/** Codes of a sign-in whose words need nothing but the code. */
const PLAIN = new Set([
  'username_not_found',
  'METHOD_DISABLED',
  'STATE_EXPIRED',
  'USER_DISABLED',
  'ACCOUNT_EXPIRED',
  'PLATFORM_LICENSE_EXPIRED',
  'CODE_INVALID',
]);
/** What fails at an identity provider; all of these are said without parameters. */
const OF_PROVIDERS = /^(?:OIDC|SAML|SSO)_[A-Z_]+$/;

/** The words for a code; for an unknown one, that the sign-in did not work, and what to do. */
export function loginErrorText(code: string): TextKey {
  const known = PLAIN.has(code) || OF_PROVIDERS.test(code);
  return (known && exceptionKey(code)) || 'login.failed';
}
