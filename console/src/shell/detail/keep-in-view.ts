/** What a person does who wants to look elsewhere. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** After so many milliseconds what is above has loaded, or never will. */
const PATIENCE = 10_000;

/**
 * Brings a heading to the top of the window, and keeps it there while what is around it still loads and grows, until
 * the person moves. `around` is what holds them both. Answers how to end that before.
 */
export function keepInView(heading: Element, around: Element): () => void {
  const end = new AbortController();
  const growth = new ResizeObserver(() => heading.scrollIntoView({ block: 'start' }));
  growth.observe(around);
  const stop = (): void => end.abort();
  end.signal.addEventListener('abort', () => growth.disconnect());
  for (const move of MOVES) addEventListener(move, stop, { capture: true, passive: true, signal: end.signal });
  const late = setTimeout(stop, PATIENCE);
  end.signal.addEventListener('abort', () => clearTimeout(late));
  return stop;
}
