/** The account the person works in. */
import { useText } from '../i18n/text.ts';
import { useProfile } from '../session/profile.ts';

/** The primary account's display name; system people without one work in the platform itself. */
export function useAccountName(): string {
  const t = useText();
  const profile = useProfile();
  const primary = profile.accounts.find((account) => account.id === profile.primary_account_id) ?? profile.accounts[0];
  return primary?.display_name || primary?.name || t('shell.platform');
}
