/** What shall be done about the conflicts of an account that comes, as it stands on the screen. */
import type { Arrival } from '@signet/contract/areas/migration';
import { whyNotStep, type Choice } from '@signet/contract/areas/migration-rules';
import { useState } from 'react';
import { useDraft } from '../../shell/form/use-draft.ts';

export type Choices = Record<string, Choice>;
type Changed = Readonly<Record<string, Choice | null>>;

export type Choosing = {
  choices: Choices;
  /**
   * The choices that are not saved yet, null for one that is taken back. A save sends these alone: others may have been
   * changed by somebody else meanwhile.
   */
  changed: Changed;
  /** Whether there is something of that, so that the platform would go by other choices. */
  dirty: boolean;
  choose: (changed: Changed) => void;
  /** Is called as a save begins; answers what is called once it has worked, which keeps what was chosen since. */
  saving: () => () => void;
  /** What was put back that had not been saved when the session ended, as a form has it. */
  draft: ReturnType<typeof useDraft>;
};

const NAMES = ['edited'] as const;
const NO_SECRETS: ReadonlySet<string> = new Set();

/** What is chosen is kept by conflict, whatever else the next check finds. */
export function useChoices(arrival: Arrival | undefined): Choosing {
  const [edited, setEdited] = useState<Changed>({});
  const conflicts = arrival?.conflicts ?? [];
  const shown = conflicts.map(({ key, choice }) => ({
    key,
    choice,
    now: edited[key] === undefined ? choice : edited[key],
  }));
  const changed = shown.filter(({ choice, now }) => !isSame(choice, now));
  const isOpen = arrival !== undefined && whyNotStep('choose', arrival.state) === null;
  const draft = useDraft<{ edited: Changed }>({
    names: NAMES,
    secrets: NO_SECRETS,
    // Before the account was read, what was put back can't be told from what is saved.
    dirty: arrival === undefined ? Object.keys(edited).length > 0 : isOpen && changed.length > 0,
    form: {
      getInitialValues: () => ({ edited: {} }),
      getValues: () => ({ edited }),
      setValues: (values) => setEdited(values.edited),
      reset: () => setEdited({}),
    },
  });
  return {
    choices: Object.fromEntries(shown.flatMap(({ key, now }) => (now ? [[key, now]] : []))),
    changed: Object.fromEntries(changed.map(({ key, now }) => [key, now])),
    dirty: isOpen && changed.length > 0,
    choose: (more) => setEdited((before) => ({ ...before, ...more })),
    draft,
    saving: () => () => setEdited((now) => (now === edited ? {} : now)),
  };
}

const valueOf = (choice: Choice | null): string | null => (choice?.way === 'rename' ? choice.value : null);
const isSame = (one: Choice | null, other: Choice | null): boolean =>
  one?.way === other?.way && valueOf(one) === valueOf(other);
