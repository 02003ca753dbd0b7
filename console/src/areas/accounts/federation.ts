import { isTextKey, useText } from '../../i18n/text.ts';

/** The state of an account's link in words; a state that the identity service names itself stays as it is. */
export function useFederationStatus(): (status: string) => string {
  const t = useText();
  return (status) => {
    const key = `accounts.federation.${status}`;
    return isTextKey(key) ? t(key) : status;
  };
}
