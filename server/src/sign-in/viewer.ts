import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Platform } from '../platform.ts';
import { findViewer } from './viewer-store.ts';

/**
 * The viewer of an Authorization header. Throws 401 without a living session, 403 ACCOUNT_EXPIRED when every account of
 * the person has ended.
 */
export async function resolveViewer(platform: Platform, header: string | undefined, now: Date): Promise<Viewer> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
  const claims = token ? await platform.accessTokens.read(token, now) : null;
  if (!claims) throw new Problem('UNAUTHORIZED');
  const resolved = await findViewer(platform.db, claims.sessionId, claims.userId, now);
  if ('viewer' in resolved) return resolved.viewer;
  throw new Problem(resolved.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'UNAUTHORIZED');
}
