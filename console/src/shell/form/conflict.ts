/** Somebody else saved the record while it was being edited: what changed, and what becomes of one's own values. */
import { isSame } from '../../session/drafts.ts';

export type Conflict = {
  /** Empty where this person may not know who it was. */
  by: string;
  /** Stored datetime, UTC. */
  at: string;
  changes: {
    name: string;
    before: unknown;
    theirs: unknown;
    /** What stands in the form from now on. */ kept: unknown;
  }[];
};

/**
 * What the form holds after a save of somebody else: where only they changed a field, theirs; where the person did,
 * the person's own, to be saved again or not.
 */
export function merged<V extends Record<string, unknown>>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs }: { base: V; mine: V; theirs: V },
): { values: V; changes: Conflict['changes'] } {
  const values = { ...mine };
  const changes: Conflict['changes'] = [];
  for (const name of names) {
    if (isSame(theirs[name], base[name])) continue;
    if (isSame(mine[name], base[name])) values[name] = theirs[name];
    changes.push({ name, before: base[name], theirs: theirs[name], kept: values[name] });
  }
  return { values, changes };
}
