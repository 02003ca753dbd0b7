/** How many files may be on their way at once. */
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';

/**
 * Each file on its way holds a connection of the pool until its last piece; the others must suffice for everybody else.
 */
const ALL = 4;
/** Of one account, or of one person in system scope: nobody alone can take them from everybody else. */
const OF_ONE = 2;

const open = new Map<string, number>();

/** Counts a file as on its way until what this answers is called. Throws TOO_MANY_FILES and TOO_MANY_REQUESTS. */
export function countFile(viewer: Viewer | null): () => void {
  const key = !viewer ? '' : viewer.scope === 'system' ? viewer.userId : (viewer.primaryAccountId ?? viewer.userId);
  const own = open.get(key) ?? 0;
  if (own >= OF_ONE) throw new Problem('TOO_MANY_FILES', { params: { seconds: 10 } });
  const all = [...open.values()].reduce((sum, count) => sum + count, 0);
  if (all >= ALL) throw new Problem('TOO_MANY_REQUESTS', { params: { seconds: 10 } });
  open.set(key, own + 1);
  return () => {
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
}
