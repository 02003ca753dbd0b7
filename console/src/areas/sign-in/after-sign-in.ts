/** Where the person continues after signing in. */
import { safeReturnPath } from '@signet/contract/rules';
import { paths } from '../../paths.ts';

/** The return path when it leads into this console (S-145), else the start page. */
export function afterSignIn(returnPath: unknown): string {
  return safeReturnPath(returnPath) ?? paths.home();
}
