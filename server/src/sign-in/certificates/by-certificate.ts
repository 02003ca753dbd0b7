/** Calls to the API by client certificate: of service users that are set up for it, and of nobody else. */
import { Problem } from '@signet/contract/problem';
import type { ByCertificate, Viewer } from '@signet/contract/viewer';
import { fingerprintOf } from '../../authority/intention-store.ts';
import type { Db } from '../../db/open.ts';
import { hasLicenseEnded } from '../../license/license-store.ts';
import type { Runtime } from '../../runtime.ts';
import { findCertificate, findCertificateUser } from './certificate-store.ts';
import { whyNotCertificate } from './judge.ts';
import type { Presented, Sent } from './presented.ts';

/**
 * Who sends a request with a certificate and nothing else; null where it carries none. A certificate of a person opens
 * nothing here: a browser shows it to whatever page asks. Throws what is wrong with it, and TOKEN_REQUIRED where it is
 * not enough.
 */
export async function byCertificate(runtime: Runtime, { presented }: Sent, now: Date): Promise<Viewer | null> {
  if (!presented) return null;
  const found = await findCertificateUser(runtime.db, fingerprintOf(presented.certificate), now);
  if (!found) throw new Problem('CLIENT_CERTIFICATE_UNKNOWN');
  runtime.tokenRate.count(found.id, now);
  const refusal = whyNotCertificate(found, now);
  if (refusal) throw new Problem(refusal);
  if (!found.service_user || found.api_credential === 'token') throw new Problem('CLIENT_CERTIFICATE_NOT_TAKEN');
  if ('refused' in found) throw new Problem(found.refused === 'account' ? 'ACCOUNT_EXPIRED' : 'USER_DISABLED');
  if (found.api_credential === 'certificate_and_token') throw new Problem('TOKEN_REQUIRED');
  if (found.viewer.scope !== 'system' && (await hasLicenseEnded(runtime, found.license_id, now)))
    throw new Problem('PLATFORM_LICENSE_EXPIRED');
  return found.viewer;
}

/** The credential of a user who must show a certificate of theirs beside a token. Throws what is wrong with it. */
export async function credentialOf(
  db: Db,
  userId: string,
  presented: Presented | null,
  now: Date,
): Promise<ByCertificate> {
  if (!presented) throw new Problem('CLIENT_CERTIFICATE_MISSING');
  const found = await findCertificate(db, fingerprintOf(presented.certificate), now);
  if (found?.user_id !== userId) throw new Problem('CLIENT_CERTIFICATE_UNKNOWN');
  const refusal = whyNotCertificate(found, now);
  if (refusal) throw new Problem(refusal);
  return { by: 'certificate', certificateId: found.id };
}
