/** How the tokens of the authorization server look: as API tokens, each kind with a prefix of its own. */
import { isPermission } from '@signet/contract/viewer';
import type { ClientCredentials, Provider } from 'oidc-provider';
import { newText } from '../sign-in/tokens/token-text.ts';
import { ACCESS_TOKEN_PREFIX } from '../sign-in/oauth/access-token-text.ts';

const REFRESH_TOKEN_PREFIX = 'signet_refresh_';

/**
 * Gives tokens their looks, and a client that acts by itself and asks for no scope all that it has (RFC 6749, 3.3): the
 * answer names them.
 */
export function brandTokens({ AccessToken, ClientCredentials: OwnToken, RefreshToken }: Provider): void {
  const brand = (of: object, prefix: string) =>
    Object.defineProperty(of, 'generateTokenId', {
      value(this: { format?: string }): string {
        this.format = 'opaque';
        return newText(prefix);
      },
    });
  brand(AccessToken.prototype, ACCESS_TOKEN_PREFIX);
  brand(OwnToken.prototype, ACCESS_TOKEN_PREFIX);
  brand(RefreshToken.prototype, REFRESH_TOKEN_PREFIX);
  const saved = Reflect.get(OwnToken.prototype, 'save');
  Object.defineProperty(OwnToken.prototype, 'save', {
    value(this: ClientCredentials): Promise<string> {
      const scopes = this.scope ?? (this.client?.scope ?? '').split(' ').filter(isPermission).join(' ');
      if (scopes !== '') this.scope = scopes;
      return Reflect.apply(saved, this, []);
    },
  });
}
