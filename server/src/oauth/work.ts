/** One request to the authorization server: where it comes from, and the transaction of all that it changes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ControlledTransaction } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import type { Origin } from '../http/handler.ts';

/** What a request came to, where the audit log is to hear of it. */
export type Outcome = 'issued' | 'refused' | 'replayed';

export type Work = {
  readonly origin: Origin;
  outcome: Outcome | null;
  /** For reading: the transaction once there is one, else the pool. */
  read(): Db;
  /** For writing. The first one begins the transaction: whoever waits for an answer from outside holds none. */
  write(): Promise<Db>;
  end(how: 'commit' | 'rollback'): Promise<void>;
};

const current = new AsyncLocalStorage<Work>();

function openWork(db: Db, origin: Origin): Work {
  let begun: Promise<ControlledTransaction<Database>> | null = null;
  let open: Db | null = null;
  return {
    origin,
    outcome: null,
    read: () => open ?? db,
    async write() {
      begun ??= db.startTransaction().execute();
      open = await begun;
      return open;
    },
    async end(how) {
      if (!begun) return;
      const tx = await begun;
      begun = null;
      open = null;
      await (how === 'commit' ? tx.commit() : tx.rollback()).execute();
    },
  };
}

/** The request that is being answered. Throws outside of one. */
export function currentWork(): Work {
  const work = current.getStore();
  if (!work) throw new Error('There is no request to the authorization server.');
  return work;
}

/** Answers a request. Whoever does so ends its work. */
export const inWork = <T>(db: Db, origin: Origin, answer: () => T): T => current.run(openWork(db, origin), answer);
