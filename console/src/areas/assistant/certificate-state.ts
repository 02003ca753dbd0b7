/** How a certificate on a token stands by its own dates; whether it was revoked only the platform knows. */
import { renewableFrom } from '@signet/contract/areas/renewal-rules';

export function stateOfCertificate(
  { valid_from: begin, valid_to: end }: { valid_from: string; valid_to: string },
  now: Date,
): 'early' | 'valid' | 'ends_soon' | 'ended' {
  const at = now.getTime();
  if (at < Date.parse(begin)) return 'early';
  if (at > Date.parse(end)) return 'ended';
  return now > renewableFrom(new Date(end)) ? 'ends_soon' : 'valid';
}
