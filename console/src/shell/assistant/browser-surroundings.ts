/** The real browser, as the connection to the trust assistant needs it. */
import type { Pairing } from '@signet/contract/assistant/channel';
import { isLoopback } from '@signet/contract/assistant/loopback';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import { systemOf } from '@signet/contract/assistant/prerequisites';
import type { LocalPermission, Surroundings } from '../../assistant/surroundings.ts';
import { systemClock } from '../../assistant/times.ts';
import { read, remove, write } from '../../session/storage.ts';

/** How browsers call the permission to ask programs on this computer, the newer name first. */
const PERMISSIONS = ['loopback-network', 'local-network-access'] as const;

declare global {
  interface Permissions {
    /** The names are newer than TypeScript's list; one that the browser does not know is refused. */
    query(descriptor: { name: (typeof PERMISSIONS)[number] }): Promise<PermissionStatus>;
  }
}

async function permission(): Promise<LocalPermission> {
  for (const name of PERMISSIONS) {
    const asked = await navigator.permissions.query({ name }).catch(() => null);
    if (asked) return asked.state === 'prompt' ? 'unasked' : asked.state;
  }
  return 'unknown';
}

function readPairing(): Pairing | null {
  try {
    const kept: unknown = JSON.parse(read('assistantPairing') ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('key' in kept)) return null;
    const { id, key } = kept;
    return typeof id === 'string' && typeof key === 'string' ? { id, key: fromBase64(globalThis, key) } : null;
  } catch {
    return null;
  }
}

function onLeft(listener: () => void): () => void {
  const heard = (): void => {
    if (document.hidden) listener();
  };
  addEventListener('blur', listener);
  document.addEventListener('visibilitychange', heard);
  return () => {
    removeEventListener('blur', listener);
    document.removeEventListener('visibilitychange', heard);
  };
}

/** `port`: where the assistant listens. */
export function browserSurroundings(port: number): Surroundings {
  const { userAgent, maxTouchPoints, vendor } = navigator;
  const isLocal = isLoopback(location.hostname);
  return {
    address: `http://127.0.0.1:${port}`,
    origin: location.origin,
    isSecure: globalThis.isSecureContext,
    isLocal,
    // Safari, and whatever else is Apple's WebKit.
    blocksLoopback: location.protocol === 'https:' && vendor.startsWith('Apple') && !isLocal,
    system: systemOf({ userAgent, touchPoints: maxTouchPoints }),
    fetch: (address, init) => fetch(address, init),
    permission,
    open: (address) => location.assign(address),
    onLeft,
    kept: {
      read: readPairing,
      write: ({ id, key }) => write('assistantPairing', JSON.stringify({ id, key: toBase64(globalThis, key) })),
      forget: () => remove('assistantPairing'),
    },
    clock: systemClock,
  };
}
