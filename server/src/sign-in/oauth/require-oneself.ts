import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';

/**
 * For what goes on after the call by the rights of whoever made it, such as runs over many records and links that other
 * people use. Throws FORBIDDEN for an OAuth client: what it may do ends with its token, and is less than its person
 * may.
 */
export function requireOneself({ via }: Pick<Viewer, 'via'>): void {
  if (via.by === 'oauth' || via.by === 'oauth_client') throw new Problem('FORBIDDEN');
}
