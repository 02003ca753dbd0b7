/** How long a certificate is good by its profile. */
import { wholeSeconds } from '../x509/whole-seconds.ts';

const DAY = 86_400_000;
/** A certificate begins a little before it is made, for those whose clocks are behind. */
const BACKDATED = 5 * 60_000;

/** The first and the last second of one that is made now, of a profile that gives so many days. */
export function periodOfDays(days: number, now: Date): { notBefore: Date; notAfter: Date } {
  const notBefore = wholeSeconds(new Date(now.getTime() - BACKDATED));
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * DAY - 1_000) };
}
