/**
 * Gives the keyboard a place again when what had the focus has gone: a deleted row, a banner put away, a section that
 * no longer holds.
 */
import { LIMITS } from '@signet/contract/limits';
import { useEffect } from 'react';
import { sectionOfAddress } from '../routing/free-focus.ts';

/** Longer than a page takes to place the focus itself after it has changed (moved.ts). */
const AFTER_MS = LIMITS.scrollResetMs + 50;

/**
 * Where somebody goes on whose place has gone: the dialog that is open, else the section of the address, else the
 * heading of the page, else its main part.
 */
function placeLeft(): HTMLElement | null {
  const at = (selector: string) => document.querySelector<HTMLElement>(selector);
  const found = at('[role=dialog]') ?? sectionOfAddress() ?? at('#main h1') ?? at('#main');
  // A button, such as that of a section, takes it as it is.
  if (found && found.tabIndex < 0) found.tabIndex = -1;
  return found;
}

/**
 * Watches the whole page, signed in or not: a step of a public flow takes away the button that led on. What places the
 * focus itself, at once or after a change of page, comes first.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Element | null = null;
    /**
     * What had it last on the page itself: a dialog or menu that closes while it opens does not always give it back.
     */
    let below: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;
    const focused = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]')) below = target;
    };
    /** Who clicks beside everything has left on purpose. */
    const pressed = () => {
      if (last?.isConnected) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => isLost() && (below?.isConnected ? below : placeLeft())?.focus({ preventScroll: true }),
        AFTER_MS,
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pressed, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed, { capture: true });
    };
  }, []);
}
