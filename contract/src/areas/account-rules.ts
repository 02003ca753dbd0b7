/** May this be done to an account? Pure predicates: the server refuses with their reason, the console shows it. */
import { ACCESS, allows } from '../access.ts';
import { folded } from '../folding.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer, Scope, Viewer } from '../viewer.ts';
import { whyNotScope } from './person-rules.ts';

type AccountViewer = RuleViewer & Pick<Viewer, 'primaryAccountId'>;
type RuleAccount = {
  id: string;
  type: 'standard' | 'partner';
  partner_account_id: string | null;
  system_account: boolean;
  federated_account_id: string | null;
  customers: number;
};

const forbidden: Reason = { status: 'FORBIDDEN' };

/** Edit: manage account; system scope, or the partner whose customer the account is (A §6, A-060, A-061). */
export function whyNotEditAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'partner_account_id'>,
): Reason | null {
  if (!allows(ACCESS.accounts.edit, viewer)) return forbidden;
  if (viewer.scope === 'system') return null;
  return account.partner_account_id !== null && account.partner_account_id === viewer.primaryAccountId
    ? null
    : forbidden;
}

/**
 * By which ways people of the account sign in: whoever manages it, its own administrators too. Those of the
 * platform's own account let people of system scope in, and are a part of its settings (S-426); those of a partner let
 * people of partner scope in, which is more than account scope has.
 */
export function whyNotEditSignIn(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'type' | 'partner_account_id' | 'system_account'>,
): Reason | null {
  if (!allows(account.system_account ? ACCESS.settings.editSignIn : ACCESS.accounts.editSignIn, viewer))
    return forbidden;
  return viewer.scope === 'account' && account.type === 'standard' ? null : whyNotEditAccount(viewer, account);
}

/** Email domains lead people to a way of signing in: system scope alone, and of the platform's own as above. */
export const whyNotEditEmailDomains: typeof whyNotEditSignIn = (viewer, account) =>
  allows(ACCESS.accounts.editEmailDomains, viewer) ? whyNotEditSignIn(viewer, account) : forbidden;

/** The platform's own account is named once, when the platform is set up. */
export const whyNotRenameAccount = (
  account: Pick<RuleAccount, 'system_account'> & { name: string },
  name: string,
): Reason | null => (account.system_account && name !== account.name ? { status: 'SYSTEM_ACCOUNT' } : null);

/**
 * The end of the service period is locked for a partner on its own primary account, whatever the edit rule says
 * the platform's own account has none.
 */
export function whyNotEditServiceEnd(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'id' | 'system_account'>,
): Reason | null {
  if (account.system_account) return { status: 'FIELD_LOCKED' };
  return viewer.scope === 'partner' && account.id === viewer.primaryAccountId ? { status: 'FIELD_LOCKED' } : null;
}

/** The scope of the first administrator of a new account. */
export const firstAdministratorScope = (type: RuleAccount['type']): Scope =>
  type === 'partner' ? 'partner' : 'account';

/** Inviting one with a new account: whoever may make people of that scope. */
export const whyNotInviteFirst = (viewer: RuleViewer, type: RuleAccount['type']): Reason | null =>
  whyNotScope(viewer, firstAdministratorScope(type));

/** Why no identity provider may make users of an account: of the platform's own, they would be of system scope. */
export const whyNotCreateUsers = ({ system_account }: { system_account: boolean }): Reason | null =>
  system_account ? { status: 'SYSTEM_ACCOUNT' } : null;

/**
 * Giving an account another end. `to` null takes the end away, which nobody may; days are YYYY-MM-DD. Whoever's own
 * account it is, or the platform's, hears that before anything of the day.
 */
export function whyNotSetServiceEnd(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'id' | 'partner_account_id' | 'system_account'> & {
    service_from: string;
    service_to: string | null;
  },
  to: string | null,
  today: string,
): Reason | null {
  const edit = whyNotEditAccount(viewer, account);
  if (edit) return edit;
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  const locked = whyNotEditServiceEnd(viewer, account);
  if (locked) return { status: 'OWN_ACCOUNT' };
  if (to === null) return account.service_to === null ? null : { status: 'END_STAYS' };
  return whyNotServicePeriod({ from: account.service_from, to }, today, account.service_to)?.reason ?? null;
}

/**
 * A start after today takes an account out of service as switching it off does, and is refused with that reason.
 * `before` is the start that is stored; days are YYYY-MM-DD.
 */
export function whyNotServiceStart(
  from: string,
  today: string,
  before: string,
  whyNotSwitch: Reason | null,
): Reason | null {
  return from > today && from !== before ? whyNotSwitch : null;
}

/** Switching on and off: who may edit; neither the platform's own account nor the one the viewer belongs to. */
export function whyNotSwitchAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'id' | 'partner_account_id' | 'system_account'>,
): Reason | null {
  const edit = whyNotEditAccount(viewer, account);
  if (edit) return edit;
  return whyNotSystemOrOwn(viewer, account);
}

/**
 * Delete: system scope; refuses the platform's own account, the viewer's own, and a partner that still has customers.
 */
export function whyNotDeleteAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'id' | 'partner_account_id' | 'system_account' | 'customers'>,
): Reason | null {
  if (!allows(ACCESS.accounts.delete, viewer)) return forbidden;
  const reason = whyNotSwitchAccount(viewer, account);
  if (reason) return reason;
  return account.customers > 0 ? { status: 'HAS_CUSTOMERS', params: { count: account.customers } } : null;
}

/** Giving a customer to another partner, or to none: system scope. */
export function whyNotReassignAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'id' | 'type' | 'system_account'>,
): Reason | null {
  if (!allows(ACCESS.accounts.reassign, viewer)) return forbidden;
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  return account.type === 'partner' ? { status: 'PARTNER_ACCOUNT' } : null;
}

/** Linking an account to the external identity service: system scope. */
export function whyNotLinkAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'system_account' | 'federated_account_id'>,
): Reason | null {
  if (!allows(ACCESS.accounts.link, viewer)) return forbidden;
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  return account.federated_account_id === null ? null : { status: 'ALREADY_LINKED' };
}

/** Unlinking: manage account, and an account that is linked. */
export function whyNotUnlinkAccount(
  viewer: AccountViewer,
  account: Pick<RuleAccount, 'federated_account_id'>,
): Reason | null {
  if (!allows(ACCESS.accounts.unlink, viewer)) return forbidden;
  return account.federated_account_id === null ? { status: 'NOT_LINKED' } : null;
}

function whyNotSystemOrOwn(viewer: AccountViewer, account: Pick<RuleAccount, 'id' | 'system_account'>): Reason | null {
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  return account.id === viewer.primaryAccountId ? { status: 'OWN_ACCOUNT' } : null;
}

/**
 * What is wrong with the days of a service period; `before` is the end that is stored, null for a new account. Days are
 * YYYY-MM-DD.
 */
export function whyNotServicePeriod(
  period: { from: string; to: string },
  today: string,
  before: string | null = null,
): { field: 'from' | 'to'; reason: Reason } | null {
  // The day of the end is still in it. A past end that nobody touched may stay.
  if (period.to < today && period.to !== before) return { field: 'to', reason: { status: 'END_IN_PAST' } };
  return period.to < period.from ? { field: 'to', reason: { status: 'END_BEFORE_START' } } : null;
}

/** What takes an account out of service. */
export type OutOfService = 'switched_off' | 'not_begun' | 'ended';

/** Everything that keeps an account out of service on a day, YYYY-MM-DD. Empty while it is in service. */
export function whyOutOfService(
  account: { switched_on: boolean; service_period: { from: string; to: string | null } },
  today: string,
): OutOfService[] {
  const { from, to } = account.service_period;
  return [
    ...(account.switched_on ? [] : ['switched_off' as const]),
    ...(from > today ? ['not_begun' as const] : []),
    ...(to !== null && to < today ? ['ended' as const] : []),
  ];
}

/** The word that confirms an unlink. */
export const UNLINK_WORD = 'UNLINK';

/**
 * A friendly identifier made from a name: "Müller & Co. (Berlin)" becomes "muller-co-berlin". Empty for a name in
 * another script: there somebody has to choose.
 */
export function proposedIdentifier(name: string): string {
  return folded(name)
    .replaceAll('þ', 'th')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}
