import type { KeyboardEvent } from 'react';

/**
 * For the field of a choice: while its list is open, Enter chooses and never sends the form, also where what was typed
 * finds nothing, or nothing yet.
 */
export function keepEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault();
}
