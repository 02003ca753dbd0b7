/** What an OAuth client may ask for, in words. */
import { isIdentityScope } from '@signet/contract/areas/oauth-client-rules';
import { useText } from '../../i18n/text.ts';
import { usePermissionName } from '../../shell/permission/permission-names.ts';

/** A scope of a client in words: a permission by its name, else what it tells of a person. */
export function useScopeName(): (scope: string) => string {
  const t = useText();
  const permissionName = usePermissionName();
  return (scope) => (isIdentityScope(scope) ? t(`oauthClients.scope.${scope}`) : permissionName(scope));
}
