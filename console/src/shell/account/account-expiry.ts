/** Whether the person must be told that the primary account ends or has ended (S-154, S-155). */
import { daysBetween } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Scope } from '@signet/contract/viewer';

type Account = { id: string; active: boolean; service_period: { to: string | null } };
export type ExpiryNotice = { kind: 'expired' } | { kind: 'expiring'; days: number } | null;

/** Whether the last day of an account is over on a day, YYYY-MM-DD. */
export const hasEnded = ({ service_period: { to } }: Pick<Account, 'service_period'>, today: string): boolean =>
  to !== null && to.slice(0, 10) < today;

/** Whether an account is out of service on a day, YYYY-MM-DD. */
export const isOutOfService = (account: Omit<Account, 'id'>, today: string): boolean =>
  !account.active || hasEnded(account, today);

/** For account scope only. `today` is YYYY-MM-DD. */
export function expiryNotice(
  person: { access_scope: Scope; primary_account_id: string; accounts: readonly Account[] },
  today: string,
): ExpiryNotice {
  if (person.access_scope !== 'account') return null;
  const account = person.accounts.find((one) => one.id === person.primary_account_id);
  if (!account) return null;
  if (isOutOfService(account, today)) return { kind: 'expired' };
  if (account.service_period.to === null) return null;
  const days = daysBetween(today, account.service_period.to.slice(0, 10));
  return days <= LIMITS.accountExpiryNoticeDays ? { kind: 'expiring', days } : null;
}
