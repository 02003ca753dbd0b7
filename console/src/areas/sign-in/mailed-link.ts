/** Where the link of a mail leads that somebody types or pastes, by which a certificate is made (S-033). */
import type { Reason } from '@signet/contract/problem';
import { paths } from '../../paths.ts';

/** An id and the code behind it, at the end of every link of a mail. */
const PAIR = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\w-]{1,255})$/i;

/**
 * The address that a link, or the id and code at its end, leads to; null where it is neither. Of a link nothing but
 * path and fragment counts: the same platform may have several names.
 */
export function addressOfMailedLink(text: string): string | null {
  // A mail program may set it between angle brackets.
  const said = text.trim().replace(/^<(.*)>$/, '$1');
  const link = /^https?:\/\/[^/]+(\/.*)$/i.exec(said)?.[1] ?? said;
  const [pair, id, code] = PAIR.exec(link) ?? [];
  if (!id || !code) return null;
  const pickup = paths.certificatePickup({ id, code });
  // Without a page it is one of the page that asks.
  if (link === pair) return pickup;
  return [pickup, paths.enrollmentByLink(id, code)].find((address) => address === link) ?? null;
}

export function whyNotMailedLink(text: string): Reason | null {
  if (text.trim() === '') return { status: 'REQUIRED' };
  return addressOfMailedLink(text) ? null : { status: 'NO_MAILED_LINK' };
}
