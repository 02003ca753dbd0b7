import type { KeyboardEvent } from 'react';

/**
 * For the button of a menu or popover: Escape closes it also while it opens. The focus goes inside a moment after it
 * shows; until then the key arrives here.
 */
export function escapeWhileOpening(event: KeyboardEvent<HTMLButtonElement>): void {
  const button = event.currentTarget;
  if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
  // What was on its way inside would be lost with what has closed.
  setTimeout(() => button.focus({ preventScroll: true }));
}
