/**
 * What an access token says of its person. The platform issues it and this console is its own client, so its claims
 * may be read here; the signature is the server's to check (docs/decisions/022-one-person-per-tab.md).
 */

type Claims = { sub?: unknown; terms_accepted?: unknown };

/** Nothing of what is no such token: the server refuses it anyway. */
function claimsIn(accessToken: string): Claims {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) ?? {}) as Claims;
  } catch {
    return {};
  }
}

/** The id of the person in a token's `sub` (RFC 7519); '' for what is no token. */
export function personIn(accessToken: string): string {
  const { sub } = claimsIn(accessToken);
  return typeof sub === 'string' ? sub : '';
}

/** True where the person had still to accept the terms when the token was made: all but their page is refused. */
export const awaitsTerms = (accessToken: string): boolean => claimsIn(accessToken).terms_accepted === false;
