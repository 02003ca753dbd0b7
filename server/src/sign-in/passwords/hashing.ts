import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords, never more than `concurrent` at once: each takes a thread and 19 MiB. */
export type Passwords = {
  /**
   * Runs a call that will need one of the others; few at once, so that those who wait hold no connection of the
   * database.
   */
  inTurn<T>(call: () => Promise<T>): Promise<T>;
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work, so that the time tells nothing. */
  matches(password: string, hash: string | null): Promise<boolean>;
};

/** Runs at most so many at once; the others wait in their order. */
function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function openPasswords(concurrent: number): Passwords {
  const limited = limitConcurrency(concurrent);
  const dummyHash = hash('nobody has this password', PARAMETERS);
  return {
    // Twice as many as hash: while one half waits for its rows, the other keeps the threads busy.
    inTurn: limitConcurrency(2 * concurrent),
    hash: (password) => limited(() => hash(password, PARAMETERS)),
    matches: async (password, storedHash) => {
      const against = storedHash ?? (await dummyHash);
      const same = await limited(() => verify(against, password));
      return same && storedHash !== null;
    },
  };
}
