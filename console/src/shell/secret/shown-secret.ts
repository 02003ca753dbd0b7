/** The secret that was made just now. The frame shows it over whatever page is there, until it is stored. */
import type { ComponentType } from 'react';
import { cell } from '../../cell.ts';
import { onSessionEnd } from '../../session/state.ts';

type SecretFact = { label: string; value: string; mono?: boolean };

/** All texts in the language of the moment. */
export type NewSecret = {
  title: string;
  /** That it is shown this once, and where it belongs. */
  lead: string;
  secret: string;
  /** The verb: "Copy token". */
  copy: string;
  /** What it may do, and until when. */
  facts?: readonly SecretFact[];
  /** How it is used: a command, and what it is. */
  use?: { lead: string; command: string };
  /** For who could not store it: takes it back. */
  again?: { act: string; run: () => Promise<void> };
  /** Where it need not be stored: the verb that puts it away. */
  done?: string;
};

type Shown = { secret: NewSecret; Text: ComponentType<{ secret: NewSecret; onStored: () => void }> };

export const shownSecret = cell<Shown | null>(null);
onSessionEnd(() => shownSecret.set(null));
