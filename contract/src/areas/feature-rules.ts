/**
 * May features of an account be switched, and which may be on together? Pure predicates: the server refuses with their
 * reason, the form shows it. Days are YYYY-MM-DD.
 */
import { ACCESS, allows } from '../access.ts';
import type { Reason } from '../problem.ts';
import type { Viewer } from '../viewer.ts';
import { KEY_LOCKER_ACCOUNT, PUBLIC_ISSUANCE, TRIAL_ACCOUNT } from './feature-catalogue.ts';
import { whyNotGive } from './migration-rules.ts';

/** How a feature stands. Only a trial that is on has an end, which is its last day. */
export type FeatureState = { featureId: string; enabled: boolean; endDate: string | null };

/** Whether an account has features: the platform's own account uses no application. */
export const hasFeatures = (account: { system_account: boolean }): boolean => !account.system_account;

/**
 * Switching: manage account; system scope, or the partner whose customer the account is: a partner does not
 * switch features of its own account.
 */
export function whyNotSwitchFeatures(
  viewer: Pick<Viewer, 'scope' | 'permissions' | 'primaryAccountId'>,
  account: { partner_account_id: string | null; system_account: boolean; unconfirmed: boolean },
): Reason | null {
  if (!allows(ACCESS.features.switch, viewer)) return { status: 'FORBIDDEN' };
  if (!hasFeatures(account)) return { status: 'SYSTEM_ACCOUNT' };
  const owns = account.partner_account_id !== null && account.partner_account_id === viewer.primaryAccountId;
  return viewer.scope === 'system' || owns ? whyNotGive(account) : { status: 'FORBIDDEN' };
}

const stateOf = (states: readonly FeatureState[], id: string): FeatureState | undefined =>
  states.find(({ featureId }) => featureId === id);
const isOn = (states: readonly FeatureState[], id: string): boolean => stateOf(states, id)?.enabled ?? false;

/**
 * The last day of a trial: today or later, and not after the account's own end where it has one.
 * `before` is the day that is stored; it may stay, whatever has happened to it since.
 */
export function whyNotTrialEnd(
  day: string | null,
  { today, accountEnd, before = null }: { today: string; accountEnd: string | null; before?: string | null },
): Reason | null {
  if (day === null || day === '') return { status: 'TRIAL_END_MISSING' };
  if (day === before) return null;
  if (day < today) return { status: 'END_IN_PAST' };
  return accountEnd !== null && day > accountEnd
    ? { status: 'TRIAL_AFTER_ACCOUNT', params: { end: accountEnd } }
    : null;
}

/** Where features may not stand so: the feature, and whether it is the switch or the end of it. */
export type WrongFeature = { featureId: string; part: 'enabled' | 'end_date'; reason: Reason };

/**
 * What is wrong with the features of one application as they would stand: key-locker and trial exclude each other
 * key-locker needs public issuance, a trial needs an end.
 */
export function wrongFeatures(
  before: readonly FeatureState[],
  after: readonly FeatureState[],
  days: { today: string; accountEnd: string | null },
): WrongFeature[] {
  const wrong: WrongFeature[] = [];
  const trial = stateOf(after, TRIAL_ACCOUNT);
  if (isOn(after, KEY_LOCKER_ACCOUNT)) {
    if (trial?.enabled)
      wrong.push({ featureId: KEY_LOCKER_ACCOUNT, part: 'enabled', reason: { status: 'TRIAL_AND_KEY_LOCKER' } });
    else if (!isOn(after, PUBLIC_ISSUANCE))
      wrong.push({ featureId: KEY_LOCKER_ACCOUNT, part: 'enabled', reason: { status: 'PUBLIC_ISSUANCE_NEEDED' } });
  }
  if (trial?.enabled) {
    const stored = stateOf(before, TRIAL_ACCOUNT)?.endDate ?? null;
    const reason = whyNotTrialEnd(trial.endDate, { ...days, before: stored });
    if (reason) wrong.push({ featureId: TRIAL_ACCOUNT, part: 'end_date', reason });
  }
  return wrong;
}

const EXCLUDED: Readonly<Record<string, string>> = {
  [TRIAL_ACCOUNT]: KEY_LOCKER_ACCOUNT,
  [KEY_LOCKER_ACCOUNT]: TRIAL_ACCOUNT,
};

/** Which features are on, by id, as a form has them. */
export type Switches = Readonly<Record<string, boolean>>;

/**
 * The switches once one of them is used, and what goes off with it: of key-locker and trial the one that is switched on
 * puts the other out.
 */
export function switched(switches: Switches, id: string, on: boolean): { switches: Switches; putOut: string | null } {
  const other = EXCLUDED[id];
  const putOut = on && other !== undefined && switches[other] ? other : null;
  return { switches: { ...switches, [id]: on, ...(putOut === null ? {} : { [putOut]: false }) }, putOut };
}

/** The switches with everything on that may be on together: a trial stays off where there is a key-locker. */
export const allSwitchedOn = (switches: Switches): Switches =>
  Object.fromEntries(
    Object.keys(switches).map((id) => [id, !(id === TRIAL_ACCOUNT && Object.hasOwn(switches, KEY_LOCKER_ACCOUNT))]),
  );

/** Whether everything is on that may be on together. */
export const isAllOn = (switches: Switches): boolean =>
  Object.entries(allSwitchedOn(switches)).every(([id, on]) => !on || switches[id] === true);
