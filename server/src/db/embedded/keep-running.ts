import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { keepTouching } from './at-work.ts';
import { takeHold, type Hold } from './hold.ts';
import type { Address, Postmaster } from './launch.ts';
import { ensureRunning, stopServer } from './postmaster.ts';
import { EmbeddedError } from './error.ts';

/**
 * A server that is up, held by this process, and brought back if it dies before `beginToStop`. `client` belongs to the
 * superuser.
 */
export type RunningDatabase = {
  address: Address;
  adopted: boolean;
  client: pg.Client;
  beginToStop: () => void;
  stop: () => Promise<void>;
};

const REVIVE_MS = 250;
/** The server found may be one that is just being stopped by the app before. */
const OPEN_TRIES = 5;

/** Starts or adopts the server and takes the app's lock on it; whenever both are lost, gets both back. */
export async function keepRunning(postmaster: Postmaster): Promise<RunningDatabase> {
  // Before the server answers: it may replay for long what was not written.
  const endTouching = keepTouching(postmaster.place.cluster);
  const {
    address,
    adopted,
    hold: first,
  } = await open(postmaster, null).catch((error: unknown) => {
    endTouching();
    throw error;
  });
  let hold: Hold | null = first;
  let stopping: Promise<void> | null = null;
  let ending = false;
  let reviving: Promise<void> = Promise.resolve();

  const revive = async () => {
    let lastMessage = 'The database stopped unexpectedly; starting it again.';
    postmaster.log(lastMessage);
    while (!hold) {
      if (ending) return;
      try {
        hold = (await open(postmaster, address)).hold;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== lastMessage) postmaster.log((lastMessage = message));
        await delay(REVIVE_MS);
      }
    }
  };
  const watch = async () => {
    while (hold) {
      await hold.lost;
      if (stopping) return;
      hold = null;
      // Whoever ends all processes together has ended the server too: another one would be in their way.
      if (ending) return;
      reviving = revive();
      await reviving;
    }
  };
  const watching = watch();
  const stop = async () => {
    await reviving;
    // Without the lock the server is another process's by now.
    if (hold) {
      await stopServer(postmaster);
      await hold.client.end().catch(() => undefined);
      await watching;
    }
    endTouching();
  };
  const beginToStop = (): void => void (ending = true);
  return {
    address,
    adopted,
    client: first.client,
    beginToStop,
    stop: () => {
      beginToStop();
      return (stopping ??= stop());
    },
  };
}

async function open(
  postmaster: Postmaster,
  before: Address | null,
): Promise<{ address: Address; adopted: boolean; hold: Hold }> {
  for (let tries = 1; ; tries++) {
    const { address, adopted } = await ensureRunning(postmaster, before);
    try {
      return { address, adopted, hold: await takeHold(address, postmaster.place.home) };
    } catch (error) {
      if (error instanceof EmbeddedError || tries === OPEN_TRIES) throw error;
    }
  }
}
