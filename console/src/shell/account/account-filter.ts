/** The filter by account, which lists have for people who see the records of several. */
import { useProfile } from '../../session/profile.ts';
import type { FilterEditor } from '../list/declared-filters.ts';
import { AccountEditor } from './AccountEditor.tsx';
import { useAccountsOfList, useSwitchesAccounts } from './account-name.ts';
import { useAccountOf } from './named-account.ts';

/**
 * Who sees many accounts looks for one; people of account scope choose among their own. Null where there is no choice.
 * `chosen`: the account that the list is narrowed to.
 */
export function useAccountFilter(label: string, chosen: string | undefined): FilterEditor | null {
  const { offered } = useAccountsOfList();
  const switches = useSwitchesAccounts();
  const { accounts } = useProfile();
  const name = useAccountOf(offered && !switches ? chosen : undefined);
  if (switches) {
    return { label, choices: accounts.map((one) => ({ value: one.id, label: one.display_name || one.name })) };
  }
  return offered ? { label, editor: AccountEditor, valueText: () => name } : null;
}
