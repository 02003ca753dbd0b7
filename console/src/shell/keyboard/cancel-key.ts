/**
 * Escape leaves a form as its button for cancelling does; what is open in or over the form closes first, and in another
 * form of the page it is not this one's.
 */
import { useLayoutEffect, type RefObject } from 'react';
import { isCovered } from '../routing/free-focus.ts';

/** What hears of Escape before the form: questions, calendars, lists of choices. */
const OPEN = '[role=dialog], [role=menu], [role=listbox]';

const isOpen = (target: Element): boolean =>
  target.closest(OPEN) !== null || target.getAttribute('aria-expanded') === 'true' || isCovered();

export function useCancelKey(form: RefObject<HTMLFormElement | null>, onCancel: () => void): void {
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      const { target } = event;
      // Keys pressed beside everything are the form's too: it is what the page is about.
      const isOurs =
        target === document.body || (target instanceof Node && form.current?.closest('main')?.contains(target));
      if (!isOurs || !(target instanceof Element) || isOpen(target)) return;
      const around = target.closest('form');
      if (around && around !== form.current) return;
      event.preventDefault();
      onCancel();
    };
    // On its way down: once it has come up again, what it has closed can't be told from what was not open.
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  });
}
