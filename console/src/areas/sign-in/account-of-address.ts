import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';

/**
 * Whose ways to sign in a page is about: the account in the address, which the crumb above bears, or the platform’s own
 * under the settings, where the page is called what it does.
 */
export function useAccountOfAddress() {
  const { id }: { id?: string } = useParams({ strict: false });
  const own = useProfile().primary_account_id;
  return id === undefined
    ? ({ id: own, crumb: 'none', back: paths.settings() } as const)
    : ({ id, crumb: 'parent', back: paths.account(id, 'sign-in') } as const);
}
