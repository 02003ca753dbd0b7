/** Whether the focus may be given away after a change of page. */

/** True while nothing on the page has the focus, or only what takes it where a new page begins. */
export function isFocusFree(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches('#main, #main h1');
}

/** True while a dialog lies over the page. */
export const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

/** True where a page has given the focus to a part of itself: a row that was left, the section of its address. */
export function isPlaced(): boolean {
  const at = document.activeElement;
  const section = at?.getAttribute('data-section') ?? null;
  return (at !== null && at.closest('tr[data-row]') !== null) || (section !== null && location.hash === `#${section}`);
}
