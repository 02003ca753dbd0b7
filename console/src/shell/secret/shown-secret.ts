/** The secret that was made just now. The frame shows it over whatever page is there, until it is stored. */
import type { ComponentType } from 'react';
import { cell, useCell } from '../../cell.ts';
import { onSessionEnd, personOfTab } from '../../session/state.ts';

type Shown = { title: string; Content: ComponentType<{ onStored: () => void }> };

/** `person`: who was signed in when it came; one that comes after the end of its session is nobody's. */
export const shownSecret = cell<(Shown & { person: string | null }) | null>(null);
onSessionEnd(() => shownSecret.set(null));

export const showOnce = (shown: Shown): void => shownSecret.set({ ...shown, person: personOfTab() });

/** The one that is shown now; one that comes late is not the next person's to see. */
export function useShownSecret(): Shown | null {
  const last = useCell(shownSecret);
  return last?.person === personOfTab() ? last : null;
}
