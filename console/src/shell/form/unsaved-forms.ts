/** Which forms hold something that would be lost. */
import { useEffect } from 'react';
import { cell } from '../../cell.ts';

/** How many forms on the screen hold something that is not saved. */
export const unsavedForms = cell(0);

/** Counts this one among them while `unsaved`. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    unsavedForms.set((count) => count + 1);
    return () => unsavedForms.set((count) => count - 1);
  }, [unsaved]);
}
