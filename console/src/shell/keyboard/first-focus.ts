/** Focus goes to the first field 100 ms after a form or dialog opens. */
import { LIMITS } from '@signet/contract/limits';
import { useEffect, type RefObject } from 'react';

const FIELD = [
  'input:not([type=hidden]):not([disabled]):not([readonly])',
  'textarea:not([disabled]):not([readonly])',
  'select:not([disabled])',
].join(', ');

/** Radio buttons of one name are one field, which is entered at the chosen one. */
function entryOf(field: HTMLElement): HTMLElement {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  return group.find(({ name, form }) => name === field.name && form === field.form) ?? field;
}

/** What of a field shows: one for files is the button after it. */
function shownOf(field: HTMLElement): HTMLElement | null {
  if (!(field instanceof HTMLInputElement) || field.type !== 'file') return field;
  const after = field.nextElementSibling;
  return after instanceof HTMLButtonElement ? after : (after?.querySelector('button') ?? null);
}

/** `ready` turns true when the fields are on the screen; touch screens are left alone, a keyboard would jump up. */
export function useFirstFocus(box: RefObject<HTMLElement | null>, ready = true): void {
  useEffect(() => {
    if (!ready || matchMedia('(pointer: coarse)').matches) return;
    const before = document.activeElement;
    const timer = setTimeout(() => {
      const now = document.activeElement;
      if (box.current?.contains(now)) return;
      // Somebody quick is writing in another field of the page.
      if (now !== before && now?.matches(FIELD)) return;
      // A question has come up meanwhile, over the form.
      const dialog = now?.closest('[role=dialog]');
      if (dialog && !dialog.contains(box.current)) return;
      const fields = [...(box.current?.querySelectorAll<HTMLElement>(FIELD) ?? [])];
      const first = fields.map(shownOf).find((field) => field?.checkVisibility());
      if (first) entryOf(first).focus();
    }, LIMITS.focusDelayMs);
    return () => clearTimeout(timer);
  }, [box, ready]);
}
