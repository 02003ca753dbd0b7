/** Where the link of a mail leads that somebody types or pastes, by which a certificate is made (S-033). */
import type { Reason } from '@signet/contract/problem';
import { paths } from '../../paths.ts';

/** An id and the code behind it, as every link of a mail has them. */
const PAIR = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\w-]{1,255})$/i;
/** What such a link begins with, and the page. Without any of it, it is one of the page that asks. */
const pickup = (id: string, code: string) => paths.certificatePickup({ id, code });
const PAGES: readonly (readonly [string, (id: string, code: string) => string])[] = [
  [`${paths.certificatePickup()}#`, pickup],
  ['/account/enrollment/', paths.enrollmentByLink],
  ['', pickup],
];

/**
 * The address that a link, or the id and code at its end, leads to; null where it is neither. Of a link nothing but
 * path and fragment counts: the same platform may have several names.
 */
export function addressOfMailedLink(text: string): string | null {
  // A mail program may set it between angle brackets.
  const said = text.trim().replace(/^<(.*)>$/, '$1');
  const link = /^https?:\/\/[^/]+(\/.*)$/i.exec(said)?.[1] ?? said;
  for (const [begins, page] of PAGES) {
    const [, id, code] = (link.startsWith(begins) && PAIR.exec(link.slice(begins.length))) || [];
    if (id && code) return page(id, code);
  }
  return null;
}

export function whyNotMailedLink(text: string): Reason | null {
  if (text.trim() === '') return { status: 'REQUIRED' };
  return addressOfMailedLink(text) ? null : { status: 'NO_MAILED_LINK' };
}
