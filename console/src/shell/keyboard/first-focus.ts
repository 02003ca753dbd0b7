/** Focus goes to the first field 100 ms after a form or dialog opens. */
import { LIMITS } from '@signet/contract/limits';
import { useEffect, type RefObject } from 'react';

const FIELD = [
  'input:not([type=hidden]):not([disabled]):not([readonly])',
  'textarea:not([disabled]):not([readonly])',
  'select:not([disabled])',
].join(', ');

/** `ready` turns true when the fields are on the screen; touch screens are left alone, a keyboard would jump up. */
export function useFirstFocus(box: RefObject<HTMLElement | null>, ready = true): void {
  useEffect(() => {
    if (!ready || matchMedia('(pointer: coarse)').matches) return;
    const timer = setTimeout(() => {
      if (box.current?.contains(document.activeElement)) return;
      // A question has come up meanwhile, over the form.
      const dialog = document.activeElement?.closest('[role=dialog]');
      if (dialog && !dialog.contains(box.current)) return;
      box.current?.querySelector<HTMLElement>(FIELD)?.focus();
    }, LIMITS.focusDelayMs);
    return () => clearTimeout(timer);
  }, [box, ready]);
}
