/** Dangerous acts: the server asks again who signed in too long ago; the person is asked, and the act repeated. */
import { Failure } from './failure.ts';

/** Asks the person to prove who they are: true once that is done. */
type Ask = () => Promise<boolean>;
let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** The frame says how to ask; answers how to take that back, which ends its question as if it was closed. */
export function answerReauthentication(next: Ask): () => void {
  const gone = Promise.withResolvers<boolean>();
  // Nobody answers a question that went with its frame, and whoever waits for it would wait for ever.
  const untilGone: Ask = () => Promise.race([next(), gone.promise]);
  ask = untilGone;
  return () => {
    gone.resolve(false);
    if (ask === untilGone) ask = null;
  };
}

/** Runs a call, once more after the person has proved who they are. Acts at once are asked for together. */
export async function reauthenticated<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.status !== 'REAUTHENTICATION_REQUIRED' || !ask) throw thrown;
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw thrown;
    return attempt();
  }
}
