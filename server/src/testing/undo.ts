import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type AbortableOperationOptions,
  type DatabaseConnection,
} from 'kysely';
import type pg from 'pg';
import { openDatabase, type Db } from '../db/open.ts';

/**
 * A driver with one connection, on which a transaction within another one is a savepoint. Queries outside of any
 * transaction join the one that is open.
 */
class NestingDriver extends PostgresDriver {
  #connection: Promise<DatabaseConnection> | undefined;
  #depth = 0;

  override acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= super.acquireConnection().then(oneByOne));
  }
  override async releaseConnection(): Promise<void> {}
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#depth += 1;
    await run(connection, this.#depth === 1 ? 'begin' : `savepoint depth_${this.#depth}`);
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await run(connection, this.#depth === 1 ? 'commit' : `release savepoint depth_${this.#depth}`);
    this.#depth -= 1;
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await run(connection, this.#depth === 1 ? 'rollback' : `rollback to savepoint depth_${this.#depth}`);
    this.#depth -= 1;
  }
}

/** The connection with its queries in turn: handlers ask the pool several things at once. */
function oneByOne(connection: DatabaseConnection): DatabaseConnection {
  let last: Promise<unknown> = Promise.resolve();
  return {
    executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions) {
      const answer = last.then(() => connection.executeQuery<R>(query, options));
      last = answer.catch(() => undefined);
      return answer;
    },
    streamQuery: (...args) => connection.streamQuery(...args),
  };
}

const run = (connection: DatabaseConnection, sql: string) => connection.executeQuery(CompiledQuery.raw(sql));

export type Undoable = {
  open: typeof openDatabase;
  /** Does the work, takes back all that it did to the database, and answers its answer. */
  undo: <T>(work: () => Promise<T>) => Promise<T>;
  /** Begins what is taken back by the function that it answers. */
  begin: () => Promise<() => Promise<void>>;
};

/**
 * A database whose changes can be taken back, those of committed transactions too: real SQL on the real server, one
 * request after the other. `open` stands in for openDatabase.
 */
export function undoable(): Undoable {
  let database: Db | undefined;
  const begin = async (): Promise<() => Promise<void>> => {
    if (!database) throw new Error('The database has not been opened.');
    const tx = await database.startTransaction().execute();
    return () => tx.rollback().execute();
  };
  return {
    begin,
    open(connection, size, limits) {
      const { pool, close } = openDatabase(connection, size, limits);
      const single = openDatabase(connection, 1, limits).pool;
      let client: pg.PoolClient | undefined;
      const one = {
        options: single.options,
        connect: async () => (client = await single.connect()),
        async end() {
          client?.release();
          await single.end();
        },
      };
      const db: Db = new Kysely({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new NestingDriver({ pool: one }),
          createIntrospector: (of) => new PostgresIntrospector(of),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      });
      database = db;
      return { pool, db, close: async () => void (await Promise.all([close(), db.destroy()])) };
    },
    async undo(work) {
      const takeBack = await begin();
      try {
        return await work();
      } finally {
        await takeBack();
      }
    },
  };
}
