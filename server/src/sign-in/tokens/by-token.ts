import type { IncomingHttpHeaders } from 'node:http';
import { isInRanges } from '@signet/contract/address-range';
import { TOKEN_PREFIX } from '@signet/contract/areas/api-token-record';
import { payloadDate } from '@signet/contract/dates';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { hasLicenseEnded } from '../../license/license-store.ts';
import type { Runtime } from '../../runtime.ts';
import { credentialOf } from '../certificates/by-certificate.ts';
import type { Presented, Sent } from '../certificates/presented.ts';
import { isTokenText } from './token-text.ts';
import { findToken, hashToken, keepLastUse, type FoundToken } from './token-store.ts';

/** The token of a request: `x-api-key`, or `Authorization: Bearer` with a text that begins as tokens do. */
function sentToken(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return Array.isArray(key) ? key.join(', ') : key;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return bearer?.startsWith(TOKEN_PREFIX) ? bearer : null;
}

/**
 * Who sends a request with an API token; null where it carries none. A text that is no token of ours is refused by its
 * checksum, without a look at the database. Whoever has the text of a real one is told why it is not good: 401 for one
 * that has ended, is switched off, or whose person is switched off or deleted; 403 from another address than it may
 * come from. 429 for too many requests.
 */
export async function byToken(
  runtime: Runtime,
  { headers, address, presented }: Sent,
  now: Date,
): Promise<Viewer | null> {
  const text = sentToken(headers);
  if (text === null) return null;
  const token = isTokenText(text) ? await findToken(runtime.db, hashToken(text), now) : null;
  if (!token) throw new Problem('TOKEN_INVALID');
  runtime.tokenRate.count(token.id, now);
  if ('refused' in token) throw new Problem(token.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'TOKEN_INVALID');
  requireGood(runtime, token, address, now);
  const viewer = await withCertificate(runtime, token, presented, now);
  if (viewer.scope !== 'system' && (await hasLicenseEnded(runtime, token.license_id, now)))
    throw new Problem('PLATFORM_LICENSE_EXPIRED');
  await keepLastUse(runtime.db, token, address, now).catch((error: unknown) =>
    // What was asked is answered all the same: a database that takes no change is the affair of changing calls.
    runtime.log.warn({ err: error, tokenId: token.id }, 'API token: its last use is not kept'),
  );
  return viewer;
}

/**
 * The viewer of a token, who comes by certificate where the token is not enough. Throws TOKEN_NOT_TAKEN for the token
 * of a service user that calls with a certificate alone, and what is wrong with the certificate.
 */
async function withCertificate(
  { db }: Runtime,
  { id, viewer, api_credential }: FoundToken & { viewer: Viewer },
  presented: Presented | null,
  now: Date,
): Promise<Viewer> {
  if (api_credential === 'certificate') throw new Problem('TOKEN_NOT_TAKEN');
  if (api_credential === 'token') return viewer;
  return { ...viewer, via: { ...(await credentialOf(db, viewer.userId, presented, now)), tokenId: id } };
}

function requireGood({ log }: Runtime, token: FoundToken, address: string, now: Date): void {
  const { id, end_date, enabled, allowed_addresses } = token;
  if (end_date !== null && end_date < payloadDate(now))
    throw new Problem('TOKEN_EXPIRED', { params: { date: end_date } });
  if (!enabled) throw new Problem('TOKEN_DISABLED');
  if (allowed_addresses.length === 0 || isInRanges(address, allowed_addresses)) return;
  log.warn({ tokenId: id, address }, 'API token: refused from a foreign address');
  throw new Problem('TOKEN_ADDRESS', { params: { address } });
}
