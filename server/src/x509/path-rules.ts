/** What must hold of a path whose signatures hold (RFC 5280, 6.1), the anchor's own certificate included. */
import { keepsPolicies } from './certificate-policies.ts';
import { isPermitted } from './name-constraints.ts';
import type { PathCertificate } from './path-certificate.ts';
import type { Purpose } from './profile.ts';
import { isValidAt, type ReadCertificate } from './read-certificate.ts';

/**
 * Why a certificate has no good path.
 *
 * - `unknown_authority`: none of the anchors stands above it.
 * - `bad_signature`: an authority of its issuer's name is there, and did not sign it.
 * - `weak_signature`, `weak_key`: by an algorithm, or a key, that we do not accept.
 * - `expired`, `not_yet_valid`: the certificate itself; `authority_expired`: one above it is outside of its time.
 * - `wrong_usage`: it is not for this, or an authority above it is not for such certificates.
 * - `not_an_authority`: one above it may not sign certificates.
 * - `path_too_long`, `name_not_permitted`, `policy_missing`: against what an authority above it allows.
 * - `unknown_critical`: it, or one above it, says something critical that nobody here understands.
 * - `too_many`: more certificates, ways or names than are looked at.
 */
const PATH_FAULTS = [
  'unknown_authority',
  'bad_signature',
  'weak_signature',
  'weak_key',
  'expired',
  'not_yet_valid',
  'authority_expired',
  'wrong_usage',
  'not_an_authority',
  'path_too_long',
  'name_not_permitted',
  'policy_missing',
  'unknown_critical',
  'too_many',
] as const;
export type PathFault = (typeof PATH_FAULTS)[number];

export type PathAsk = { now: Date; purpose: Purpose };

/** anyExtendedKeyUsage (RFC 5280, 4.2.1.12). */
export const ANY_PURPOSE = '2.5.29.37.0';
/** Comparisons of one name with one constraint: some thousand of each are dear, and OpenSSL has a bound as well. */
const MOST_COMPARISONS = 16_384;

/**
 * The first rule that the path does not keep. `path` begins with the certificate that is judged and ends with the
 * anchor; each is signed by the one after it, with a key that we
 * accept.
 */
export function whyNotPath(path: readonly PathCertificate[], ask: PathAsk): PathFault | null {
  const [leaf, ...authorities] = path;
  if (!leaf) return 'unknown_authority';
  const own = whyNotLeaf(leaf.read, ask);
  if (own) return own;
  for (const authority of authorities.toReversed()) {
    const fault = whyNotAuthority(authority.read, ask);
    if (fault) return fault;
  }
  const fault = whyNotLength(authorities) ?? whyNotNames(path) ?? whyNotPolicies(path);
  if (fault) return fault;
  // An authority signs certificates; nobody signs in with its certificate, though RFC 5280 would let it end a path.
  return leaf.read.authority === null ? null : 'wrong_usage';
}

function whyNotLeaf(leaf: ReadCertificate, { now, purpose }: PathAsk): PathFault | null {
  if (leaf.unknownCritical.length > 0) return 'unknown_critical'; // 6.1.5 (f)
  if ('fault' in leaf.key) return 'weak_key';
  // Whoever signs in signs a handshake (4.2.1.3 and 4.2.1.12; RFC 8446, 4.4.3).
  if (leaf.keyUsage && !leaf.keyUsage.includes('digitalSignature')) return 'wrong_usage';
  // Who is no authority does not say that it signs certificates (4.2.1.3, 4.2.1.9).
  if (leaf.authority === null && leaf.keyUsage?.includes('keyCertSign')) return 'wrong_usage';
  if (leaf.purposes && !leaf.purposes.includes(purpose)) return 'wrong_usage'; // 4.2.1.12
  if (now < leaf.validFrom) return 'not_yet_valid'; // 6.1.3 (a) (2)
  return isValidAt(leaf, now) ? null : 'expired';
}

function whyNotAuthority(authority: ReadCertificate, { now, purpose }: PathAsk): PathFault | null {
  if (authority.unknownCritical.length > 0) return 'unknown_critical'; // 6.1.4 (o)
  // 6.1.4 (k). One of version 1 can't say that it is an authority; whoever knows better replaces it.
  if (authority.version !== 3 || authority.authority === null) return 'not_an_authority';
  if (authority.subject.text === '') return 'not_an_authority'; // 4.1.2.6
  if (authority.keyUsage && !authority.keyUsage.includes('keyCertSign')) return 'not_an_authority'; // 6.1.4 (n)
  const { purposes } = authority;
  // Not in RFC 5280, but what everybody does: an authority's purposes bound those of what it signs.
  if (purposes && !purposes.includes(purpose) && !purposes.includes(ANY_PURPOSE)) return 'wrong_usage';
  return isValidAt(authority, now) ? null : 'authority_expired'; // 6.1.3 (a) (2)
}

/** 6.1.4 (l) and (m): authorities that are not self-issued, between one with a bound and the leaf. */
function whyNotLength(authorities: readonly PathCertificate[]): PathFault | null {
  const tooLong = authorities.some(({ read: { authority } }, at) => {
    const below = authorities.slice(0, at).filter(({ selfIssued }) => !selfIssued).length;
    return typeof authority === 'number' && below > authority;
  });
  return tooLong ? 'path_too_long' : null;
}

/** 6.1.3 (b) and (c): what one authority permits holds for all below it, but for those that are self-issued. */
function whyNotNames(path: readonly PathCertificate[]): PathFault | null {
  const bound = path.filter(({ selfIssued }, at) => at === 0 || !selfIssued);
  let comparisons = 0;
  for (const [at, { nameConstraints }] of path.entries()) {
    if (!nameConstraints) continue;
    const names = bound.filter((one) => path.indexOf(one) < at).flatMap((one) => one.names);
    comparisons += names.length * (nameConstraints.permitted.length + nameConstraints.excluded.length);
    if (comparisons > MOST_COMPARISONS) return 'too_many';
    if (!names.every((name) => isPermitted(name, nameConstraints))) return 'name_not_permitted';
  }
  return null;
}

/** Of the anchor nothing is asked here: it is trusted whatever its policies are (6.1.1 (d)). */
function whyNotPolicies(path: readonly PathCertificate[]): PathFault | null {
  const downwards = path.slice(0, -1).toReversed();
  return keepsPolicies(downwards.map(({ policies, selfIssued }) => ({ ...policies, selfIssued })))
    ? null
    : 'policy_missing';
}
