/** What is done for the authorities every hour: lists, responders, what was left open, and what has ended. */
import type { Runtime } from '../runtime.ts';
import { releaseEnded } from './ended-store.ts';
import { settleIntentions } from './intention-store.ts';
import { askForDueLists } from './list-store.ts';
import { probeKeys } from './key-probe-store.ts';
import { renewDueResponders } from './responder-store.ts';
import { setUpAuthorities } from './set-up-store.ts';

/** Looks after all authorities; answers how many of what. Safe to run at any time, in several processes at once. */
export async function tendAuthorities(runtime: Runtime) {
  const now = runtime.clock.now();
  const made = (await setUpAuthorities(runtime, now)) !== null;
  const settled = await settleIntentions(runtime.db, now);
  const responders = await renewDueResponders(runtime, now);
  const lists = await askForDueLists(runtime.db, now);
  const keysGone = await probeKeys(runtime, now);
  const ended = await releaseEnded(runtime.db, now);
  return { made, settled, responders, lists, keysGone, ended };
}
