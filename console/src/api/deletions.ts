/** Records that this tab has deleted: told to whatever keeps their ids, such as the selection of a list. */
type Listener = (id: string) => void;
const listeners = new Set<Listener>();

/** Returns the way to stop. */
export function onDeletion(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellDeletion(id: string): void {
  for (const listener of listeners) listener(id);
}
