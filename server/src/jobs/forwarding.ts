import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { takeDue } from '../audit/forwarding/delivery-store.ts';
import { forward } from '../audit/forwarding/forward.ts';
import type { Runtime } from '../runtime.ts';

/** Between two looks for what is owed, in milliseconds; after a failed one it is the longer. */
const PAUSE = 1_000;
const PAUSE_AFTER_FAILURE = 15_000;
/** Receivers that one process sends to at the same time. */
const HANDS = 8;

/**
 * Sends the events of the audit log to their receivers until stopped. It is no job of the queue: a receiver that is
 * slow would hold one of the few hands that mail waits for, and the queue keeps a job of a process that was killed for
 * hours. What is owed stands in the database, and any process goes on with it. `stop` waits for what is being sent.
 */
export function startForwarding(runtime: Runtime, log: Logger): { stop(): Promise<void> } {
  const { db, seal, clock, publicUrl } = runtime;
  const ending = new AbortController();
  const busy = new Set<Promise<void>>();
  const failed = (error: unknown): void => log.error({ err: error }, 'audit log: not forwarded');

  const look = async (): Promise<void> => {
    for (const lease of await takeDue(db, clock.now(), HANDS - busy.size)) {
      const sending = forward({ db, seal, clock, publicUrl, log }, lease, ending.signal)
        .catch(failed)
        .finally(() => busy.delete(sending));
      busy.add(sending);
    }
  };
  const loop = (async () => {
    while (!ending.signal.aborted) {
      const wait = await look().then(
        () => PAUSE,
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
