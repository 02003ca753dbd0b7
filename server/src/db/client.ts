import pg from 'pg';
import { isFailedServer } from './unavailable.ts';

/**
 * How a statement begins that each connection plans once, one that may take longer than others, and one after which all
 * of its transaction may.
 */
export const MARKS = { prepared: '/* prepared */', long: '/* long */', longUntilEnd: '/* long until the end */' };

const ENDS_TRANSACTION: readonly string[] = ['commit', 'rollback'];

const names = new Map<string, string>();
/**
 * Each connection keeps them all. Lists have a text for each of their orders and filters: the rarest ones go without a
 * name.
 */
const MOST_NAMES = 500;

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MOST_NAMES) return existing;
  const name = `p${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;
type Done = (error: Error | null | undefined, result?: unknown) => void;
type Rest = (unknown[] | Done | undefined)[];

/** pg copies an object with a name property by property, at every request: the name is given to its query instead. */
class NamedQuery extends pg.Query {
  declare name: string | undefined;
}

/** The times after which an answer is overdue, in milliseconds, for most statements and for long ones; 0 is never. */
export type AnswerLimits = { answer: number; longAnswer: number };

/** A connection with the marks of its statements observed; made by {@link clientClass}. */
export interface LimitedClient extends pg.Client {
  /** False once the server was found to have failed after this connection was made. */
  isCurrent(): boolean;
}

/**
 * The class of a pool's connections. A marked statement gets a name. One whose answer is overdue ends its connection:
 * the server itself ends what takes too long, but not when it stands still. Once an answer says that the server has
 * failed, no connection of that time is current any more.
 */
export function clientClass(limits: AnswerLimits): new (config?: string | pg.ClientConfig) => LimitedClient {
  let failures = 0;
  return class extends pg.Client implements LimitedClient {
    private readonly madeAfter = failures;
    /** All that is asked until its transaction ends may take long. */
    private longUntilEnd = false;

    isCurrent = (): boolean => this.madeAfter === failures;

    // The overloads of pg's own method come back below: what goes in and out is the same.
    override query: pg.Client['query'] = ((question: string | pg.QueryConfig | pg.Submittable, ...rest: Rest) => {
      const ask = super.query.bind(this) as Query;
      // A stream of rows has an end of its own.
      if (typeof question === 'object' && 'submit' in question) return ask(question, ...rest);
      const values = rest.find((one) => typeof one !== 'function');
      const done = rest.find((one) => typeof one === 'function');
      if (done === undefined)
        return new Promise((resolve, reject) => {
          this.submit(ask, question, values, (error, result) => (error ? reject(error) : resolve(result)));
        });
      return this.submit(ask, question, values, done);
    }) as pg.Client['query'];

    private submit(ask: Query, question: string | pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
      const text = typeof question === 'string' ? question : '';
      this.longUntilEnd ||= text.startsWith(MARKS.longUntilEnd);
      const answered = this.awaitAnswer(
        this.longUntilEnd || text.startsWith(MARKS.long) ? limits.longAnswer : limits.answer,
      );
      if (ENDS_TRANSACTION.includes(text)) this.longUntilEnd = false;
      const submitted = new NamedQuery(question, values, (error: Error | null | undefined, result: unknown) => {
        answered(error);
        done(error, result);
      });
      if (text.startsWith(MARKS.prepared)) submitted.name = nameOf(text);
      ask(submitted);
    }

    private awaitAnswer(limit: number): (error: Error | null | undefined) => void {
      const giveUp = (): void => {
        const message = `The database did not answer within ${limit} ms.`;
        this.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
      };
      const timer = limit > 0 ? setTimeout(giveUp, limit) : undefined;
      return (error) => {
        clearTimeout(timer);
        if (isFailedServer(error)) failures += 1;
      };
    }
  };
}
