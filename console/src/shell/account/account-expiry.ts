/** Whether the person must be told that the primary account ends or has ended (S-154, S-155). */
import { daysBetween } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Scope } from '@signet/contract/viewer';

type Account = { active: boolean; service_period: { to: string | null } };
type OwnAccount = Account & { id: string; display_name: string; service_period: { from: string } };
type Expired = { kind: 'expired'; name: string; why: 'ended' | 'not_begun' | 'inactive'; day: string | null };
export type ExpiryNotice = Expired | { kind: 'expiring'; days: number } | null;

/** Whether the last day of an account is over on a day, YYYY-MM-DD. */
export const hasEnded = ({ service_period: { to } }: Pick<Account, 'service_period'>, today: string): boolean =>
  to !== null && to.slice(0, 10) < today;

/** Whether an account is out of service on a day, YYYY-MM-DD. */
export const isOutOfService = (account: Account, today: string): boolean => !account.active || hasEnded(account, today);

/** For account scope only. `today` is YYYY-MM-DD. */
export function expiryNotice(
  person: { access_scope: Scope; primary_account_id: string; accounts: readonly OwnAccount[] },
  today: string,
): ExpiryNotice {
  if (person.access_scope !== 'account') return null;
  const account = person.accounts.find((one) => one.id === person.primary_account_id);
  if (!account) return null;
  if (isOutOfService(account, today))
    return { kind: 'expired', name: account.display_name, ...whyExpired(account, today) };
  if (account.service_period.to === null) return null;
  const days = daysBetween(today, account.service_period.to.slice(0, 10));
  return days <= LIMITS.accountExpiryNoticeDays ? { kind: 'expiring', days } : null;
}

/** Of an account out of service within its period the profile tells only that it is inactive. */
function whyExpired(account: OwnAccount, today: string): Pick<Expired, 'why' | 'day'> {
  const { from, to } = account.service_period;
  if (hasEnded(account, today)) return { why: 'ended', day: to };
  return from.slice(0, 10) > today ? { why: 'not_begun', day: from } : { why: 'inactive', day: null };
}
