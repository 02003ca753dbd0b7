import pg from 'pg';
import { clientClass, type AnswerLimits, type LimitedClient } from './client.ts';

/**
 * How long the database may take, in milliseconds; 0 is without end. `connect`: for a free connection or a new one.
 * `lock` and `statement`: the server itself ends what waits or runs for longer. `silence`: and a transaction in which
 * it is asked nothing for so long, such as that of a process that stands still or whose machine is gone: others would
 * wait behind its locks for hours. The rest: then the connection is given up.
 */
export type TimeLimits = AnswerLimits & { connect: number; lock: number; statement: number; silence: number };

/**
 * Has a connection find and make the tables in the schema public, whatever the role or its database would have first;
 * what those add, such as a schema of extensions, comes after.
 */
const TO_PUBLIC = `select set_config('search_path', 'public, ' || current_setting('search_path'), false)
  where current_schema() is distinct from 'public'`;

/** A pool whose every wait has an end, and that uses no connection to a server that was found to have failed. */
export class LimitedPool extends pg.Pool {
  private readonly limit: number;
  private readonly silence: number;
  /** Connections whose silence has an end, and whose tables are those in public. */
  private readonly prepared = new WeakSet<pg.PoolClient>();

  constructor(config: pg.PoolConfig, { connect, lock, statement, silence, ...answers }: TimeLimits) {
    super({
      ...config,
      Client: clientClass(answers),
      connectionTimeoutMillis: connect,
      statement_timeout: statement,
      lock_timeout: lock,
    });
    this.limit = connect;
    this.silence = silence;
    // A connection that breaks is replaced by the pool, and whoever used it sees its query fail; without a listener
    // it would end the process.
    this.on('error', () => undefined);
    // The same of one that breaks while in use: whoever uses it gets the error from the query.
    this.on('connect', (client) => void client.on('error', () => undefined));
  }

  // The overloads of pg's own method come back below: what goes in and out is the same.
  override connect: pg.Pool['connect'] = ((
    done?: (error?: Error, client?: pg.PoolClient, release?: unknown) => void,
  ) => {
    const connecting = this.connectInTime();
    if (done === undefined) return connecting;
    void (async () => {
      let client: pg.PoolClient;
      try {
        client = await connecting;
      } catch (error) {
        return done(error as Error, undefined, () => undefined);
      }
      return done(undefined, client, (broken?: unknown) => client.release(broken !== undefined));
    })();
    return undefined;
  }) as pg.Pool['connect'];

  /** pg counts the wait for a free connection and the making of one apart, and begins anew between them. */
  private async connectInTime(): Promise<pg.PoolClient> {
    const connecting = this.connectToCurrent();
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      const giveUp = (): void => {
        reject(new Error('timeout exceeded when trying to connect'));
        connecting.then(
          (client) => client.release(),
          () => undefined,
        );
      };
      if (this.limit > 0) timer = setTimeout(giveUp, this.limit);
    });
    return Promise.race([connecting, overdue]).finally(() => clearTimeout(timer));
  }

  private async connectToCurrent(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if ((client as pg.PoolClient & LimitedClient).isCurrent()) return this.prepare(client);
      client.release(true);
    }
  }

  /** By statements: a pooler refuses connections whose settings it was not told to let pass. */
  private async prepare(client: pg.PoolClient): Promise<pg.PoolClient> {
    if (this.prepared.has(client)) return client;
    try {
      await client.query(`set idle_in_transaction_session_timeout = ${this.silence}; ${TO_PUBLIC}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.prepared.add(client);
    return client;
  }
}
