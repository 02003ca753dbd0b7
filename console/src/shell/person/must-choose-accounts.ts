import { ACCESS } from '@signet/contract/access';
import { useAllows, useScope } from '../../session/permissions.ts';

/**
 * Whether a form has to ask the person for the accounts of somebody new: in system scope the server can't know one, and
 * of a partner who sees no accounts to choose from it takes the partner's own.
 */
export function useMustChooseAccounts(): boolean {
  const scope = useScope();
  const seesAccounts = useAllows(ACCESS.accounts.view);
  return scope === 'system' || (scope === 'partner' && seesAccounts);
}
