import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks for what is owed, in milliseconds; after a failed one it is the longer. */
const PAUSE = 1_000;
const PAUSE_AFTER_FAILURE = 15_000;
/** Receivers that one process sends to at the same time. */
const HANDS = 8;

/**
 * What is sent to others until it has arrived: `take` takes at most so many that are owed something and that no process
 * has, `send` sends to one of them, `failed` hears of what fails in either.
 */
export type Sending<T> = {
  take: (most: number) => Promise<readonly T[]>;
  send: (one: T, ending: AbortSignal) => Promise<void>;
  failed: (error: unknown) => void;
  /** Between two looks, in milliseconds. */
  everyMs?: number;
};

/**
 * Sends until stopped. It is no job of the queue: a receiver that is slow would hold one of the few hands that mail
 * waits for, and the queue keeps a job of a process that was killed for hours. What is owed stands in the database,
 * and any process goes on with it. `stop` waits for what is being sent.
 */
export function startSending<T>({ take, send, failed, everyMs = PAUSE }: Sending<T>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const busy = new Set<Promise<void>>();

  const look = async (): Promise<void> => {
    for (const one of await take(HANDS - busy.size)) {
      const sending = send(one, ending.signal)
        .catch(failed)
        .finally(() => busy.delete(sending));
      busy.add(sending);
    }
  };
  const loop = (async () => {
    while (!ending.signal.aborted) {
      const wait = await look().then(
        () => everyMs,
        (error: unknown) => (failed(error), PAUSE_AFTER_FAILURE),
      );
      await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await loop;
      await Promise.all(busy);
    },
  };
}
