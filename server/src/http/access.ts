import { takesSession, whatLacks, type Access } from '@signet/contract/access';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { flagStates } from '../features/flag-store.ts';
import type { Db } from '../db/open.ts';

/**
 * Throws 403 when the viewer may not call an endpoint of this access: TERMS_NOT_ACCEPTED for whatever is not answered
 * before that, SESSION_NEEDED for a program where no permission would help it, FEATURE_OFF where nothing but the
 * feature is missing. The database is asked only where the access names a feature.
 */
export async function requireAccess({ feature, beforeTerms, ...rest }: Access, viewer: Viewer, db: Db): Promise<void> {
  if (!viewer.termsAccepted && !beforeTerms) throw new Problem('TERMS_NOT_ACCEPTED');
  const lack = whatLacks(rest, viewer);
  if (lack) throw new Problem(lack.via.length > 0 && takesSession(rest) ? 'SESSION_NEEDED' : 'FORBIDDEN');
  if (feature === undefined) return;
  const features = await flagStates(viewer, db, viewer.userId);
  if (!features[feature]) throw new Problem('FEATURE_OFF');
}
