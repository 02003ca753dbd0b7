import { useText } from '../../i18n/text.ts';

/** Says whose people can be given a role. */
export function useRoleOwner(): (role: { account_name: string | null; predefined: boolean }) => string {
  const t = useText();
  return ({ account_name: name, predefined }) => name ?? t(predefined ? 'roles.allAccounts' : 'roles.platform');
}
