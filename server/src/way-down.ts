/** How a process ends what it has begun: every step of it, however long one takes. */
import { setTimeout as pause } from 'node:timers/promises';

/** A step of the way down; they run in the opposite order of the way up. */
export type Undo = {
  name: string;
  /** What may begin at once, before the turn of this step has come. */
  begin?(): void;
  run(): Promise<unknown>;
  /** For how long the others wait for it, in milliseconds; two seconds where it is not said. */
  within?: number;
};

/** For how long requests in flight and jobs in hand are waited for, in milliseconds from the beginning. */
export type Ends = { requests: number; jobs: number };
/** Who sent SIGTERM will not wait for longer than 30 s: what is left is for the steps after these two. */
export const ENDS: Ends = { requests: 12_000, jobs: 18_000 };

/** What a step has that none was given. */
const WITHIN = 2_000;
/** The last step, which ends what goes on without this process, has what the others have left of this. */
const LONGEST = 27_000;

/**
 * Runs the steps, each whatever came of those before it: what one keeps waiting must not keep the others from closing.
 * Answers the name of the first that took too long; null where all closed.
 */
export async function goDown(undo: readonly Undo[], say: (line: string) => void): Promise<string | null> {
  const steps = undo.toReversed();
  const began = performance.now();
  for (const step of steps) step.begin?.();
  let late: string | null = null;
  for (const step of steps) {
    const { name, within = WITHIN } = step;
    const rest = step === steps.at(-1) ? LONGEST - (performance.now() - began) : 0;
    const done = step.run().then(
      () => true,
      (error: Error) => (say(`The ${name} did not close: ${error.message}`), true),
    );
    const ending = new AbortController();
    const patience = pause(Math.max(within, rest), false, { signal: ending.signal }).catch(() => false);
    if (!(await Promise.race([done, patience]))) late ??= name;
    ending.abort();
  }
  return late;
}
