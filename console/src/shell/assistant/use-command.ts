/** One command at a time, with what is said of it: while it runs, where it was refused, once it is done. */
import { useState } from 'react';
import type { TextKey, TextParams } from '../../i18n/text.ts';
import { t } from '../../i18n/text.ts';
import { assistantProblemText, fieldsOf, refusedPin, statusOf } from './problem-text.ts';
import { notify } from '../notices/notifications.ts';

export type Command = ReturnType<typeof useCommand>;

/**
 * What was refused: in words, which PIN it is about, and code and fields of the assistant where it was the one to
 * refuse.
 */
type Problem = {
  text: string;
  pin: ReturnType<typeof refusedPin>;
  status: string | null;
  fields: readonly string[];
};

/** `onDone`: it was done, and what is shown of the keys is old. */
export function useCommand(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** `done` is said once it is done; the work answers what stands in that sentence. */
  async function run(work: () => Promise<TextParams | undefined>, done: TextKey): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const params = await work();
      notify({ type: 'success', message: t(done, params) });
      onDone();
    } catch (error) {
      setProblem({
        text: assistantProblemText(error),
        pin: refusedPin(error),
        status: statusOf(error),
        fields: fieldsOf(error),
      });
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run, forget: () => setProblem(null) };
}
