/** How often one site may ask. */
import type { Clock } from '../clock.ts';

/** `burst` at once, then `perSecond`. */
const RATES = {
  hello: { burst: 60, perSecond: 5 },
  handshake: { burst: 30, perSecond: 1 },
  request: { burst: 300, perSecond: 30 },
} as const;
export type Kind = keyof typeof RATES;

/** So many sites are remembered; the one that was silent for longest is forgotten, and begins anew. */
const MOST = 1_000;

/** Answers whether this request of the site is within its rate. */
export function rates(clock: Clock): (kind: Kind, origin: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (kind, origin) => {
    const { burst, perSecond } = RATES[kind];
    const key = `${kind} ${origin}`;
    const now = clock.now().getTime();
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
    // The order of a map is that of insertion: put in anew, it is the youngest.
    buckets.delete(key);
    buckets.set(key, { left: Math.max(0, filled - 1), at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > MOST && oldest !== undefined) buckets.delete(oldest);
    return filled >= 1;
  };
}
