/** Octets as the channel puts them together, and their form in JSON. */
import type { Bytes, WebPlatform } from './web-platform.ts';

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A whole number from 0 below 2^53 in eight octets, the highest first. */
export function uint64(value: number): Bytes {
  const octets = new Uint8Array(8);
  new DataView(octets.buffer).setBigUint64(0, BigInt(value));
  return octets;
}

/** Each part behind its length in four octets, so that no two lists of parts give the same octets. */
export function withLengths(parts: readonly Uint8Array[]): Bytes {
  return concat(
    ...parts.flatMap((part) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, part.length);
      return [length, part];
    }),
  );
}

/** How many octets are made to text at once: each is an argument of a call. */
const AT_ONCE = 8_192;

/** Base64 with padding (RFC 4648, 4). */
export function toBase64(platform: WebPlatform, octets: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < octets.length; at += AT_ONCE)
    binary += String.fromCharCode(...octets.subarray(at, at + AT_ONCE));
  return platform.btoa(binary);
}

/** Octets of base64 with padding; whoever calls has looked at its form. */
export const fromBase64 = (platform: WebPlatform, text: string): Bytes =>
  Uint8Array.from(platform.atob(text), (character) => character.charCodeAt(0));
