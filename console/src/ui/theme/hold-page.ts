/**
 * Keeps the page behind a dialog from being scrolled. In place of what Mantine brings for it, which writes a style
 * element: the pages' policy takes none.
 */
let dialogs = 0;

/** A ref of a dialog's backdrop: the page is held for as long as one is there. */
export function holdPage(backdrop: HTMLElement | null): (() => void) | undefined {
  if (!backdrop) return undefined;
  const { body, documentElement } = document;
  if (dialogs === 0) {
    // What is behind stays where it is when its scroll bar goes.
    const bar = window.innerWidth - documentElement.clientWidth;
    body.style.overflow = 'hidden';
    if (bar > 0) body.style.marginInlineEnd = `${bar}px`;
  }
  dialogs += 1;
  return () => {
    dialogs -= 1;
    if (dialogs > 0) return;
    body.style.overflow = '';
    body.style.marginInlineEnd = '';
  };
}
