import { isTextKey, useText } from '../../i18n/text.ts';

/** The state of a link as the platform makes it; the identity service may name others. */
export const LINKED = 'linked';

/** The state of an account's link in words; a state that the identity service names itself stays as it is. */
export function useFederationStatus(): (status: string) => string {
  const t = useText();
  return (status) => {
    const key = `accounts.federation.${status}`;
    return isTextKey(key) ? t(key) : status;
  };
}
