/** Where the person continues after signing in. */
import { safeReturnPath } from '@signet/contract/rules';
import { paths } from '../../paths.ts';

/** The return path when it leads to a page of this console (S-145), else where the person starts (S-300). */
export function afterSignIn(returnPath: unknown): string {
  const path = safeReturnPath(returnPath) ?? paths.home();
  return path === paths.home() ? paths.start() : path;
}
