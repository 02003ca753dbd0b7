/**
 * Whose access token it is. The platform issues it and this console is its own client, so the claim may be read here;
 * the signature is the server's to check (docs/decisions/022-one-person-per-tab.md).
 */

/** The id of the person in a token's `sub` (RFC 7519); '' for what is no such token: the server refuses it anyway. */
export function personIn(accessToken: string): string {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}
