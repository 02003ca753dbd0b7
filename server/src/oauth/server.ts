/** The authorization server of this process, with the keys that are in force. */
import type { Provider } from 'oidc-provider';
import type { Runtime } from '../runtime.ts';
import { listen } from './events.ts';
import { readSigningKeys } from './signing-key-store.ts';

/** How soon a process takes over a key that another one has made. */
const LOOK_MS = 60_000;

/** Answers the server; made at first use, and again where there are other keys. */
export function openServer(runtime: Runtime, prepare: (provider: Provider) => void): () => Promise<Provider> {
  let made: { provider: Provider; keys: string; looked: number } | null = null;
  return async () => {
    const now = runtime.clock.now();
    if (made && Math.abs(now.getTime() - made.looked) < LOOK_MS) return made.provider;
    const found = await readSigningKeys(runtime, now);
    const keys = found.map(({ id }) => id).join(' ');
    if (made?.keys !== keys) {
      // A large library, which only a platform with clients needs.
      const { makeProvider } = await import('./provider.ts');
      const provider = makeProvider(
        runtime,
        found.map(({ jwk }) => jwk),
      );
      listen(provider);
      prepare(provider);
      made = { provider, keys, looked: now.getTime() };
    }
    made.looked = now.getTime();
    return made.provider;
  };
}
