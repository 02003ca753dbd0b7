/**
 * Holds back what is typed while something that will take the keyboard is still on its way, so that no key reaches the
 * page underneath.
 */

/**
 * From now on until the returned function is called, or a dialog has the focus: letters go to `edit` as a change of the
 * text so far, Escape to `cancel`, and every other key nowhere. Chords of Ctrl, Alt and Meta go their way.
 */
export function holdKeys(edit: (change: (text: string) => string) => void, cancel: () => void): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (document.activeElement?.closest('[role=dialog]')) return release();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Backspace') edit((text) => Array.from(text).slice(0, -1).join(''));
    else if (Array.from(event.key).length === 1) edit((text) => text + event.key);
  };
  function release(): void {
    removeEventListener('keydown', pressed, { capture: true });
  }
  addEventListener('keydown', pressed, { capture: true });
  return release;
}
