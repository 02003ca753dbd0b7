/** The secret that was made just now. The frame shows it over whatever page is there, until it is stored. */
import type { ComponentType } from 'react';
import { cell } from '../../cell.ts';
import { onSessionEnd, personOfTab } from '../../session/state.ts';

type Shown = { title: string; Content: ComponentType<{ onStored: () => void }> };

/** `person`: who was signed in when it came; one that comes after the end of its session is nobody's. */
export const shownSecret = cell<(Shown & { person: string | null }) | null>(null);
onSessionEnd(() => shownSecret.set(null));

export const showOnce = (shown: Shown): void => shownSecret.set({ ...shown, person: personOfTab() });
