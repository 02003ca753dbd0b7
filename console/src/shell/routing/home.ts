/** Where a person is at home: accounts for those who may see them, otherwise the welcome page. */
import { ACCESS } from '@signet/contract/access';
import type { TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';

export type Home = { to: string; text: TextKey };

export function useHome(): Home {
  return useAllows(ACCESS.accounts.view)
    ? { to: paths.accounts(), text: 'noPermission.backToAccounts' }
    : { to: paths.welcome(), text: 'noPermission.backHome' };
}
