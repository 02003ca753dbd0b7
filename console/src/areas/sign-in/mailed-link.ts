/** Where the link of a mail leads that somebody types or pastes, by which a certificate is made (S-033). */
import type { Reason } from '@signet/contract/problem';
import { paths } from '../../paths.ts';

/** An id and the code behind it, at the end of every link of a mail. */
const PAIR = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\w-]{1,255})$/i;
/** A link: the host, which may be missing, then page, query and fragment. */
const LINK = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)(\?[^#]*)?(#.*)?$/i;

/** The address of a page; of an id and code alone the platform knows which page they are of. */
export type MailedLink = { address: string } | { id: string; code: string };

/**
 * What a link, or the id and code at its end, leads to; null where it is neither. Of a link nothing but page and
 * fragment counts: the same platform may have several names, and mail programs add to the query.
 */
export function mailedLink(text: string): MailedLink | null {
  // A mail program may set it between angle brackets.
  const said = text.trim().replace(/^<(.*)>$/, '$1');
  const [link, page = '', query = '', fragment = ''] = LINK.exec(said) ?? [];
  const of = (place: string) => {
    const [pair, id = '', code = ''] = PAIR.exec(place) ?? [];
    return pair === undefined ? null : { pair, id, code };
  };
  if (link === undefined) {
    const bare = of(said);
    return bare?.pair === said ? { id: bare.id, code: bare.code } : null;
  }
  const picked = of(fragment);
  if (picked && paths.certificatePickup(picked) === page + fragment) return { address: page + fragment };
  const invited = of(page);
  // Its query may name the way in which the certificate is installed (S-105).
  return invited && paths.enrollmentByLink(invited.id, invited.code) === page ? { address: page + query } : null;
}

export function whyNotMailedLink(text: string): Reason | null {
  if (text.trim() === '') return { status: 'REQUIRED' };
  return mailedLink(text) ? null : { status: 'NO_MAILED_LINK' };
}
