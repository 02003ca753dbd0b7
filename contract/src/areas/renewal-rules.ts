/** When a certificate can be renewed, and what its key signs for that. Pure, for both sides. */
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';

const DAY = 86_400_000;
const [FIRST] = LIMITS.renewalDays;

/** From when on a certificate can be renewed. */
export const renewableFrom = (validTo: Date): Date => new Date(validTo.getTime() - FIRST * DAY);

/**
 * Until when: some days after the end, for whoever was away. A person signs in with theirs, and nobody comes in by one
 * that has ended.
 */
export const renewableUntil = (validTo: Date, { signsIn }: { signsIn: boolean }): Date =>
  new Date(validTo.getTime() + (signsIn ? 0 : LIMITS.renewalAfterEndDays * DAY));

/** Why a certificate can't be renewed any more; null where it can. */
export const whyNotRenew = (
  { state, validTo, signsIn }: { state: string; validTo: Date; signsIn: boolean },
  now: Date,
): Reason | null =>
  state === 'issued' && now <= renewableUntil(validTo, { signsIn }) ? null : { status: 'RENEWAL_OVER' };

/**
 * What the old key signs, with SHA-256, or SHA-384 for P-384: what the platform has asked, and which request is to be
 * certified, so that nobody else's key gets the certificate. `request` is the SHA-256 of the request (DER) in
 * hexadecimal digits.
 */
export const renewalStatement = (challenge: string, request: string): string =>
  `Signet renewal of a certificate\n${challenge}\n${request}\n`;
