/**
 * A call asks the database by the connection that its transaction holds, and by no second one of the same pool: as many
 * at once as there are connections would wait for each other. Tests have one connection for everything, where nobody
 * waits, so they look at it here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { TransactionBuilder, type KyselyPlugin } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Database } from '../db/schema.ts';

/** Set while a call is answered: jobs are few at once, and one of them asks beside its transaction on purpose. */
const inCall = new AsyncLocalStorage<true>();
// By this channel Fastify says that a handler begins, of injected requests and of others.
tracingChannel('fastify.request.handler').start.bindStore(inCall, () => true);
/** Set while a call has a transaction. */
const holding = new AsyncLocalStorage<true>();

function requireNoneHeld(): void {
  if (holding.getStore()) throw new Error('A second connection is asked for while a transaction holds one.');
}

const guard: KyselyPlugin = {
  transformQuery({ node }) {
    requireNoneHeld();
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** What holds a connection while its work runs. */
function held(builder: TransactionBuilder<Database>): TransactionBuilder<Database> {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute')
        return <T>(work: (tx: Db) => Promise<T>) =>
          target.execute((tx) => (inCall.getStore() ? holding.run(true, () => work(tx)) : work(tx)));
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, args);
        return answer instanceof TransactionBuilder ? held(answer) : answer;
      };
    },
  });
}

/** The same database; a call that asks it within one of its transactions by anything but that fails. */
export function byOneConnection(db: Db): Db {
  const guarded = db.withPlugin(guard);
  return new Proxy(guarded, {
    get(target, name) {
      if (name === 'transaction')
        return () => {
          requireNoneHeld();
          return held(db.transaction());
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
