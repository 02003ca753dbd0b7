/** Where a person is at home: accounts for those who may see them, otherwise the welcome page. */
import type { TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { usePermissions, type PermissionFlags } from '../../session/permissions.ts';

export type Home = { to: string; text: TextKey };

export function homeOf(flags: PermissionFlags): Home {
  return flags.view_account || flags.manage_account
    ? { to: paths.accounts(), text: 'noPermission.backToAccounts' }
    : { to: paths.welcome(), text: 'noPermission.backHome' };
}

export function useHome(): Home {
  return homeOf(usePermissions().flags);
}
