/** Every change of an account but its creation and its end. */
import {
  whyNotCreateUsers,
  whyNotRenameAccount,
  whyNotServicePeriod,
  whyNotServiceStart,
} from '@signet/contract/areas/account-rules';
import type { StandardSignIn } from '@signet/contract/areas/account-sign-in';
import type { Account, AccountEdit, accountLink } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import {
  isAsRead,
  methodStatesOf,
  whyNotSwitchMethod,
  type SignInMethod,
} from '@signet/contract/areas/sign-in-method-rules';
import { fieldProblem, refuseField, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { bringAlong } from '../../db/followers.ts';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { changeRecord, type ChangeEvent, type Changed } from '../../db/record.ts';
import { changedMeanwhile } from '../../db/version.ts';
import { reassignPools } from '../../license-ledger/account-store.ts';
import { count, discount } from '../../license-ledger/counted.ts';
import { partSides, type LeavingEvent } from '../../people/leaving-store.ts';
import type { Runtime } from '../../runtime.ts';
import { endStrandedSessions } from '../../sign-in/sessions/session-store.ts';
import { ACCOUNT_KIND, whyNot } from './record-store.ts';

/**
 * Saves what people fill in, with the service period. Throws 404, 403, CHANGED_MEANWHILE, and what is wrong under its
 * field.
 */
export function updateAccount(
  viewer: Viewer,
  tx: Db,
  id: string,
  { service_period, ...values }: AccountEdit,
  version: number | undefined,
  now: Date,
): Promise<Changed<Account>> {
  return changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    version,
    whyNot: whyNot('edit'),
    set(before) {
      refuseField('name', whyNotRenameAccount(before, values.name));
      checkPeriod(before, service_period, payloadDate(now));
      const { from, to } = service_period;
      return { ...values, display_name: values.name, service_from: from, service_to: to };
    },
  });
}

/** Throws what is wrong with the days, under `service_period.from` or `service_period.to`. */
function checkPeriod(before: Account, { from, to }: AccountEdit['service_period'], today: string): void {
  const stored = before.service_period.to;
  refuseField(
    'service_period.from',
    whyNotServiceStart(from, today, before.service_period.from, before.why_not.switch as Reason | null),
  );
  const locked = before.why_not.end_date as Reason | null;
  if (to !== stored && locked) throw fieldProblem('service_period.to', locked);
  // Nobody is made to invent an end for an account that has none; an end that is there can't be taken away.
  if (to === null) {
    if (stored !== null) throw fieldProblem('service_period.to', { status: 'REQUIRED' });
    return;
  }
  const problem = whyNotServicePeriod({ from, to }, today, stored);
  if (problem) throw fieldProblem(`service_period.${problem.field}`, problem.reason);
}

/** Switches it on or off; off, the sessions of people who have no other account in service end with it. */
export async function switchAccount(
  viewer: Viewer,
  tx: Db,
  id: string,
  active: boolean,
  now: Date,
): Promise<Changed<Account>> {
  const whyNotSwitch = whyNot('switch');
  const changed = await changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: whyNotSwitch,
    set: () => ({ active }),
  });
  if (!active && changed.event !== 'nothing') await endStrandedSessions(tx, id, now);
  return changed;
}

/** Whether the platform has an address that asks for certificates: without one nobody comes by theirs. */
export type CertificateAddress = Pick<Runtime, 'clientAuthUrl'>;

/**
 * Lets its people sign in by a way, or ends that. Sessions that began so go on. Throws the reasons of
 * whyNotSwitchMethod.
 */
export const switchMethod = (
  viewer: Viewer,
  tx: Db,
  id: string,
  { method, enabled }: { method: SignInMethod; enabled: boolean },
  { now, runtime: { clientAuthUrl } }: { now: Date; runtime: CertificateAddress },
): Promise<Changed<Account>> =>
  changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: (account) =>
      whyNot('sign_in')(account) ??
      whyNotSwitchMethod(methodStatesOf(account), { method, enabled, hasAddress: clientAuthUrl !== null }),
    set: () => ({ [METHOD_COLUMN[method]]: enabled }),
  });

/** Asks its people for a second factor after their password, or ends that. Sessions that are open go on. */
export const switchSecondFactor = (
  viewer: Viewer,
  tx: Db,
  id: string,
  enabled: boolean,
  now: Date,
): Promise<Changed<Account>> =>
  changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: whyNot('sign_in'),
    set: () => ({ mfa_enabled: enabled }),
  });

/**
 * Makes users of people whom its identity provider names and who have none, or ends that; who was made so
 * stays. Throws SYSTEM_ACCOUNT: nobody becomes an administrator of the platform by a provider's word.
 */
export const switchUserCreation = (
  viewer: Viewer,
  tx: Db,
  id: string,
  enabled: boolean,
  now: Date,
): Promise<Changed<Account>> =>
  changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: (account) => whyNot('sign_in')(account) ?? whyNotCreateUsers(account),
    set: () => ({ allow_user_creation_via_sso: enabled }),
  });
/**
 * Lets its people sign in with a password, or ends that. Throws CHANGED_MEANWHILE where the account is not as
 * the caller has read it, and as {@link switchMethod}.
 */
export async function switchStandardSignIn(
  viewer: Viewer,
  tx: Db,
  id: string,
  { name, service_period: period, sign_in_methods: methods, standard_login: enabled }: StandardSignIn,
  place: { now: Date; runtime: CertificateAddress },
): Promise<Changed<Account>> {
  const changed = await switchMethod(viewer, tx, id, { method: 'standard', enabled }, place);
  const { before } = changed;
  const same =
    name === before.name &&
    period.from === before.service_period.from &&
    period.to === before.service_period.to &&
    isAsRead(methodStatesOf(before), methods, 'standard');
  if (!same) throw changedMeanwhile(before);
  return changed;
}

/** Where the state of a way is kept. */
const METHOD_COLUMN = {
  standard: 'standard_sign_in',
  saml: 'saml_sign_in',
  oidc: 'oidc_sign_in',
  certificate: 'certificate_sign_in',
} as const satisfies Record<SignInMethod, string>;

/**
 * Gives a customer to another partner, or to none, with its licenses. `read` is the partner that the caller has read.
 * Throws CHANGED_MEANWHILE where it is another one by now, and under `partner_account_id` 404 for what is no partner
 * account, and what is not left of a license there; LAST_ADMINISTRATOR where somebody who leaves a side with it was
 * the last one. `told` are the events of people who do, and those of the partners.
 */
export async function reassignAccount(
  viewer: Viewer,
  tx: Db,
  id: string,
  { partnerId, read }: { partnerId: string | null; read?: string | null | undefined },
  { now, runtime: { clock } }: { now: Date; runtime: Pick<Runtime, 'clock'> },
): Promise<Changed<Account> & { told: (LeavingEvent | CustomerEvent)[] }> {
  const changed = await changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: whyNot('reassign'),
    async set(before) {
      if (read !== undefined && read !== before.partner_account_id) throw changedMeanwhile(before);
      if (partnerId === before.partner_account_id) return {};
      if (partnerId !== null) await requirePartner(tx, partnerId, now);
      await bringAlong(tx, id, partnerId ?? id);
      return { partner_account_id: partnerId, partner_since: await latestEvent(tx, id, clock.now()) };
    },
  });
  const [from, to] = [changed.before.partner_account_id, changed.after.partner_account_id];
  if (from === to) return { ...changed, told: [] };
  await reassignPools(tx, { id }, { from, to }, { id: viewer.userId, name: viewer.name }, now);
  await discount(tx, { kind: 'account', id }, now);
  await count(tx, { kind: 'account', id, account: to }, now);
  const told = from === null ? [] : await partSides(viewer, tx, { id, formerPartner: from }, now);
  return { ...changed, told: [...told, ...customerEvents(changed)] };
}

/** Clocks of several processes may differ by so much, in milliseconds; what is later was never a moment of theirs. */
const CLOCKS_DIFFER = 3_600_000;

/**
 * The moment of the account's latest event, or now where that is later. Whoever changes it waits for its row, which the
 * caller holds: what the former partner's people did while the caller waited for it is before that moment.
 */
async function latestEvent(tx: Db, id: string, now: Date): Promise<Date> {
  const latest = await tx
    .selectFrom('audit_event')
    .select('at')
    .where('account_id', '=', id)
    .where('at', '<=', new Date(now.getTime() + CLOCKS_DIFFER))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest && latest.at > now ? latest.at : now;
}

/** What a partner is told in its own account of a customer it loses or gets; the call's event is the customer's. */
export type CustomerEvent = ChangeEvent & { as: { action: 'UPDATE'; resource: 'ACCOUNT'; result: 'success' } };

/** Of each partner its own side: neither learns who the other one is, and neither sees the event of the customer. */
function customerEvents({ before, after }: Pick<Changed<Account>, 'before' | 'after'>): CustomerEvent[] {
  const as = { action: 'UPDATE', resource: 'ACCOUNT', result: 'success' } as const;
  const about = { resource_id: after.id, resource_name: after.name, as };
  const of = ({ partner_account_id, partner_account_name }: Account) => ({ partner_account_id, partner_account_name });
  const none = { partner_account_id: null, partner_account_name: null };
  const [former, next] = [before.partner_account_id, after.partner_account_id];
  return [
    ...(former === null ? [] : [{ ...about, account_id: former, before: of(before), after: none }]),
    ...(next === null ? [] : [{ ...about, account_id: next, before: none, after: of(after) }]),
  ];
}

/** Why an account is no partner that may have customers; one that is stays so until the transaction ends. */
export async function whyNotPartner(tx: Db, id: string, now: Date): Promise<Reason | null> {
  const { rows } = await sql<{ active: boolean }>`select ${inService('a', payloadDate(now))} as active from account a
    where a.id = ${id} and a.type = 'partner' and a.deleted_at is null for share`.execute(tx);
  if (!rows[0]) return { status: 'NOT_FOUND' };
  return rows[0].active ? null : { status: 'PARTNER_INACTIVE' };
}

/** Throws the reason of {@link whyNotPartner} under `partner_account_id`. */
export async function requirePartner(tx: Db, id: string, now: Date): Promise<void> {
  refuseField('partner_account_id', await whyNotPartner(tx, id, now));
}

/** Links it to the external identity service. */
export const linkAccount = (
  viewer: Viewer,
  tx: Db,
  id: string,
  link: z.output<typeof accountLink>,
  now: Date,
): Promise<Changed<Account>> =>
  changeRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: whyNot('link'),
    set: () => ({ ...link, federation_status: 'linked' }),
  });

/** Ends the link. */
export function unlinkAccount(viewer: Viewer, tx: Db, id: string, now: Date): Promise<Changed<Account>> {
  const none = {
    federated_account_id: null,
    federated_account_name: null,
    federated_account_details_url: null,
    federation_status: null,
  };
  return changeRecord(ACCOUNT_KIND, viewer, tx, id, { now, whyNot: whyNot('unlink'), set: () => none });
}
