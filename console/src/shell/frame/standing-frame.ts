/** The frame of signed-in pages, once it has stood on the screen: then all that it shows is known. */
import type { ComponentType, ReactNode } from 'react';
import { cell } from '../../cell.ts';
import { onSessionEnd } from '../../session/state.ts';

/** Null before the first page of a session. FramePending takes it from here: it is loaded before the frame is. */
export const standingFrame = cell<{ Frame: ComponentType<{ children: ReactNode }> } | null>(null);
onSessionEnd(() => standingFrame.set(null));
