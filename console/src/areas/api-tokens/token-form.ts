/** What stands in the form of an API token, what is sent of it, and what is wrong with it before it is sent. */
import { whyNotAddressRange } from '@signet/contract/address-range';
import { whyNotTokenEnd } from '@signet/contract/areas/api-token-rules';
import type { ApiToken } from '@signet/contract/areas/api-tokens';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Reason } from '@signet/contract/problem';
import { notAllowed, whyNotFilledLine } from '@signet/contract/rules';
import { isPermission } from '@signet/contract/viewer';

const DAY_MS = 86_400_000;

/** `allowed_addresses` are lines; `rights`: all that the person has, or those of `permissions`. */
export type TokenValues = {
  name: string;
  end_date: string;
  allowed_addresses: string;
  rights: 'all' | 'some';
  permissions: string[];
};

/**
 * The end that a new token is proposed, YYYY-MM-DD: after so many days, or with the last account of its person, after
 * which nobody calls with it. An end that is past would be refused.
 */
export function proposedEnd(today: string, accountsEndOn: string | null): string {
  const end = payloadDate(new Date(Date.parse(`${today}T00:00:00Z`) + LIMITS.tokenDays * DAY_MS));
  return accountsEndOn === null || accountsEndOn < today || accountsEndOn > end ? end : accountsEndOn;
}

/** A token to begin with, which ends on that day. */
export const newToken = (end: string): TokenValues => ({
  name: '',
  end_date: end,
  allowed_addresses: '',
  rights: 'all',
  permissions: [],
});

export const valuesOf = (
  token: Pick<ApiToken, 'name' | 'end_date' | 'allowed_addresses' | 'permissions'>,
): TokenValues => ({
  name: token.name,
  end_date: token.end_date ?? '',
  allowed_addresses: token.allowed_addresses.join('\n'),
  rights: token.permissions === null ? 'all' : 'some',
  permissions: token.permissions ?? [],
});

/** One address a line; commas and blanks part them as well, as people paste them. */
const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

export const bodyOf = ({ name, end_date, allowed_addresses, rights, permissions }: TokenValues) => ({
  name,
  end_date: end_date === '' ? null : end_date,
  allowed_addresses: addressesOf(allowed_addresses),
  permissions: rights === 'all' ? null : permissions.filter(isPermission),
});

/** `before` is the end that is stored: it may stay, though it is past. `whyNotDay` knows how the person writes days. */
export function whyNotToken(
  { name, end_date, allowed_addresses, rights, permissions }: TokenValues,
  { today, before, whyNotDay }: { today: string; before: string | null; whyNotDay: (day: string) => Reason | null },
): Record<string, Reason | null> {
  const addresses = addressesOf(allowed_addresses);
  const most = LIMITS.tokenAddressesMax;
  return {
    name: whyNotFilledLine(name, LIMITS.tokenNameMax),
    end_date: end_date === '' ? null : (whyNotDay(end_date) ?? whyNotTokenEnd(end_date, today, before)),
    allowed_addresses:
      addresses.map(whyNotAddressRange).find((reason) => reason !== null) ??
      (addresses.length > most ? notAllowed('items', { max: most }) : null),
    permissions: rights === 'some' && permissions.length === 0 ? { status: 'NO_PERMISSION_CHOSEN' } : null,
  };
}
