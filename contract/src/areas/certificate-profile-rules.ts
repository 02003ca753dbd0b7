/** What a certificate profile may say, and who may change it. Pure predicates for both sides. */
import { ACCESS, allows } from '../access.ts';
import type { KeyType } from '../key-types.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer } from '../viewer.ts';
import type { PROFILE_KEY_USAGES, ProfilePurpose } from './certificate-profile-record.ts';

/** Ten years; an authority ends sooner as a rule, and what it signs ends with it. */
const LONGEST_DAYS = 3_650;
/**
 * Servers and mail: CA/B S/MIME Baseline Requirements 6.3.2 (strict and multipurpose generation), and what browsers
 * accept of servers below authorities that somebody trusts by hand.
 */
const LONGEST_DAYS_PUBLIC = 825;

type Owned = { account_id: string | null };

/** Why a profile can't be changed or archived: the product's own are what it asks for itself, by their names. */
export function whyNotManageProfile(viewer: RuleViewer, one: Owned & { built_in: string | null }): Reason | null {
  if (!allows(ACCESS.certificateProfiles.manage, viewer)) return { status: 'FORBIDDEN' };
  if (one.built_in !== null) return { status: 'PROFILE_BUILT_IN' };
  return one.account_id === null && viewer.scope !== 'system' ? { status: 'OF_THE_PLATFORM' } : null;
}

export type ProfileValues = {
  key_usage: readonly (typeof PROFILE_KEY_USAGES)[number][];
  purposes: readonly ProfilePurpose[];
  key_types: readonly KeyType[];
  days: number;
};

/** The longest that a certificate for these purposes may be good, in days. */
export const longestDays = (purposes: readonly ProfilePurpose[]): number =>
  purposes.includes('server_auth') || purposes.includes('email_protection') ? LONGEST_DAYS_PUBLIC : LONGEST_DAYS;

/** What is wrong with a profile, by field; null for what is right. */
export function whyNotProfile({ key_usage, purposes, key_types, days }: ProfileValues) {
  const max = longestDays(purposes);
  return {
    key_usage: whyNotKeyUsage(key_usage, purposes, key_types),
    purposes: whyNotEmpty(purposes),
    key_types: whyNotEmpty(key_types),
    days:
      Number.isInteger(days) && days >= 1 && days <= max ? null : { status: 'INVALID_NUMBER', params: { min: 1, max } },
  } satisfies Record<string, Reason | null>;
}

const whyNotEmpty = (chosen: readonly unknown[]): Reason | null =>
  chosen.length === 0 ? { status: 'NOTHING_CHOSEN' } : null;

function whyNotKeyUsage(
  usages: ProfileValues['key_usage'],
  purposes: ProfileValues['purposes'],
  keyTypes: ProfileValues['key_types'],
): Reason | null {
  if (usages.length === 0) return { status: 'NOTHING_CHOSEN' };
  // RFC 5280, 4.2.1.12: whoever signs in makes signatures.
  if (purposes.includes('client_auth') && !usages.includes('digitalSignature')) return { status: 'SIGNATURE_NEEDED' };
  // RFC 5480, 3, as RFC 8813 has it: a key of a curve encrypts no keys.
  if (usages.includes('keyEncipherment') && keyTypes.some((type) => type.startsWith('ec_')))
    return { status: 'ENCIPHERMENT_BY_CURVE' };
  return null;
}
