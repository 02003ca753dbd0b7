import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { listAssignableRoles } from '../../people/assignable-role-store.ts';

export const peopleRoutes: HandlersOf<typeof areas.people> = {
  assignableRoles: ({ viewer, db, query }) => listAssignableRoles(viewer, db, query),
};
