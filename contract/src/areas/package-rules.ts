/** May a package be enabled? Pure predicates: the server refuses with their reason, the console shows it. */
import { ACCESS, allows } from '../access.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer, Viewer } from '../viewer.ts';
import { whyNotGive } from './migration-rules.ts';
import { CAN_UPGRADE_TO, PACKAGES, type PackageCode } from './package-catalogue.ts';

type AccountViewer = RuleViewer & Pick<Viewer, 'primaryAccountId'>;
type RuleAccount = { partner_account_id: string | null; system_account: boolean; unconfirmed: boolean };

/** Who enables, whatever the flag says: nobody comes this far without it. */
const { feature: _, ...ENABLE } = ACCESS.packages.enable;

/**
 * Why this viewer may enable no package of the account, whichever it is (A-221, A-222, S-425): system scope enables for
 * every account, a partner for its customers. Account scope, and a partner for itself, buy: CONTACT_SALES.
 */
export function whyNotEnablePackages(viewer: AccountViewer, account: RuleAccount): Reason | null {
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  if (viewer.scope === 'account') return { status: 'CONTACT_SALES' };
  const isCustomer = account.partner_account_id !== null && account.partner_account_id === viewer.primaryAccountId;
  if (viewer.scope === 'partner' && !isCustomer) return { status: 'CONTACT_SALES' };
  return allows(ENABLE, viewer) ? whyNotGive(account) : { status: 'FORBIDDEN' };
}

/** Why an account that holds `held`, or none, may not go to `to`. */
export function whyNotUpgrade(held: PackageCode | null, to: PackageCode): Reason | null {
  if (held === null || CAN_UPGRADE_TO[held].includes(to)) return null;
  return held === to ? { status: 'PACKAGE_HELD' } : { status: 'PACKAGE_NO_UPGRADE' };
}

/** The packages to which an account that holds `held`, or none, may go. */
export const upgradesFrom = (held: PackageCode | null): PackageCode[] =>
  PACKAGES.filter((to) => whyNotUpgrade(held, to) === null);
