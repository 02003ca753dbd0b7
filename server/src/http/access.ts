import type { Access } from '@signet/contract/endpoint';
import { Problem } from '@signet/contract/problem';
import { can, canAny, type Viewer } from '@signet/contract/viewer';

/** Throws 403 when the viewer may not call an endpoint of this access. */
export function requireAccess(access: Exclude<Access, 'public'>, viewer: Viewer): void {
  if (access === 'signed-in') return;
  const scope = access.scopes === undefined || access.scopes.includes(viewer.scope);
  const all = access.all === undefined || can(viewer, ...access.all);
  const any = access.any === undefined || canAny(viewer, ...access.any);
  if (!scope || !all || !any) throw new Problem('FORBIDDEN');
}
