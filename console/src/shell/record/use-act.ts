import { useId, useState } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import type { TextKey } from '../../i18n/text.ts';
import { dismissAttempt, notify } from '../notices/notifications.ts';

export type Act = {
  busy: boolean;
  /** Runs the act unless one is under way. Says `done` when it is given, and shows what went wrong. */
  run: (act: () => Promise<unknown>, done?: TextKey) => Promise<void>;
};

/** An act that is asked for outside of a form. `onSettled`: it is over, well or not. */
export function useAct(onSettled?: () => void): Act {
  const [busy, setBusy] = useState(false);
  const attempt = useId();
  async function run(act: () => Promise<unknown>, done?: TextKey): Promise<void> {
    if (busy) return;
    setBusy(true);
    dismissAttempt(attempt);
    try {
      await act();
      if (done !== undefined) notify({ type: 'success', message: done, translateMessage: true });
    } catch (thrown) {
      showProblem(thrown, undefined, attempt);
    } finally {
      setBusy(false);
      onSettled?.();
    }
  }
  return { busy, run };
}
