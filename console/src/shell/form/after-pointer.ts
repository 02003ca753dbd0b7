/**
 * Waits for a press to end. An error that appears between press and release moves the page, and the click misses its
 * button.
 */
let pressed = false;

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), { capture: true, passive: true });
  for (const name of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(name, () => (pressed = false), { capture: true, passive: true });
}

/** Runs at once, or after the press that is under way and its click. */
export function afterPointer(run: () => void): void {
  if (!pressed) return run();
  const released = () => {
    for (const name of ['pointerup', 'pointercancel'] as const) document.removeEventListener(name, released);
    setTimeout(run);
  };
  for (const name of ['pointerup', 'pointercancel'] as const) document.addEventListener(name, released);
}
