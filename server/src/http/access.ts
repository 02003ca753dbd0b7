import { allows, type Access } from '@signet/contract/access';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { flagStates } from '../features/flag-store.ts';
import type { Db } from '../db/open.ts';

/**
 * Throws 403 when the viewer may not call an endpoint of this access: FEATURE_OFF where nothing but the feature is
 * missing. The database is asked only where the access names a feature.
 */
export async function requireAccess({ feature, ...rest }: Access, viewer: Viewer, db: Db): Promise<void> {
  if (!allows(rest, viewer)) throw new Problem('FORBIDDEN');
  if (feature === undefined) return;
  const features = await flagStates(viewer, db, viewer.userId);
  if (!features[feature]) throw new Problem('FEATURE_OFF');
}
