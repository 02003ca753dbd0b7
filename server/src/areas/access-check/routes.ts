import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { checkAccess } from './store.ts';

export const accessCheckRoutes: HandlersOf<typeof areas.accessCheck> = {
  check: ({ viewer, db, query, now, runtime }) => checkAccess(viewer, db, runtime.config, query, now),
};
