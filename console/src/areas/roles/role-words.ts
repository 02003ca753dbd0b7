/** How permissions, the users of a role, and where it lies are called. */
import type { Permission } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { useRoleOwner } from '../../shell/role/role-owner.ts';

export type RoleWords = {
  permission: (permission: Permission) => string;
  users: (counted: { users: number; users_exact: boolean }) => string;
  /** Whose people can be given it. */
  account: (role: { account_name: string | null; predefined: boolean }) => string;
};

export function useRoleWords(): RoleWords {
  const t = useText();
  const account = useRoleOwner();
  return {
    permission: (permission) => t(`permission.${permission}`),
    users: ({ users, users_exact: exact }) => t(exact ? 'list.total' : 'list.totalMore', { total: users }),
    account,
  };
}
