/** How permissions, their groups, and where a role lies are called. */
import { generalGroupOf, licenseGroupOf } from '@signet/contract/permission-groups';
import type { Permission } from '@signet/contract/viewer';
import { useText, type TextKey } from '../../i18n/text.ts';
import { useRoleOwner } from '../../shell/role/role-owner.ts';

export type RoleWords = {
  permission: (permission: Permission) => string;
  /** "View", where the group beside it says what; the whole name where a group has several of a kind. */
  verb: (permission: Permission, group: readonly { name: Permission }[]) => string;
  /** By its name in the API; one that is not known is shown as it is. */
  group: (name: string) => string;
  users: (counted: { users: number; users_exact: boolean }) => string;
  /** Whose people can be given it. */
  account: (role: { account_name: string | null; predefined: boolean }) => string;
};

function verbOf(permission: Permission): TextKey {
  if (permission.startsWith('view_')) return 'roles.verb.view';
  return permission.startsWith('revoke_') ? 'roles.verb.revoke' : 'roles.verb.manage';
}

export function useRoleWords(): RoleWords {
  const t = useText();
  const account = useRoleOwner();
  return {
    permission: (permission) => t(`permission.${permission}`),
    verb(permission, group) {
      const verb = verbOf(permission);
      const isAlone = group.filter(({ name }) => verbOf(name) === verb).length === 1;
      return t(isAlone ? verb : `permission.${permission}`);
    },
    group(name) {
      const app = licenseGroupOf(name);
      if (app) return t('roles.licensesOf', { product: t(`product.${app}`) });
      const general = generalGroupOf(name);
      return general ? t(`roles.group.${general}`) : name;
    },
    users: ({ users, users_exact: exact }) => t(exact ? 'list.total' : 'list.totalMore', { total: users }),
    account,
  };
}
