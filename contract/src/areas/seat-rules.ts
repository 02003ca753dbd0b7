/** What a seat may be called, and what may be done to it. Pure predicates for both sides. */
import { ACCESS, allows } from '../access.ts';
import { isIpv4 } from '../address-range.ts';
import type { Reason } from '../problem.ts';
import { whyNotEmail } from '../rules.ts';
import type { RuleViewer } from '../viewer.ts';
import type { SeatType } from './seat-record.ts';

/** A host name (RFC 1034, 3.5), with a star for its first part at most (RFC 6125, 6.4.3), or an IPv4 address. */
const HOST = /^(?=.{1,253}$)(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** No host name ends with a number (RFC 1123, 2.1): what does is an address, or a mistake in one. */
const isHost = (text: string): boolean => HOST.test(text) && (isIpv4(text) || !/\.\d+$/.test(text));

/** Why something can't be the identifier of a seat: a person is known by an address, a server by its host name. */
export function whyNotSeatIdentifier(type: SeatType, identifier: string): Reason | null {
  if (identifier.trim() === '') return { status: 'REQUIRED' };
  if (type === 'user') return whyNotEmail(identifier.trim());
  return type === 'server' && !isHost(identifier.trim()) ? { status: 'INVALID_HOST' } : null;
}

/** Upper bound of a common name in characters (RFC 5280, A.1). */
const COMMON_NAME_MAX = 64;

/**
 * Whom a certificate of a seat names: a server by its host name, all others by the name of the seat. A host name that
 * is too long for that stands among the other names alone, where programs look for it (RFC 5280, 4.2.1.6).
 */
export const commonNameOf = ({
  type,
  name,
  identifier,
}: {
  type: SeatType;
  name: string;
  identifier: string;
}): string => (type === 'server' && identifier.length <= COMMON_NAME_MAX ? identifier : name);

/** Why a seat can't be deleted: certificates that are good would belong to nobody. */
export function whyNotDeleteSeat(viewer: RuleViewer, { certificates }: { certificates: number }): Reason | null {
  if (!allows(ACCESS.seats.manage, viewer)) return { status: 'FORBIDDEN' };
  return certificates > 0 ? { status: 'SEAT_IN_USE', params: { count: certificates } } : null;
}
