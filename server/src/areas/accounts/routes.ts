import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { countExpiring, listAccounts } from './store.ts';

export const accountsRoutes: HandlersOf<typeof areas.accounts> = {
  list: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),
  listCustomers: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),
  expiring: ({ viewer, db, now }) => countExpiring(viewer, db, now),
};
