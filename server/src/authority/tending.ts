/** What is done for the authorities every hour: lists, responders, what was left open, and what has ended. */
import type { Runtime } from '../runtime.ts';
import { releaseEnded } from './ended-store.ts';
import { settleIntentions } from './intention-store.ts';
import { askForDueLists } from './list-store.ts';
import { probeKeys } from './key-probe-store.ts';
import { renewDueResponders } from './responder-store.ts';
import { setUpAuthorities } from './set-up-store.ts';

/**
 * Looks after all authorities; answers how many of what. Each part is done whatever came of those before it: a key that
 * does not answer stops what it would sign, and nothing else. Throws the first failure once all was tried, so that the
 * job is tried again. Safe to run at any time, in several processes at once.
 */
export async function tendAuthorities(runtime: Runtime) {
  const now = runtime.clock.now();
  const failures: unknown[] = [];
  const part = async <T>(name: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      runtime.log.error({ err: error, part: name }, 'a part of looking after the certificate authorities failed');
      return null;
    }
  };
  // What needs no key, and tells of one that is gone, comes before what needs keys.
  const settled = await part('intentions', () => settleIntentions(runtime.db, now));
  const lists = await part('lists', () => askForDueLists(runtime.db, now));
  const keysGone = await part('keys', () => probeKeys(runtime, now));
  const ended = await part('ended', () => releaseEnded(runtime.db, now));
  const made = await part('set-up', async () => (await setUpAuthorities(runtime, now)) !== null);
  const responders = await part('responders', () => renewDueResponders(runtime, now));
  if (failures.length > 0) throw failures[0];
  return { made, settled, responders, lists, keysGone, ended };
}
