/**
 * Secrets that were made just now. The frame shows them over whatever page is there, one by one, until each is stored.
 */
import type { ComponentType } from 'react';
import { cell, useCell } from '../../cell.ts';
import { onSessionEnd, personOfTab } from '../../session/state.ts';

/** `isKept`: it can be had elsewhere as well, so that the dialog closes as any other does. */
type Shown = { title: string; isKept?: boolean; Content: ComponentType<{ onStored: () => void }> };

/** `person`: who was signed in when it came; one that comes after the end of its session is nobody's. */
export const shownSecrets = cell<readonly (Shown & { person: string | null })[]>([]);
onSessionEnd(() => shownSecrets.set([]));

export const showOnce = (shown: Shown): void =>
  shownSecrets.set((before) => [...before, { ...shown, person: personOfTab() }]);

/** Puts away the one that is shown. */
export const putAway = (shown: Shown): void => shownSecrets.set((before) => before.filter((one) => one !== shown));

/** The one that is shown now; one that comes late is not the next person's to see. */
export const useShownSecret = (): Shown | null =>
  useCell(shownSecrets).find(({ person }) => person === personOfTab()) ?? null;
