import { useEffect, useEffectEvent } from 'react';

/** How long typing must rest before a name is looked up, in milliseconds. */
const REST_MS = 250;

/**
 * Looks up while somebody types whether a name is taken, and tells `onTaken` the name when so. `ask` is the call;
 * `name` is null while there is nothing to ask for. Answers for names typed before are dropped.
 */
export function useTaken(
  name: string | null,
  ask: (name: string, signal: AbortSignal) => Promise<{ exists: boolean }>,
  onTaken: (name: string) => void,
): void {
  const askNow = useEffectEvent(ask);
  const tell = useEffectEvent(onTaken);
  useEffect(() => {
    if (name === null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      askNow(name, asking.signal).then(
        ({ exists }) => {
          if (exists && !asking.signal.aborted) tell(name);
        },
        // The server asks again when the form is saved.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [name]);
}
