/** Keeps what stands in a form when the session ends, and puts it back when the same person opens the form again. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { draftOf, isSame, keepDraft, takeDraft } from '../../session/drafts.ts';
import { isLeaving } from '../../session/sign-out.ts';
import { onSessionEnd, personOfTab } from '../../session/state.ts';
import type { FormShell } from './form-shell.ts';

/** `overtaken`: fields that the person had changed and somebody else has saved since. */
export type Restored = { at: string; overtaken: readonly string[] };

/** What is asked of a form whose drafts are kept. */
type Drafted<V extends Record<string, unknown>> = Pick<FormShell<V>, 'names' | 'dirty' | 'secrets'> & {
  isNew?: boolean;
  form: {
    getInitialValues: () => V;
    getValues: () => V;
    setValues: (values: V) => void;
    reset: () => void;
  };
};

/** What was put back into the form; null as a rule. `discard` begins the form anew. */
export function useDraft<V extends Record<string, unknown>>(
  shell: Drafted<V>,
): { restored: Restored | null; discard: () => void } {
  const [person] = useState(personOfTab);
  const { pathname, searchStr } = useLocation();
  // What is new may be for something that the query names: what was begun for another one is not put in its place.
  const [name] = useState(() => [pathname + (shell.isNew ? searchStr : ''), ...shell.names].join(' '));
  const [restored, setRestored] = useState<Restored | null>(null);
  const latest = useRef(shell);
  useLayoutEffect(() => {
    latest.current = shell;
  });
  useEffect(() => {
    if (person === null) return;
    const { form } = latest.current;
    const draft = takeDraft(person, name, new Date());
    if (draft) {
      const initial = form.getInitialValues();
      form.setValues({ ...initial, ...draft.values });
      // Nobody else saves what is new, and whoever saved the same has overtaken nothing.
      const overtaken = Object.keys(draft.base).filter(
        (field) => !isSame(draft.base[field], initial[field]) && !isSame(draft.values[field], initial[field]),
      );
      setRestored({ at: draft.at, overtaken });
    }
    return onSessionEnd((reason) => {
      const { form: now, dirty, secrets, isNew } = latest.current;
      // Who signs out here has been asked about it.
      if (!dirty || (reason === 'signed-out' && isLeaving())) return;
      // What is new may begin otherwise next time: for the primary account, where another one was chosen.
      const changed = draftOf(isNew ? {} : now.getInitialValues(), now.getValues(), secrets);
      const at = new Date();
      if (changed) keepDraft({ person, form: name, at: at.toISOString(), ...changed }, at);
    });
  }, [person, name]);
  // Saved, or typed back to what it was.
  if (restored && !shell.dirty) setRestored(null);
  return {
    restored,
    discard() {
      shell.form.reset();
      setRestored(null);
    },
  };
}
