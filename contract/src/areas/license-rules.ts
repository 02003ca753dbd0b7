/**
 * May a license be edited, and by how much? Pure predicates: the server refuses with their reason, the form shows it.
 * Quantities are whole numbers; {@link UNLIMITED} is no limit.
 */
import { ACCESS, allows, licenseAccess } from '../access.ts';
import { HARDWARE_KEY_PAIRS, isOnlyCounted, UNLIMITED, type LicenseGeneration } from '../licensed-features.ts';
import type { Reason } from '../problem.ts';
import type { AppCode, RuleViewer, Viewer } from '../viewer.ts';
import { whyNotGive } from './migration-rules.ts';

/** What may be done to a row of the edit form. */
const LICENSE_ACTIONS = ['no_change', 'add', 'subtract', 'reset'] as const;
export type LicenseAction = (typeof LICENSE_ACTIONS)[number];
export type LicenseChangeAction = Exclude<LicenseAction, 'no_change'>;

/**
 * A feature of an account's license. `used` holds what a partner has handed on to its customers; `available` is what
 * the platform or the partner above has left, `comes_back` what it has left beside that once the account is
 * given a pool of its own, which takes over what it used of that one.
 */
export type LicenseFigures = {
  name: string;
  limit: number;
  used: number;
  remaining: number;
  available: number;
  comes_back: number;
};
/** Whose license it is. */
export type LicenseHolder = { app_code: AppCode; type: 'standard' | 'partner' };

/** Whether somebody sees an application's license. */
export const seesLicense = (viewer: RuleViewer, app: AppCode): boolean => allows(licenseAccess.view(app), viewer);

/**
 * Edit: manage account and the application's manage permission; system scope, or the partner whose customer the
 * account is. The platform's own account has no license but the platform's, one that may still go has none yet.
 */
export function whyNotEditLicense(
  viewer: Pick<Viewer, 'scope' | 'permissions' | 'primaryAccountId'>,
  account: { partner_account_id: string | null; system_account: boolean; unconfirmed: boolean },
  app: AppCode,
): Reason | null {
  if (!allows(ACCESS.licenses.edit, viewer) || !allows(licenseAccess.manage(app), viewer))
    return { status: 'FORBIDDEN' };
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  const owns = account.partner_account_id !== null && account.partner_account_id === viewer.primaryAccountId;
  return viewer.scope === 'system' || owns ? whyNotGive(account) : { status: 'FORBIDDEN' };
}

/**
 * May an account come to show this generation? System scope says which; a partner has its customers show the one that
 * its own account shows (`ofPartner`), of which it was given what they use: in another one they would use the
 * platform's. What an account shows already (`shown`) it goes on to show.
 */
export function whyNotShow(
  { scope }: Pick<Viewer, 'scope'>,
  { shown, ofPartner }: { shown: LicenseGeneration; ofPartner: LicenseGeneration },
  generation: LicenseGeneration,
): Reason | null {
  if (scope === 'system' || generation === shown || generation === ofPartner) return null;
  return { status: 'LICENSE_PARTNER_GENERATION' };
}

/** Whether reset is offered: signing manager, no partner, not for hardware keys (A-088 … A-090). */
export const offersReset = (holder: LicenseHolder, feature: string): boolean =>
  holder.app_code === 'secure_software_manager' && holder.type !== 'partner' && feature !== HARDWARE_KEY_PAIRS;

/** The actions that a row offers, in their order (A-087 … A-092). `scope` is the viewer's. */
export function offeredActions(
  scope: Viewer['scope'],
  holder: LicenseHolder,
  { name, limit, remaining, available, comes_back }: LicenseFigures,
): LicenseAction[] {
  const reset: LicenseAction[] = offersReset(holder, name) ? ['reset'] : [];
  if (limit === UNLIMITED) return ['no_change', ...(scope === 'system' ? reset : [])];
  return [
    'no_change',
    ...(available + comes_back === 0 ? [] : (['add'] as const)),
    ...(remaining <= 0 ? [] : (['subtract'] as const)),
    ...reset,
  ];
}

/** A typed quantity: a whole number, not negative, in plain digits without leading zeros. */
export const whyNotQuantity = (typed: string): Reason | null =>
  /^(?:0|[1-9][0-9]*)$/.test(typed) ? null : { status: 'LICENSE_NOT_POSITIVE' };

/** The number that was typed; what no number can hold exactly is the largest one. */
export const quantityOf = (typed: string): number => Math.min(Number(typed), Number.MAX_SAFE_INTEGER);

const range = (min: number, max: number): Reason => ({ status: 'LICENSE_RANGE', params: { min, max } });

/** The largest quantity that may come on top: what is available or comes back, and no more than a number holds. */
function roomFor({ limit, available, comes_back }: LicenseFigures): number {
  const room = Number.MAX_SAFE_INTEGER - Math.max(limit, 0);
  return available === UNLIMITED ? room : Math.min(available + comes_back, room);
}

/** Why a quantity is refused for an action (A-105 … A-110). The action itself is one that the row offers. */
export function whyNotChange(action: LicenseChangeAction, figures: LicenseFigures, quantity: number): Reason | null {
  const { limit, used, available } = figures;
  const open = available === UNLIMITED;
  const room = roomFor(figures);
  if (action === 'add') {
    if (quantity >= 1 && quantity <= room) return null;
    if (room < 1) return { status: 'LICENSE_NONE_LEFT' };
    return open ? { status: 'LICENSE_RANGE_OPEN', params: { min: 1 } } : range(1, room);
  }
  if (action === 'subtract') {
    if (quantity < 1 || quantity > limit) return range(1, limit);
    const most = Math.max(limit - used, 0);
    return quantity > most ? { status: 'LICENSE_BELOW_USE', params: { max: most } } : null;
  }
  const most = Math.max(limit, 0) + room;
  if (quantity >= 0 && quantity <= most) return null;
  return open ? { status: 'LICENSE_RANGE_OPEN', params: { min: 0 } } : range(0, most);
}

/** What is wrong with a limit; `min` and `max` are limits that there may be. */
export const limitRange = (min: number, max: number): Reason => ({
  status: 'LICENSE_LIMIT_RANGE',
  params: { min, max },
});

/**
 * {@link whyNotChange} of the limit that comes of the action: whoever sends a limit hears of limits, not of what one
 * may add and take.
 */
export function whyNotLimit(action: LicenseChangeAction, figures: LicenseFigures, limit: number): Reason | null {
  const before = Math.max(figures.limit, 0);
  const quantity = action === 'add' ? limit - before : action === 'subtract' ? before - limit : limit;
  const reason = whyNotChange(action, figures, quantity);
  const min = action === 'reset' ? 0 : Math.min(figures.used, before);
  switch (reason?.status) {
    case 'LICENSE_RANGE':
      return limitRange(min, before + roomFor(figures));
    case 'LICENSE_RANGE_OPEN':
      return { status: 'LICENSE_LIMIT_OPEN', params: { min } };
    case 'LICENSE_BELOW_USE':
      return { status: 'LICENSE_LIMIT_BELOW_USE', params: { min: figures.used } };
    default:
      return reason;
  }
}

/** The figures as they will be once an action is carried out. Remaining is never below zero. */
export function figuresAfter(
  action: LicenseChangeAction,
  figures: LicenseFigures,
  quantity: number,
): Pick<LicenseFigures, 'limit' | 'used' | 'remaining' | 'available'> {
  const before = Math.max(figures.limit, 0);
  const limit = action === 'add' ? before + quantity : action === 'subtract' ? before - quantity : quantity;
  const used = action === 'reset' && isOnlyCounted(figures.name) ? 0 : figures.used;
  const left = figures.available + figures.comes_back - (limit - before);
  const available = figures.available === UNLIMITED ? UNLIMITED : left;
  return { limit, used, remaining: Math.max(limit - used, 0), available };
}
