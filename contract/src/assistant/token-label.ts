/** What a token can be called. */

/** For so many octets (UTF-8) of its label a token has room (CK_TOKEN_INFO). */
const LABEL_OCTETS = 32;

function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}

/** Whether a token can be called that: cut off, nobody would find it again by its label. */
export const isTokenLabel = (label: string): boolean =>
  Array.from(label, octetsOf).reduce((sum, octets) => sum + octets, 0) <= LABEL_OCTETS;
