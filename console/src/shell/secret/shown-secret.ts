/** The secret that was made just now. The frame shows it over whatever page is there, until it is stored. */
import type { ComponentType } from 'react';
import { cell } from '../../cell.ts';
import { onSessionEnd } from '../../session/state.ts';

type Shown = { title: string; Content: ComponentType<{ onStored: () => void }> };

export const shownSecret = cell<Shown | null>(null);
onSessionEnd(() => shownSecret.set(null));
