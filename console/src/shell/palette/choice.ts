/** Something the palette offers: a screen, or what the search found. */
import type { Icon } from '@tabler/icons-react';
import { cell } from '../../cell.ts';
import { onSessionEnd } from '../../session/state.ts';

export type Choice = {
  /** Where it leads. */
  to: string;
  /** Tells it apart where several lead to one place. */
  id?: string;
  text: string;
  /** What tells it from others of the name; `code` for what a machine made. */
  meta?: string;
  code?: boolean;
  icon: Icon;
};

export const keyOf = ({ id, to }: Choice): string => id ?? to;

const KEPT = 5;

/** The last choices, newest first. In memory alone: what somebody has looked for is not written down. */
export const recentChoices = cell<readonly Choice[]>([]);
onSessionEnd(() => recentChoices.set([]));

export function keepChoice(choice: Choice): void {
  recentChoices.set((before) => [choice, ...before.filter((other) => keyOf(other) !== keyOf(choice))].slice(0, KEPT));
}
