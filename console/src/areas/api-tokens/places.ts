/** Where the tokens of a person are listed: the own ones belong to the profile. */
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import { paths } from '../../paths.ts';

export function tokensPlace({ id, service_user }: ApiTokenWithOwner['owner'], viewerId: string): string {
  if (id === viewerId) return paths.profileTokens();
  return `${paths.person({ id, service_user })}#api-tokens`;
}
