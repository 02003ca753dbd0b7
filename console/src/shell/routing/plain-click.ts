import type { MouseEvent } from 'react';

/** False for clicks that open tabs or windows, or that somebody has handled: they belong to the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  );
}
