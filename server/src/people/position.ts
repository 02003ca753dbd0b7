/** Where a person stands: scope, accounts and roles. */
import type { Scope } from '@signet/contract/viewer';
import type { AskedMembership } from './account-store.ts';

/** What somebody governs of a person beside its names; what is left out stays. */
export type Position = AskedMembership & { access_scope?: Scope | undefined; role_ids?: readonly string[] | undefined };

/** Where a person stands now, as far as the viewer sees it. */
export type PresentPosition = {
  access_scope: Scope;
  primary_account_id: string | null;
  accounts: readonly { id: string }[];
  roles: readonly { id: string }[];
};

/** What of an edit moves the person: what is asked for and is another than now. Nothing where it is empty. */
export function moved(asked: Position, now: PresentPosition): Position {
  const { access_scope, primary_account_id, account_ids, role_ids } = asked;
  const first = primary_account_id ?? now.primary_account_id ?? '';
  const changes: Position = {};
  if (access_scope !== undefined && access_scope !== now.access_scope) changes.access_scope = access_scope;
  if (primary_account_id !== undefined && primary_account_id !== now.primary_account_id)
    changes.primary_account_id = primary_account_id;
  const isElsewhere = Object.keys(changes).length > 0;
  // A deleted account stays the first one of who has no other to go to, and is none of the accounts.
  const isThere = first !== (now.primary_account_id ?? '') || now.accounts.some(({ id }) => id === first);
  const all = (others: readonly string[]) => (isThere ? [first, ...others] : others);
  if (account_ids !== undefined && (isElsewhere || !isSame(all(account_ids), now.accounts)))
    changes.account_ids = account_ids;
  if (role_ids !== undefined && !isSame(role_ids, now.roles)) changes.role_ids = role_ids;
  return changes;
}

/** Whether these ids are those of the present ones, whatever their order. */
function isSame(ids: readonly string[], present: readonly { id: string }[]): boolean {
  const asked = new Set(ids);
  return asked.size === present.length && present.every(({ id }) => asked.has(id));
}
