/** Who somebody is, for work that goes on after the call that asked for it. */
import type { Credential, Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import { storedCertificateOf } from './certificates/certificate-store.ts';
import { whyNotCertificate } from './certificates/judge.ts';
import { findPersonViewer, NO_CREDENTIAL } from './viewer-store.ts';

/**
 * Who a person is now; null where the person may do nothing any more, or what the call came with is no longer good: a
 * token, a client certificate of theirs, or either of both. The session of the call may have ended.
 */
export async function viewerLater(db: Db, userId: string, via: Credential, now: Date): Promise<Viewer | null> {
  // What an OAuth client may do ends with its token: no work goes on after that.
  if (via.by === 'oauth' || via.by === 'oauth_client') return null;
  if (via.by === 'certificate') {
    const certificate = await storedCertificateOf(db, via.certificateId, now);
    if (certificate?.user_id !== userId || whyNotCertificate(certificate, now)) return null;
  }
  return findPersonViewer(db, userId, via, now);
}

/** Who made something that other people use later, and what of the call must still be good: null for a session. */
export type Made = { made_by: string; made_via: Credential | null };

/** What is stored as `made_via`. A session may have ended, so that of those who came by one they alone are asked. */
export const madeVia = ({ via }: Pick<Viewer, 'via'>): string | null =>
  via.by === 'session' ? null : JSON.stringify(via);

/** Whoever made a link, as {@link viewerLater} has them. */
export async function makerLater(db: Db, { made_by, made_via }: Made, now: Date): Promise<Viewer | null> {
  return viewerLater(db, made_by, made_via ?? NO_CREDENTIAL, now);
}
