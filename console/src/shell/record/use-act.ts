import type { ProblemStatus } from '@signet/contract/problem';
import { useEffect, useId, useRef, useState } from 'react';
import { invalidate } from '../../api/change.ts';
import { asFailure } from '../../api/failure.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { TextKey } from '../../i18n/text.ts';
import { dismissAttempt, notify } from '../notices/notifications.ts';

export type Act = {
  busy: boolean;
  /** Runs the act unless one is under way. Says `done` when it is given, or has it said, and shows what went wrong. */
  run: (act: () => Promise<unknown>, done?: TextKey | (() => void)) => Promise<void>;
};

/** Refusals by what has changed since it was shown. */
const OTHER_BY_NOW: ReadonlySet<string> = new Set<ProblemStatus>([
  'CHANGED_MEANWHILE',
  'NOT_FOUND',
  'PLAN_EXPIRED',
  'RUN_UNDER_WAY',
  'MIGRATION_UNRESOLVED',
  'MIGRATION_NOT_NOW',
  'MIGRATION_DELETED',
]);

/**
 * An act that is asked for outside of a form. `opened` says whether the question before it is shown; `close` puts it
 * away once the act is over, well or not. Who has closed it meanwhile, and is asked about another one, keeps that.
 */
export function useAct(...[opened, close]: [] | [opened: boolean, close: () => void]): Act {
  const [busy, setBusy] = useState(false);
  const attempt = useId();
  /** How often the question was opened and closed. */
  const turns = useRef(0);
  useEffect(() => {
    turns.current += 1;
    // Under reduced motion a closed dialog is unmounted at once, with this hook in it: `opened` never turns false.
    return () => {
      turns.current += 1;
    };
  }, [opened]);
  async function run(act: () => Promise<unknown>, done?: TextKey | (() => void)): Promise<void> {
    if (busy) return;
    setBusy(true);
    const before = turns.current;
    dismissAttempt(attempt);
    try {
      await act();
      if (typeof done === 'function') done();
      else if (done !== undefined) notify({ type: 'success', message: done, translateMessage: true });
    } catch (thrown) {
      showProblem(thrown, undefined, attempt);
      // The next try is made from what there is by now, which the person sees then.
      if (OTHER_BY_NOW.has(asFailure(thrown).status)) await invalidate([]);
    } finally {
      setBusy(false);
      if (turns.current === before) close?.();
    }
  }
  return { busy, run };
}
