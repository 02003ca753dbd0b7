/** The account the person works in: the one chosen in the header, else the primary one. */
import { ACCESS } from '@signet/contract/access';
import { cell, useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile, type OwnProfile } from '../../session/profile.ts';
import { onSessionEnd } from '../../session/state.ts';
import { read, write } from '../../session/storage.ts';

const chosen = cell<string | null>(read('account'));
onSessionEnd(() => chosen.set(null));

/** Works in another of the person's accounts from now on, in this browser, until sign-out. */
export function chooseAccount(id: string): void {
  write('account', id);
  chosen.set(id);
}

/** Null for system people without an account. A choice that is not the person's own counts as none. */
export function useCurrentAccount(): OwnProfile['accounts'][number] | null {
  const { accounts, primary_account_id: primary } = useProfile();
  const id = useCell(chosen);
  return (
    accounts.find((account) => account.id === id) ??
    accounts.find((account) => account.id === primary) ??
    accounts[0] ??
    null
  );
}

/** The current account's display name; the platform's for people without one. */
export function useAccountName(): string {
  return useOwnAccountName(useCurrentAccount()?.id ?? '');
}

/** The display name of one of the person's accounts, such as that to which a form is sent; the platform's for none. */
export function useOwnAccountName(id: string): string {
  const t = useText();
  const account = useProfile().accounts.find((one) => one.id === id);
  return account?.display_name || account?.name || id || t('shell.platform');
}

/**
 * True for people of account scope who belong to several accounts: their lists have the rows of all of them, and can be
 * narrowed to one.
 */
export function useSwitchesAccounts(): boolean {
  const { accounts, access_scope: scope } = useProfile();
  return scope === 'account' && accounts.length > 1;
}

/** `shown`: whether rows say whose they are. `offered`: whether a list can be narrowed to one account. */
export function useAccountsOfList(): { shown: boolean; offered: boolean } {
  const scope = useScope();
  const seesMany = scope === 'system' || scope === 'partner';
  const findsAccounts = useAllows(ACCESS.accounts.view) && seesMany;
  const switches = useSwitchesAccounts();
  return { shown: seesMany || switches, offered: findsAccounts || switches };
}

/** The name of a record's account for {@link useCrumbOwner}: where the person works in another one. */
export function useOtherAccount(record: { account_id: string; account_name: string } | undefined): string | undefined {
  const current = useCurrentAccount();
  const switches = useSwitchesAccounts();
  return switches && record && record.account_id !== current?.id ? record.account_name : undefined;
}
