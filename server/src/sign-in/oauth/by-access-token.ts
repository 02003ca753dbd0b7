import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { hasLicenseEnded } from '../../license/license-store.ts';
import type { Runtime } from '../../runtime.ts';
import type { Sent } from '../certificates/presented.ts';
import { isTextOf } from '../tokens/token-text.ts';
import { findAccessToken, keepClientUse } from './access-token-store.ts';
import { ACCESS_TOKEN_PREFIX } from './access-token-text.ts';

/**
 * Who sends a request with an access token of our authorization server; null where it carries none. Throws 401
 * ACCESS_TOKEN_INVALID for one that is none, has ended or was taken back, or whose client is disabled or deleted; 403
 * ACCOUNT_EXPIRED where the account is out of service, or PLATFORM_LICENSE_EXPIRED; 429 for too many requests of its
 * client.
 */
export async function byAccessToken(runtime: Runtime, { headers }: Sent, now: Date): Promise<Viewer | null> {
  const text = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!text?.startsWith(ACCESS_TOKEN_PREFIX)) return null;
  const found = isTextOf(ACCESS_TOKEN_PREFIX, text) ? await findAccessToken(runtime.db, text, now) : null;
  if (!found) throw new Problem('ACCESS_TOKEN_INVALID');
  runtime.tokenRate.count(found.clientId, now);
  if ('refused' in found) throw new Problem(found.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'ACCESS_TOKEN_INVALID');
  if (found.viewer.scope !== 'system' && (await hasLicenseEnded(runtime, found.license_id, now)))
    throw new Problem('PLATFORM_LICENSE_EXPIRED');
  await keepClientUse(runtime.db, found.clientId, found.last_used_at, now).catch((error: unknown) =>
    runtime.log.warn({ err: error, oauthClientId: found.clientId }, 'OAuth client: its last use is not kept'),
  );
  return found.viewer;
}
