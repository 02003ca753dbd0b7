/**
 * IP addresses and ranges of them, as RFC 4632 and RFC 4291 write them: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
 * No I/O and no names: the console checks what is typed by the same rule by which the server admits a caller.
 */
import { LIMITS } from './limits.ts';
import type { Reason } from './problem.ts';

/** An address or range: `bits` are 32 or 128, as the version has; it is all addresses with the first `prefix` bits. */
type AddressRange = { version: 4 | 6; bits: bigint; prefix: number };

const WIDTH = { 4: 32, 6: 128 } as const;
/** The IPv6 range that stands for IPv4 addresses (RFC 4291 §2.5.5.2): they are those addresses. */
const MAPPED = 0xffffn;

/** The bits of an IPv4 address; null for what is none. A nought before a number is none: some read it as octal. */
function ipv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return null;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

/** An IPv4 address as RFC 4632 writes it, and nothing before or behind it. */
export const isIpv4 = (text: string): boolean => ipv4(text) !== null;

/** The groups of sixteen bits of a part of an IPv6 address; null where it is none. Its end may be written as IPv4. */
function groups(text: string): bigint[] | null {
  if (text === '') return [];
  const found: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const embedded = index === parts.length - 1 && part.includes('.') ? ipv4(part) : null;
    if (embedded !== null) found.push(embedded >> 16n, embedded & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) found.push(BigInt(`0x${part}`));
    else return null;
  }
  return found;
}

function ipv6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2 || !text.includes(':')) return null;
  const [head, tail] = [groups(halves[0] ?? ''), groups(halves[1] ?? '')];
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array.from({ length: missing }, () => 0n), ...tail];
  return all.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** An address, IPv4 ones written as IPv6 as what they are; null for what is none. */
function parseAddress(text: string): Pick<AddressRange, 'version' | 'bits'> | null {
  const four = ipv4(text);
  if (four !== null) return { version: 4, bits: four };
  const six = ipv6(text);
  if (six === null) return null;
  return six >> 32n === MAPPED ? { version: 4, bits: six & 0xffff_ffffn } : { version: 6, bits: six };
}

function parseRange(text: string): AddressRange | null {
  const [address = '', length, more] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || more !== undefined) return null;
  const width = WIDTH[parsed.version];
  if (length === undefined) return { ...parsed, prefix: width };
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length)) return null;
  // Of an IPv4 address written as IPv6 the length counts the 96 bits before it.
  const prefix = Number(length) - (parsed.version === 4 && address.includes(':') ? 96 : 0);
  return prefix >= 0 && prefix <= width ? { ...parsed, prefix } : null;
}

/** What a range begins with: its bits beyond the prefix are 0. */
const begins = ({ version, bits, prefix }: AddressRange): bigint => {
  const rest = BigInt(WIDTH[version] - prefix);
  return (bits >> rest) << rest;
};

/** The longest run of groups that are 0, two at least, is written `::` (RFC 5952 §4.2). */
function ipv6Text(bits: bigint): string {
  const all = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  let [from, longest] = [0, 1];
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (all[end] === '0') end += 1;
    if (end - start > longest) [from, longest] = [start, end - start];
  }
  if (longest === 1) return all.join(':');
  return `${all.slice(0, from).join(':')}::${all.slice(from + longest).join(':')}`;
}

function rangeText({ version, bits, prefix }: AddressRange): string {
  const address =
    version === 4 ? [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join('.') : ipv6Text(bits);
  return prefix === WIDTH[version] ? address : `${address}/${prefix}`;
}

/** The way an address or range is kept: in its shortest spelling. What is none stays as it is. */
export function plainRange(text: string): string {
  const range = parseRange(text.trim());
  return range ? rangeText(range) : text;
}

/** Bits of an IPv6 address that say whose network it is: who has one has as many addresses in it as they like. */
const NETWORK = 64;

/** By what requests of an address are counted: an IPv4 address, or the network of an IPv6 one. */
export function addressKey(text: string): string {
  const address = parseAddress(text);
  if (!address) return text;
  const range = { ...address, prefix: address.version === 4 ? WIDTH[4] : NETWORK };
  return rangeText({ ...range, bits: begins(range) });
}

/** Why a text is no address and no range; a range is written by its first address, so that nobody means another one. */
export function whyNotAddressRange(text: string): Reason | null {
  const value = text.trim();
  const range = parseRange(value);
  if (!range) return { status: 'INVALID_ADDRESS', params: { value: value.slice(0, LIMITS.addressRangeMax) } };
  const network = rangeText({ ...range, bits: begins(range) });
  return begins(range) === range.bits ? null : { status: 'RANGE_BEGINS_ELSEWHERE', params: { value, network } };
}

/** True where an address lies in one of the ranges; no address that can't be read lies in any. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const caller = parseAddress(address);
  if (!caller) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    if (!range || range.version !== caller.version) return false;
    return begins({ ...caller, prefix: range.prefix }) === begins(range);
  });
}
