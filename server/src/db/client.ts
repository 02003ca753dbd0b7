import pg from 'pg';
import { isFailedServer } from './unavailable.ts';

/** How a statement begins that each connection plans once, and one that may take longer than others. */
export const MARKS = { prepared: '/* prepared */', long: '/* long */' };

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

    isCurrent = (): boolean => this.madeAfter === failures;

    // The overloads of pg's own method come back below: what goes in and out is the same.
    override query: pg.Client['query'] = ((question: unknown, ...rest: unknown[]) => {
      const query = super.query.bind(this) as Query;
      // A stream of rows has an end of its own.
      if (typeof question === 'object' && question !== null && 'submit' in question) return query(question, ...rest);
      const text = typeof question === 'string' ? question.trimStart() : '';
      const isPrepared = text.startsWith(MARKS.prepared);
      const args = isPrepared
        ? [{ name: nameOf(String(question)), text: question, values: rest[0] }]
        : [question, rest[0]];
      const answered = this.awaitAnswer(text.startsWith(MARKS.long) ? limits.longAnswer : limits.answer);
      const done = rest.find((one): one is Done => typeof one === 'function');
      if (done === undefined)
        return (query(...args) as Promise<unknown>).then(
          (result) => {
            answered(null);
            return result;
          },
          (error: Error) => {
            answered(error);
            throw error;
          },
        );
      return query(...args.filter((one) => one !== done), ((error, result) => {
        answered(error);
        done(error, result);
      }) satisfies Done);
    }) as pg.Client['query'];

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
