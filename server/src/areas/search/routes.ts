import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { find } from './store.ts';

export const searchRoutes: HandlersOf<typeof areas.search> = {
  find: ({ viewer, db, query }) => find(viewer, db, query.text),
};
