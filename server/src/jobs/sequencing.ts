import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openLogKey } from '../audit/keys.ts';
import { sequence } from '../audit/sequencer.ts';
import type { Runtime } from '../runtime.ts';

const BATCH = 10_000;
/** Between two looks at the log, in milliseconds; after failures twice as long each time, up to a minute. */
const PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/**
 * Gives committed audit events their place in the tree, about every second, until stopped. Throws when the log's key
 * can't be opened. `stop` sequences what is left; what it can't the next start does.
 */
export async function startSequencing(runtime: Runtime, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { db, seal, clock, config, eventMac: mac, keptHead: kept } = runtime;
  const signer = await openLogKey(db, { seal, clock, origin: config.AUDIT_ORIGIN });
  const ending = new AbortController();
  /** Sequences until nothing waits; answers whether that worked. */
  const drain = async (): Promise<boolean> => {
    try {
      while ((await sequence(db, { signer, mac, kept, clock, log, batch: BATCH })) >= BATCH);
      return true;
    } catch (error) {
      log.error({ err: error }, 'audit log: not sequenced');
      return false;
    }
  };
  const loop = (async () => {
    let wait = PAUSE;
    while (!ending.signal.aborted) {
      wait = (await drain()) ? PAUSE : Math.min(wait * 2, LONGEST_PAUSE);
      await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await loop;
      await drain();
    },
  };
}
