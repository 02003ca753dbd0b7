/** Single keys for what a page is there for: C creates, E edits. What they follow is marked (ButtonLink.tsx). */

export type PageKey = 'C' | 'E';

/** What the key follows on the page that shows; null where there is no such thing. */
export function targetOfKey(key: string): HTMLElement | null {
  const pageKey = key.toUpperCase();
  if (pageKey !== 'C' && pageKey !== 'E') return null;
  return document.querySelector<HTMLElement>(`#main [data-page-key="${pageKey}"]`);
}
