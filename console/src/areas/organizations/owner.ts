/** Whose a new organization can be. */
import { ACCESS, whatLacks, type Lack } from '@signet/contract/access';
import { useSelf } from '../../session/permissions.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';

/** What is missing to name an account; null where one can be chosen, or is the person's own. */
export function useLackOfOwner(): Lack | null {
  const self = useSelf();
  const own = useCurrentAccount();
  return own ? null : whatLacks(ACCESS.accounts.view, self);
}
