import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Runtime } from '../runtime.ts';
import { byCertificate } from './certificates/by-certificate.ts';
import type { Sent } from './certificates/presented.ts';
import { byAccessToken } from './oauth/by-access-token.ts';
import { byToken } from './tokens/by-token.ts';
import { findSessionViewer } from './viewer-store.ts';

/**
 * One way to prove who calls. Answers null when the request carries nothing of its kind, so that the next is asked;
 * throws 401 for a credential that is not, or no longer, good.
 */
type Resolver = (runtime: Runtime, sent: Sent, now: Date) => Promise<Viewer | null>;

/** The access token of a console session: `Authorization: Bearer <JWT>`. */
const bySession: Resolver = async (runtime, { headers }, now) => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) return null;
  const claims = await runtime.accessTokens.read(token, now);
  if (!claims) throw new Problem('UNAUTHORIZED');
  const resolved = await findSessionViewer(runtime.db, claims.sessionId, claims.userId, now);
  if ('viewer' in resolved) return resolved.viewer;
  throw new Problem(resolved.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'UNAUTHORIZED');
};

/**
 * A request carries one session or one token (RFC 6750, 2). Which of two is meant is not settled here: a proxy that
 * adds its own would let people act as somebody else. A client certificate is the connection's and no such credential.
 */
function requireOneCredential(headers: IncomingHttpHeaders): void {
  if (headers['x-api-key'] !== undefined && /^Bearer /i.test(headers.authorization ?? ''))
    throw new Problem('TWO_CREDENTIALS');
}

/** In the order in which a request is asked for them. A credential of a new kind is one more entry. */
const RESOLVERS: readonly Resolver[] = [bySession, byAccessToken, byToken, byCertificate];

/**
 * Who sends a request, by the first kind of credential that it carries. Throws
 * 400 TWO_CREDENTIALS for a session or token beside another one, 401 without a good one, 403 ACCOUNT_EXPIRED when every
 * account of the person has ended, and what a kind of credential has beside that.
 */
export async function resolveViewer(runtime: Runtime, sent: Sent, now: Date): Promise<Viewer> {
  const { headers } = sent;
  requireOneCredential(headers);
  for (const resolve of RESOLVERS) {
    const viewer = await resolve(runtime, sent, now);
    if (viewer) return viewer;
  }
  throw new Problem(headers.authorization === undefined ? 'NOT_SIGNED_IN' : 'UNAUTHORIZED');
}
