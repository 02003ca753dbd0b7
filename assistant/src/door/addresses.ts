/** Under which name the assistant is asked, and whose pages may ask at all. */
import { isLoopback } from '@signet/contract/assistant/loopback';

/**
 * Whether the Host header names this machine, at our port. A page of another site that lets its own name lead here
 * (DNS rebinding) has that name in it.
 */
export const isOwnHost = (host: string | undefined, port: number): boolean =>
  host === `localhost:${port}` || host === `127.0.0.1:${port}`;

/**
 * The origin of a page that may ask: one whose content nobody on the way could change, by https or from this machine.
 * Null for every other, for `null` and for what no browser writes.
 */
export function originOf(header: string | undefined): string | null {
  if (header === undefined || header.length > 300 || !URL.canParse(header)) return null;
  const { origin, protocol, hostname } = new URL(header);
  if (origin !== header) return null;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? origin : null;
}
