/** Where the focus goes when what held it has gone. */
import type { PopoverProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/**
 * For what a popover shows: when it has gone, and the focus with it, the button takes the focus. Whoever closes a
 * popover right after opening it is overtaken by the trap inside, which begins late.
 */
export function useFocusBack(button: RefObject<HTMLElement | null>): void {
  const target = useRef(button);
  useEffect(() => {
    const { current } = target;
    return () => {
      if (document.activeElement === document.body) current.current?.focus();
    };
  }, []);
}

/**
 * For what a popover shows: its first control of these has the focus as soon as it shows, so that the next key reaches
 * it. The popover's own trap begins later, when what it saw first may have been replaced.
 */
export function useFocusInside(box: RefObject<HTMLElement | null>, controls: string): void {
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  }, [box, controls]);
}

/** How the popovers of filters open and hold the focus; Escape is {@link closesOnEscape}'s. */
export const FILTER_POPOVER = {
  closeOnEscape: false,
  position: 'bottom-start',
  trapFocus: true,
  returnFocus: true,
  shadow: 'md',
  radius: 'md',
} satisfies PopoverProps;

/** For what a popover shows: Escape closes it, unless a list of choices is open in it, which closes first. */
export const closesOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Escape' && !isListOpen) close();
};

/** Before a button of the filter row goes away: the focus goes to the first thing of the row. */
export function leaveToFilters(button: HTMLElement | null): void {
  button?.closest('[role=search]')?.querySelector<HTMLElement>('input, button')?.focus();
}
