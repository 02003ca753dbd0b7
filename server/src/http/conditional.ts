/** Whether somebody who asks again has what they would be sent. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request says that it has the answer with this ETag already: weak or strong, any of a list (RFC 9110,
 * 13.1.2). `If-Modified-Since` is not heard: of two revocation lists of one second it would keep the older one.
 */
export function hasAlready({ 'if-none-match': tags = '' }: IncomingHttpHeaders, tag: string): boolean {
  return tags.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
