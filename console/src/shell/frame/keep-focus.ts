/**
 * Gives the keyboard a place again when what had the focus has gone: a deleted row, a banner put away, a section that
 * no longer holds.
 */
import { LIMITS } from '@signet/contract/limits';
import { useEffect } from 'react';
import { mainControl } from '../keyboard/main-control.ts';
import { sectionOfAddress } from '../routing/free-focus.ts';

/** Longer than a page takes to place the focus itself after it has changed (moved.ts). */
const AFTER_MS = LIMITS.scrollResetMs + 50;

/** What stood around the place: the row, those beside it as they were then, and the section. */
type Around = { rows: readonly (Element | null)[]; section: Element | null };

function around(place: Element): Around {
  const row = place.closest('tr, li, [role=group]');
  return {
    rows: row ? [row, row.nextElementSibling, row.previousElementSibling] : [],
    section: place.closest('section'),
  };
}

/**
 * Where somebody goes on whose place has gone: the dialog that is open, else what can be done in the row or in one
 * beside it, else the section around it, else that of the address, else the heading of the page, else its main part.
 */
function placeLeft({ rows, section }: Around): HTMLElement | null {
  const at = (selector: string) => document.querySelector<HTMLElement>(selector);
  const row = rows.find((one) => one?.isConnected && mainControl(one));
  const toggle = section?.isConnected ? section.querySelector<HTMLElement>('[data-section]') : null;
  const found =
    at('[role=dialog]') ?? mainControl(row) ?? toggle ?? sectionOfAddress() ?? at('#main h1') ?? at('#main');
  // A button, such as that of a section, takes it as it is.
  if (found && found.tabIndex < 0) found.tabIndex = -1;
  return found;
}

/** Who goes on by the keyboard sees where; who points at things finds the page as it was. */
function goOnAt(place: HTMLElement | null): void {
  place?.focus({ preventScroll: true });
  if (place?.matches(':focus-visible')) place.scrollIntoView({ block: 'nearest' });
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
    let beside: Around = { rows: [], section: null };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;
    const focused = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      if (!(target instanceof HTMLElement) || target.closest('[role=dialog], [role=menu]')) return;
      below = target;
      beside = around(target);
    };
    /** Who clicks beside everything has left on purpose. */
    const pressed = () => {
      if (last?.isConnected) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => isLost() && (below?.isConnected ? below.focus({ preventScroll: true }) : goOnAt(placeLeft(beside))),
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
