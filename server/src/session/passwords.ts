import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords, never more than `concurrent` at once: each takes a thread and 19 MiB. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work, so that the time tells nothing. */
  matches(password: string, hash: string | null): Promise<boolean>;
};

export function openPasswords(concurrent: number): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrent) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  const nobody = hash('nobody has this password', PARAMETERS);
  return {
    hash: (password) => turn(() => hash(password, PARAMETERS)),
    matches: async (password, known) => {
      const against = known ?? (await nobody);
      const same = await turn(() => verify(against, password));
      return same && known !== null;
    },
  };
}
