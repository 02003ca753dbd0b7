/** Permissions, their groups, and scopes in words. */
import { languageTag } from '@signet/contract/locales';
import { generalGroupOf, licenseGroupOf } from '@signet/contract/permission-groups';
import type { Permission, Scope } from '@signet/contract/viewer';
import { isTextKey, useLocale, useText, type TextKey } from '../../i18n/text.ts';

/** The permission in words, "Manage organizations". */
export function usePermissionName(): (name: string) => string {
  const t = useText();
  return (name) => {
    const key = `permission.${name}`;
    return isTextKey(key) ? t(key) : name;
  };
}

/** A group of permissions in words, "Organizations", by its name in the API; what is not known is shown as it is. */
export function usePermissionGroupName(): (name: string) => string {
  const t = useText();
  return (name) => {
    const app = licenseGroupOf(name);
    if (app) return t('roles.licensesOf', { product: t(`product.${app}`) });
    const general = generalGroupOf(name);
    return general ? t(`roles.group.${general}`) : name;
  };
}

/** Whether a permission lets see things and change nothing: it has a column of its own wherever groups are lines. */
export const onlyViews = (permission: Permission): boolean => permission.startsWith('view_');

function verbOf(permission: Permission): TextKey {
  if (onlyViews(permission)) return 'roles.verb.view';
  return permission.startsWith('revoke_') ? 'roles.verb.revoke' : 'roles.verb.manage';
}

/** "View", where the group beside it says what; the whole name where a group has several of a kind. */
export function usePermissionVerb(): (permission: Permission, group: readonly Permission[]) => string {
  const t = useText();
  return (permission, group) => {
    const verb = verbOf(permission);
    const isAlone = group.filter((name) => verbOf(name) === verb).length === 1;
    return t(isAlone ? verb : `permission.${permission}`);
  };
}

/** Scopes in words: "System scope or Partner scope". */
export function useScopeNames(): (scopes: readonly Scope[]) => string {
  const t = useText();
  const tag = languageTag(useLocale());
  return (scopes) =>
    new Intl.ListFormat(tag, { type: 'disjunction' }).format(scopes.map((scope) => t(`scope.${scope}`)));
}
