import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openLogKey } from '../audit/keys.ts';
import { openAnnouncer, type Announcer } from '../audit/receivers/announce.ts';
import { openReceivers } from '../audit/receivers/receiver.ts';
import { sequence } from '../audit/sequencer.ts';
import type { Runtime } from '../runtime.ts';

const BATCH = 10_000;
/** Between two looks at the log, in milliseconds; after failures twice as long each time, up to a minute. */
const PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** The sequencer at work, and how a checkpoint is sent that a receiver has missed. */
export type RunningSequencer = { stop(): Promise<void>; sendAgain: Announcer['sendAgain'] };

/**
 * Gives committed audit events their place in the tree, about every second, until stopped, and sends each new
 * checkpoint to the receivers; at first the newest one, which a process that was killed may have kept to itself. Throws
 * when the log's key can't be opened. `stop` sequences what is left; what it can't the next start does.
 */
export async function startSequencing(runtime: Runtime, log: Logger): Promise<RunningSequencer> {
  const { db, seal, clock, config, eventMac: mac, keptHead: kept } = runtime;
  const signer = await openLogKey(db, { seal, clock, origin: config.AUDIT_ORIGIN });
  const receivers = openReceivers(config.AUDIT_CHECKPOINTS, clock);
  const { announce, sendAgain, settled } = openAnnouncer({ receivers, verifier: signer, db, log });
  const ending = new AbortController();
  /** Sequences until nothing waits; answers whether that worked. */
  const drain = async (): Promise<boolean> => {
    try {
      while ((await sequence(db, { signer, mac, kept, clock, log, announce, batch: BATCH })) >= BATCH);
      return true;
    } catch (error) {
      log.error({ err: error }, 'audit log: not sequenced');
      return false;
    }
  };
  const loop = (async () => {
    let wait = PAUSE;
    let isFirst = true;
    while (!ending.signal.aborted) {
      const went = await drain();
      const newest = kept.note();
      if (went && isFirst && newest !== null) announce(newest);
      isFirst &&= !went;
      wait = went ? PAUSE : Math.min(wait * 2, LONGEST_PAUSE);
      await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await loop;
      await drain();
      await settled();
    },
    sendAgain,
  };
}
