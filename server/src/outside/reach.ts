/**
 * Which addresses this platform may connect to when somebody names them: receivers of events, identity providers, mail
 * servers. Names are resolved here and the connection goes to what was judged, so that a name that means another
 * address a moment later leads nowhere else.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { OutsideFailure } from './failure.ts';

const list = (ipv4: readonly [string, number][], ipv6: readonly [string, number][]): BlockList => {
  const blocks = new BlockList();
  for (const [net, bits] of ipv4) blocks.addSubnet(net, bits, 'ipv4');
  for (const [net, bits] of ipv6) blocks.addSubnet(net, bits, 'ipv6');
  return blocks;
};

/**
 * A network of IPv4 as it stands within IPv6: of a gateway that translates (NAT64, RFC 6052), and of a tunnel (6to4,
 * RFC 3056).
 */
function carried([net, bits]: readonly [string, number]): [string, number][] {
  const [a = 0, b = 0, c = 0, d = 0] = net.split('.').map(Number);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
  return [
    [`64:ff9b::${groups}`, 96 + bits],
    [`2002:${groups}::`, 16 + bits],
  ];
}

const NEVER_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Nothing that is meant stands here (RFC 6890): this host on this network, link-local, where clouds hand out the
 * credentials of the machine, multicast and reserved addresses. 168.63.129.16 and fd00:ec2::254 are such hosts of
 * clouds too.
 */
const NEVER = list(NEVER_IPV4, [
  ...NEVER_IPV4.flatMap(carried),
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
]);

/** The machine itself, private networks and what leads into them: only for what is said to stand there. */
const OWN_NETWORK = list(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ],
  [
    // With ::1, and the addresses of IPv4 that were once written so; then what carries IPv4, and site-local ones.
    ['::', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2002::', 16],
    ['fc00::', 7],
    ['fec0::', 10],
  ],
);

/** Whether a connection may go to an IP address. IPv4 within IPv6 is judged as IPv4. */
export function isReachable(address: string, ownNetwork: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return !NEVER.check(address, family) && (ownNetwork || !OWN_NETWORK.check(address, family));
}

/** A host name without the brackets of an IPv6 address. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Where a name leads, as it was judged: for the `lookup` of a connection, and for whoever judges further. */
export type Reached = { lookup: LookupFunction; addresses: readonly string[] };

/**
 * The addresses of a host that may be reached. Throws an OutsideFailure where there are none, or none is known before
 * the deadline, and what the resolver throws.
 */
export async function reach(host: string, ownNetwork: boolean, deadline: AbortSignal): Promise<Reached> {
  // A resolver can't be interrupted, but needs not be waited for.
  const late = once(deadline, 'abort').then(() => null);
  const found: LookupAddress[] | null = await Promise.race([lookup(bare(host), { all: true }), late]);
  if (!found) throw new OutsideFailure('timeout', `No address of ${bare(host)} was found in time.`);
  const addresses = found.filter(({ address }) => isReachable(address, ownNetwork));
  const [first] = addresses;
  // Not where the name leads: whoever named it would read the names of the own network so.
  if (!first) throw new OutsideFailure('forbidden-address', bare(host));
  return {
    addresses: addresses.map(({ address }) => address),
    lookup: (_host, options, answer) => {
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    },
  };
}
