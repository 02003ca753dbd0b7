/** Which forms hold something that would be lost. */
import { createContext, useEffect } from 'react';
import { cell } from '../../cell.ts';

/** How many forms on the screen hold something that is not saved. */
export const unsavedForms = cell(0);

/** Whether the page may no longer be opened, and stands there only for what is not saved in it. */
export const AccessLost = createContext(false);

/** Counts this one among them while `unsaved`. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    unsavedForms.set((count) => count + 1);
    return () => unsavedForms.set((count) => count - 1);
  }, [unsaved]);
}
