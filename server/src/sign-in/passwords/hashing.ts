import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../../in-turn.ts';

/** What a hash costs: KiB of memory, passes over it, lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords, never more than `concurrent` at once: each takes a thread and 19 MiB. */
export type Passwords = {
  /**
   * Runs a call that will need one of the others; few at once, so that those who wait hold no connection of the
   * database. Where too many wait already it throws OVERLOADED: nobody waits for a sign-in longer than some seconds.
   */
  inTurn<T>(call: () => Promise<T>): Promise<T>;
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work, so that the time tells nothing. */
  matches(password: string, hash: string | null): Promise<boolean>;
};

/** How many calls may wait for their turn, for each that runs. One takes less than a tenth of a second. */
const WAITING_FOR_EACH = 25;

/** `cost` is for tests: their people sign in thousands of times. */
export function openPasswords(concurrent: number, cost: HashCost = COST): Passwords {
  const limited = limitConcurrency(concurrent);
  const dummyHash = hash('nobody has this password', cost);
  return {
    // Twice as many as hash: while one half waits for its rows, the other keeps the threads busy.
    inTurn: limitConcurrency(2 * concurrent, 2 * concurrent * WAITING_FOR_EACH),
    hash: (password) => limited(() => hash(password, cost)),
    matches: async (password, storedHash) => {
      const against = storedHash ?? (await dummyHash);
      const same = await limited(() => verify(against, password));
      return same && storedHash !== null;
    },
  };
}
