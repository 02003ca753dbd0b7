/** The accounts of a person in words, where somebody else saved the person meanwhile. */
import { ACCESS } from '@signet/contract/access';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useAccountsOf } from '../account/named-account.ts';
import type { Conflict } from '../form/conflict.ts';

type Account = { id: string; name: string };

/** Names by their ids: of those that the person has now, of the viewer's own, and of all that a conflict tells of. */
export function useNamesInConflict(now: readonly Account[], conflict: Conflict | null): ReadonlyMap<string, string> {
  const known = [...useProfile().accounts, ...now];
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const told = conflict?.changes.find(({ name }) => name === 'account_ids');
  const ids = new Set(told ? ([told.before, told.theirs, told.kept].flat() as string[]) : []);
  const isKnown = (id: string): boolean => known.some((one) => one.id === id);
  const found = useAccountsOf(seesAccounts ? [...ids].filter((id) => !isKnown(id)) : []);
  return new Map([...known, ...found].map(({ id, name }) => [id, name]));
}
