/** Whose something new will be that may be for all accounts too: an account's, or in system scope everybody's. */
import { TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import type { FieldProps } from '../form/form-shell.ts';
import { Allowed } from '../permission/Allowed.tsx';
import { useCurrentAccount, useOwnAccountName } from './account-name.ts';
import { AccountPicker } from './AccountPicker.tsx';

/** What the field begins with: the account's id; empty where it is for all accounts. */
export function useOwner(): string {
  const scope = useScope();
  const own = useCurrentAccount()?.id ?? '';
  return scope === 'system' ? '' : own;
}

/** Whether the field may stay empty: what is made is for all accounts then. */
export function useMayBeForAll(): boolean {
  const seesAccounts = useAllows(ACCESS.accounts.view);
  return useScope() === 'system' && seesAccounts;
}

type Props = {
  /** What `shell.field('…')` gives. */
  field: FieldProps;
  /** Whose it is where no account is named. */
  forAll: string;
  /** The account that the field begins with, by its name, where it may be none of the person's own. */
  named?: string | null | undefined;
};

/** Who may choose no other account reads which one it is. */
export function OwnerField({ field, forAll, named }: Props) {
  const scope = useScope();
  const own = useOwnAccountName(String(field.value));
  const mayBeForAll = useMayBeForAll();
  const several = useProfile().accounts.length > 1;
  const seesAccounts = useAllows(ACCESS.accounts.view);
  if (!seesAccounts || (scope === 'account' && !several))
    return <TextInput {...field} value={field.value === '' ? forAll : (named ?? own)} readOnly />;
  return (
    <Allowed access={ACCESS.accounts.view}>
      <AccountPicker {...field} clearable={mayBeForAll} {...(mayBeForAll ? { placeholder: forAll } : {})} />
    </Allowed>
  );
}
