/**
 * Writes DER (ITU-T X.690): the few types that a request and a PKCS #12 file are made of. Nothing is read here; what
 * comes from elsewhere is taken over octet for octet.
 */
import { concat } from '@signet/contract/assistant/octets';

export type Bytes = Uint8Array<ArrayBuffer>;

function byOctets(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((octet, index) => octet !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

/** Tag, length in its shortest form (10.1), content. */
function tagged(tag: number, content: Uint8Array): Bytes {
  const { length } = content;
  if (length < 0x80) return concat(Uint8Array.of(tag, length), content);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return concat(Uint8Array.of(tag, 0x80 | octets.length, ...octets), content);
}

export const sequence = (...parts: readonly Uint8Array[]): Bytes => tagged(0x30, concat(...parts));
/** The members in the order of their octets (11.6). */
export const set = (...parts: readonly Uint8Array[]): Bytes => tagged(0x31, concat(...parts.toSorted(byOctets)));
export const octetString = (content: Uint8Array): Bytes => tagged(0x04, content);
/** A string of whole octets. */
export const bitString = (content: Uint8Array): Bytes => tagged(0x03, concat(Uint8Array.of(0), content));
export const nothing = (): Bytes => tagged(0x05, new Uint8Array());
export const utf8String = (text: string): Bytes => tagged(0x0c, new TextEncoder().encode(text));
export const bmpString = (text: string): Bytes => tagged(0x1e, utf16(text));
/** [number] around a whole value. */
export const explicit = (number: number, content: Uint8Array): Bytes => tagged(0xa0 | number, content);
/** [number] in the place of the tag of a simple type. */
export const implicit = (number: number, content: Uint8Array): Bytes => tagged(0x80 | number, content);

/** UTF-16 with the high octet first, as BMPString and the passphrases of PKCS #12 have it. */
export function utf16(text: string): Bytes {
  const octets = new Uint8Array(text.length * 2);
  const view = new DataView(octets.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at));
  return octets;
}

/** A number that is not negative, given by its octets, the highest first: in the fewest octets (8.3.2). */
export function unsigned(octets: Uint8Array): Bytes {
  const first = octets.findIndex((octet) => octet !== 0);
  const shortest = first < 0 ? Uint8Array.of(0) : octets.subarray(first);
  return tagged(0x02, (shortest[0] ?? 0) < 0x80 ? shortest : concat(Uint8Array.of(0), shortest));
}

/** A whole number below 2³². */
export function integer(value: number): Bytes {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return unsigned(octets);
}

/** An object identifier by its dotted name. */
export function oid(name: string): Bytes {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  const octets = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80);
    return digits;
  });
  return tagged(0x06, Uint8Array.from(octets));
}
