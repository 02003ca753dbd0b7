/** Pools of a platform that no license of it was installed for. */
import { install, type Applications, type Shortage } from '../license-ledger/install-store.ts';
import type { Db } from '../db/open.ts';

/** Brings them to these quantities; answers what is too small, and then nothing has changed. */
export const syncPools = (db: Db, applications: Applications, now: Date): Promise<Shortage[]> =>
  db.transaction().execute((tx) => install(tx, applications, null, now));
