/** Chance without memory: the same number and purpose always draw the same, so any row can be made alone. */

/** A fraction 0 ≤ x < 1 for the `n`-th thing of a `purpose` (the finaliser of MurmurHash3, 32 bits). */
export function draw(n: number, purpose: number): number {
  let bits = (Math.imul(n, 0x9e37_79b1) ^ Math.imul(purpose + 1, 0x85eb_ca77)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** One of `choices`. Throws a RangeError when there are none. */
export function pick<T>(choices: readonly T[], n: number, purpose: number): T {
  const chosen = choices[Math.floor(draw(n, purpose) * choices.length)];
  if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
  return chosen;
}

/** What an id stands for; part of the id, so that ids of two tables never meet. */
const KINDS = {
  account: 1,
  organization: 2,
  contact: 3,
  user: 4,
  event: 5,
  session: 6,
  certificate: 7,
  client: 8,
  enrollment: 9,
  serviceUser: 10,
  token: 11,
  seat: 12,
  role: 13,
  mail: 14,
  ownCertificate: 15,
  profile: 16,
  template: 17,
  plan: 18,
} as const;
export type Kind = keyof typeof KINDS;

/**
 * The UUIDv7 of the `n`-th thing of a kind, made at `at` (milliseconds since 1970): ids sort as they were made, as the
 * product's do.
 */
export function idOf(kind: Kind, n: number, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  const place = n.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS[kind].toString(16).padStart(3, '0')}-8000-${place}`;
}
