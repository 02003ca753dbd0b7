import { ACCESS } from '@signet/contract/access';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useSwitchesAccounts } from '../account/account-name.ts';

/**
 * Whether a form has to ask the person for the accounts of somebody. Not where there is one alone: of a partner who
 * sees no accounts to choose from, and of people of one account, the server takes the own.
 */
export function useMustChooseAccounts(): boolean {
  const scope = useScope();
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const switches = useSwitchesAccounts();
  return scope === 'system' || (scope === 'partner' && seesAccounts) || switches;
}
