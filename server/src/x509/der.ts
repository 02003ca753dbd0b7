/**
 * What comes from outside is looked at here before any library reads it: DER alone (ITU-T X.690 clause 10 and 11), in
 * one pass over the bytes, so that no input takes long. Libraries for ASN.1 accept BER as well: lengths left open,
 * strings in pieces, bytes after the end; two readers may then see two things in the same bytes.
 */

/** Why bytes are not one DER value. `size`: more, or more deeply nested, than a certificate ever is. */
const DER_FAULTS = ['cut_short', 'trailing_bytes', 'indefinite_length', 'not_der', 'size'] as const;
export type DerFault = (typeof DER_FAULTS)[number];

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_VALUES = 100_000;
const DEEPEST = 32;

const BOOLEAN = 1;
const INTEGER = 2;
const BIT_STRING = 3;
const NULL = 5;
const OBJECT_IDENTIFIER = 6;
const ENUMERATED = 10;
const SEQUENCE = 16;
const SET = 17;
/** Universal types that hold other values (X.690, 8.11 and 8.18, and EXTERNAL, EMBEDDED PDV, which nobody uses). */
const CONSTRUCTED = new Set([SEQUENCE, SET]);

type Header = { universal: number | null; constructed: boolean; start: number; end: number };

class Refused extends Error {
  readonly fault: DerFault;
  constructor(fault: DerFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Null for exactly one DER value; else what is wrong first. */
export function whyNotDer(bytes: Uint8Array): DerFault | null {
  if (bytes.length > MOST_BYTES) return 'size';
  try {
    checkAll(bytes);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

/** A value of its parts, its length in as few octets as it takes (X.690, 10.1). `tag`: its identifier octet. */
export function derOf(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const long = content.length < 0x80 ? '' : content.length.toString(16);
  const octets = Buffer.from(long.length % 2 ? `0${long}` : long, 'hex');
  const length = octets.length === 0 ? [content.length] : [0x80 | octets.length, ...octets];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** One value: its identifier octet (class, form and number of its type), what it holds, and the whole of it. */
export type DerValue = { tag: number; content: Uint8Array; whole: Uint8Array };

/** The values that stand one after the other in `bytes`. Throws where they are cut short or not DER. */
export function valuesIn(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length;) {
    const { start, end } = header(bytes, at, bytes.length);
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}

/**
 * The tag of the value at `at`, where its content begins, and where it ends: that may lie behind what is there of
 * `bytes`.
 */
export function extentOf(bytes: Uint8Array, at: number): { tag: number; start: number; end: number } {
  const { start, end } = header(bytes, at, Number.MAX_SAFE_INTEGER);
  return { tag: bytes[at] ?? 0, start, end };
}

function checkAll(bytes: Uint8Array): void {
  // The ends of the values that are open, innermost last. A list of its own: no input makes the program's stack grow.
  const open: number[] = [];
  let at = 0;
  for (let seen = 0; seen === 0 || open.length > 0; seen += 1) {
    if (seen > MOST_VALUES) throw new Refused('size');
    const { universal, constructed, start, end } = header(bytes, at, open.at(-1) ?? bytes.length);
    if (seen === 0 && end < bytes.length) throw new Refused('trailing_bytes');
    if (constructed) {
      open.push(end);
      if (open.length > DEEPEST) throw new Refused('size');
    } else if (universal !== null) checkPrimitive(bytes, universal, start, end);
    at = constructed ? start : end;
    while (open.at(-1) === at) open.pop();
  }
}

/** Reads tag and length at `at`; the value must end by `limit`. */
function header(bytes: Uint8Array, at: number, limit: number): Header {
  let next = at;
  const octet = (): number => {
    const value = next < limit ? bytes[next] : undefined;
    if (value === undefined) throw new Refused('cut_short');
    next += 1;
    return value;
  };
  const identifier = octet();
  // Tags from 31 on take more octets (8.1.2.4); nothing in a certificate has one.
  if ((identifier & 0x1f) === 0x1f) throw new Refused('not_der');
  const universal = identifier >> 6 === 0 ? identifier & 0x1f : null;
  const constructed = (identifier & 0x20) !== 0;
  if (universal === 0 || (universal !== null && constructed !== CONSTRUCTED.has(universal)))
    throw new Refused('not_der');
  let length = octet();
  if (length === 0x80) throw new Refused('indefinite_length');
  if (length > 0x80) {
    const octets = length & 0x7f;
    if (octets > 4) throw new Refused('size');
    length = 0;
    for (let count = 0; count < octets; count += 1) length = length * 256 + octet();
    // The shortest form (10.1).
    if (length < 0x80 || length < 256 ** (octets - 1)) throw new Refused('not_der');
  }
  if (next + length > limit) throw new Refused('cut_short');
  return { universal, constructed, start: next, end: next + length };
}

/** What DER says of the content of simple types. */
function checkPrimitive(bytes: Uint8Array, type: number, start: number, end: number): void {
  const length = end - start;
  const [first = 0, second = 0] = bytes.subarray(start, Math.min(end, start + 2));
  const last = bytes[end - 1] ?? 0;
  const good = (): boolean => {
    switch (type) {
      case BOOLEAN: // 11.1
        return length === 1 && (first === 0 || first === 0xff);
      case INTEGER:
      case ENUMERATED: // 8.3.2
        return length === 1 || (length > 1 && !((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)));
      case BIT_STRING: // 8.6.2 and 11.2.1
        return length > 0 && first < 8 && (length > 1 ? (last & ((1 << first) - 1)) === 0 : first === 0);
      case NULL:
        return length === 0;
      case OBJECT_IDENTIFIER:
        return isObjectIdentifier(bytes.subarray(start, end));
      default:
        return true;
    }
  };
  if (!good()) throw new Refused('not_der');
}

/** Each arc in the fewest octets, the last one ended (8.19.2). */
function isObjectIdentifier(content: Uint8Array): boolean {
  let begins = true;
  for (const octet of content) {
    if (begins && octet === 0x80) return false;
    begins = octet < 0x80;
  }
  return content.length > 0 && begins;
}
