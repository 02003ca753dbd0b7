/** How a certificate on a token stands by its own dates; whether it was revoked only the platform knows. */

const SOON = 30 * 86_400_000;

export function stateOfCertificate(
  { valid_from: begin, valid_to: end }: { valid_from: string; valid_to: string },
  now: Date,
): 'early' | 'valid' | 'ends_soon' | 'ended' {
  const at = now.getTime();
  if (at < Date.parse(begin)) return 'early';
  if (at > Date.parse(end)) return 'ended';
  return Date.parse(end) - at < SOON ? 'ends_soon' : 'valid';
}
