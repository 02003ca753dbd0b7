/** Reads DER (ITU-T X.690, 8.1): values within values, nothing judged. */

export type Value = { tag: number; content: Uint8Array<ArrayBuffer> };

export function cut(): never {
  throw new RangeError('It ends within a value.');
}

/** The value at the beginning, and what comes after it. */
export function first(octets: Uint8Array<ArrayBuffer>): Value & { rest: Uint8Array<ArrayBuffer> } {
  const [tag = cut(), short = cut()] = octets;
  const digits = short < 0x80 ? 0 : short & 0x7f;
  let length = digits === 0 ? short : 0;
  for (const octet of octets.subarray(2, 2 + digits)) length = length * 256 + octet;
  const from = 2 + digits;
  if (from + length > octets.length) cut();
  return { tag, content: octets.subarray(from, from + length), rest: octets.subarray(from + length) };
}

export function membersOf(content: Uint8Array<ArrayBuffer>): Value[] {
  const members: Value[] = [];
  for (let rest = content; rest.length > 0;) {
    const next = first(rest);
    members.push(next);
    rest = next.rest;
  }
  return members;
}

export const hex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');
