/** What a browser would say around the connection, as a test has it. The network is real unless one is given. */
import type { Pairing } from '@signet/contract/assistant/channel';
import { hello } from '@signet/contract/assistant/wire';
import type { Surroundings } from '../surroundings.ts';
import { movableClock } from './clock.ts';

export const CONSOLE = 'https://console.example';

export type Network = (address: string, init: RequestInit) => Promise<Response>;

/** Nobody listens: a browser says no more than this. */
export const nobody: Network = () => Promise.reject(new TypeError('Failed to fetch'));

/** Answers nothing until it is given up. */
export const mute: Network = (_address, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** An assistant of another version, which no process of ours can be. */
export const greets =
  (version: string, capability = '1.1.4'): Network =>
  () =>
    Promise.resolve(Response.json(hello.parse({ version, capability_version: capability, channel_version: 1 })));

/** Asks as the browser does, which names the page itself. */
export const asOrigin =
  (origin: string): Network =>
  (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), origin } });

export function testSurroundings({ port = 8900, network = nobody }: { port?: number; network?: Network } = {}) {
  const clock = movableClock();
  const asked: { address: string; at: number }[] = [];
  const opened: { address: string; at: number }[] = [];
  const leavers = new Set<() => void>();
  let kept: Pairing | null = null;
  const world: Surroundings & { network: Network } = {
    address: `http://127.0.0.1:${port}`,
    origin: CONSOLE,
    isSecure: true,
    isLocal: false,
    blocksLoopback: false,
    system: 'macos',
    fetch: (address, init) => {
      asked.push({ address, at: clock.now() });
      return world.network(address, init);
    },
    permission: () => Promise.resolve('granted'),
    open: (address) => void opened.push({ address, at: clock.now() }),
    onLeft(listener) {
      leavers.add(listener);
      return () => leavers.delete(listener);
    },
    kept: { read: () => kept, write: (pairing) => void (kept = pairing), forget: () => void (kept = null) },
    clock,
    network,
  };
  return {
    world,
    clock,
    asked,
    opened,
    pairing: (): Pairing | null => kept,
    /** How many wait for the page to lose the focus. */
    waiting: (): number => leavers.size,
    /** The browser asks whether to open the program: the page loses the focus. */
    leave: (): void => leavers.forEach((listener) => listener()),
  };
}
export type TestSurroundings = ReturnType<typeof testSurroundings>;
