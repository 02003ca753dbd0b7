/** How much of a limit is used, as the bars show it. */
import { UNLIMITED } from '@signet/contract/licensed-features';

/** From here on a person is warned. */
const NEARLY = 90;

export type Usage =
  /** Without a limit there is no share of it. */
  | { kind: 'no_limit' }
  /** It has none of its own: it uses those of whoever is above. */
  | { kind: 'above' }
  /** Nothing may be used, and nothing is. */
  | { kind: 'nothing' }
  /** `percent` is rounded down, so that only what is used up has 100; above it where more is used than allowed. */
  | { kind: 'share'; percent: number; level: 'fine' | 'nearly' | 'used_up' };

export function usageOf({
  limit,
  used,
  draws_on: above = null,
}: {
  limit: number;
  used: number;
  draws_on?: object | null;
}): Usage {
  if (limit === UNLIMITED) return { kind: 'no_limit' };
  if (limit === 0 && above) return { kind: 'above' };
  if (limit === 0) return used === 0 ? { kind: 'nothing' } : { kind: 'share', percent: 100, level: 'used_up' };
  const percent = Math.floor((used * 100) / limit);
  return { kind: 'share', percent, level: used >= limit ? 'used_up' : percent >= NEARLY ? 'nearly' : 'fine' };
}
