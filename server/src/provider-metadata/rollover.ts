/** What becomes of a provider's certificates when its metadata is read again: nobody is refused meanwhile. */
import type { ProviderCertificate } from '../sign-in/saml/config-store.ts';
import { withinMost } from '../sign-in/saml/kept-certificate.ts';

/**
 * The certificates once the metadata has changed from `before` to `after`. What is new in it is next; what has left it
 * is retired, and comes back with it; once nothing is current any more, what is next is current. What somebody has
 * added as a file, retired by hand or taken away, stays so. Null where none would be left that counts at `now`.
 */
export function rolledOver(
  stored: readonly ProviderCertificate[],
  before: readonly ProviderCertificate[],
  after: readonly ProviderCertificate[],
  now: Date,
): ProviderCertificate[] | null {
  const had = new Set(before.map(({ thumb_print }) => thumb_print));
  const has = new Set(after.map(({ thumb_print }) => thumb_print));
  const counts = ({ state, valid_to }: ProviderCertificate): boolean => state !== 'retired' && valid_to > now;
  if (!after.some(({ valid_to }) => valid_to > now)) return null;
  const kept = stored.map((one): ProviderCertificate => {
    if (has.has(one.thumb_print)) return one.dropped_at ? { ...one, state: 'next', dropped_at: null } : one;
    return had.has(one.thumb_print) && one.state !== 'retired' ? { ...one, state: 'retired', dropped_at: now } : one;
  });
  const known = new Set(stored.map(({ thumb_print }) => thumb_print));
  const added = after
    .filter(({ thumb_print, valid_to }) => !known.has(thumb_print) && valid_to > now)
    // What it had before and is not stored, somebody has taken away.
    .map((one): ProviderCertificate => ({ ...one, state: had.has(one.thumb_print) ? 'retired' : 'next' }));
  const all = [...kept, ...added];
  if (!all.some(counts)) return null;
  const isCurrentLeft = all.some((one) => one.state === 'current' && counts(one));
  const settled = all.map((one) =>
    !isCurrentLeft && one.state === 'next' ? { ...one, state: 'current' as const } : one,
  );
  return withinMost(settled);
}
