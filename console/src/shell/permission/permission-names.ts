/** Permissions and scopes in words. */
import { languageTag } from '@signet/contract/locales';
import type { Scope } from '@signet/contract/viewer';
import { isTextKey, useLocale, useText } from '../../i18n/text.ts';

/** The permission in words, "Manage organizations". */
export function usePermissionName(): (name: string) => string {
  const t = useText();
  return (name) => {
    const key = `permission.${name}`;
    return isTextKey(key) ? t(key) : name;
  };
}

/** Scopes in words: "System scope or Partner scope". */
export function useScopeNames(): (scopes: readonly Scope[]) => string {
  const t = useText();
  const tag = languageTag(useLocale());
  return (scopes) =>
    new Intl.ListFormat(tag, { type: 'disjunction' }).format(scopes.map((scope) => t(`scope.${scope}`)));
}
