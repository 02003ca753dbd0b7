import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Runtime } from '../runtime.ts';
import { findSessionViewer } from './viewer-store.ts';

/**
 * One way to prove who calls. Answers null when the request carries nothing of its kind, so that the next is asked;
 * throws 401 for a credential that is not, or no longer, good.
 */
type Resolver = (runtime: Runtime, headers: IncomingHttpHeaders, now: Date) => Promise<Viewer | null>;

/** The access token of a console session: `Authorization: Bearer <JWT>`. */
const bySession: Resolver = async (runtime, headers, now) => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) return null;
  const claims = await runtime.accessTokens.read(token, now);
  if (!claims) throw new Problem('UNAUTHORIZED');
  const resolved = await findSessionViewer(runtime.db, claims.sessionId, claims.userId, now);
  if ('viewer' in resolved) return resolved.viewer;
  throw new Problem(resolved.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'UNAUTHORIZED');
};

/** In the order in which a request is asked for them. A credential of a new kind is one more entry. */
const RESOLVERS: readonly Resolver[] = [bySession];

/**
 * Who sends a request with these headers, by the first kind of credential that it carries. Throws 401 without a good
 * one, 403 ACCOUNT_EXPIRED when every account of the person has ended.
 */
export async function resolveViewer(runtime: Runtime, headers: IncomingHttpHeaders, now: Date): Promise<Viewer> {
  for (const resolve of RESOLVERS) {
    const viewer = await resolve(runtime, headers, now);
    if (viewer) return viewer;
  }
  throw new Problem(headers.authorization === undefined ? 'NOT_SIGNED_IN' : 'UNAUTHORIZED');
}
