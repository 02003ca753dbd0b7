/** Whether the focus may be given away after a change of page. */

/** True while nothing on the page has the focus, or only what takes it where a new page begins. */
export function isFocusFree(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches('#main, #main h1');
}

/** True while a dialog lies over the page. */
export const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

/** The section that the address names, where the page has it: what leads to it and what it is called. */
export const sectionOfAddress = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-section="${CSS.escape(location.hash.slice(1))}"]`);

/**
 * True where a page begins elsewhere than at its top: at the row that was left, which has the focus, or at the section
 * of its address, which may be behind a dialog.
 */
export const isPlaced = (): boolean =>
  document.activeElement?.closest('tr[data-row]') != null || sectionOfAddress() !== null;
