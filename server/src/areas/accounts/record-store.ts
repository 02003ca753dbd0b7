/** One account: reading it, and every change of it but its creation. */
import {
  whyNotDeleteAccount,
  whyNotEditAccount,
  whyNotEditServiceEnd,
  whyNotLinkAccount,
  whyNotReassignAccount,
  whyNotServicePeriod,
  whyNotServiceStart,
  whyNotSwitchAccount,
  whyNotUnlinkAccount,
} from '@signet/contract/areas/account-rules';
import type { Account, AccountEdit, AccountEffects, AccountRow, accountLink } from '@signet/contract/areas/accounts';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { fieldProblem, notFound, Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { deleteWhatBelongsTo, peopleOfNoOther } from '../../db/deletion.ts';
import { inService } from '../../db/in-service.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { isStored, requireVersion, savedByName } from '../../db/version.ts';
import { violatedIndex } from '../../db/violation.ts';
import { visibleAccounts } from '../../sight.ts';
import { accountColumns, accountRow, type SelectedAccount } from './store.ts';

type Selected = SelectedAccount & {
  license_version: string;
  allow_user_creation_via_sso: boolean;
  switched_on: boolean;
  customers: number;
  version: number;
  updated_at: Date;
  updated_by_name: string | null;
};

/** One account as the viewer sees it; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readAccount(
  viewer: Viewer,
  db: Db,
  id: string,
  now: Date,
  { lock = false } = {},
): Promise<Account> {
  const { rows } = await sql<Selected>`${PREPARED}
    select ${accountColumns(payloadDate(now))}, a.license_version, a.allow_user_creation_via_sso, a.active as switched_on, a.version, a.updated_at, ${savedByName(viewer, 'a')} as updated_by_name,
      (select count(*)::int from account c where c.partner_account_id = a.id and c.deleted_at is null) as customers
    from account a where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)} ${lock ? sql`for update of a` : sql``}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return shown(viewer, rows[0]);
}

function shown(
  viewer: Viewer,
  {
    license_version,
    allow_user_creation_via_sso,
    switched_on,
    customers,
    version,
    updated_at,
    updated_by_name,
    ...selected
  }: Selected,
): Account {
  const row: AccountRow = accountRow(selected);
  const one = { ...row, customers };
  return {
    ...one,
    license_version,
    allow_user_creation_via_sso,
    switched_on,
    version,
    updated_by_name,
    updated_at: storedDateTime(updated_at),
    can_account_be_unlinked: row.federated_account_id !== null,
    // User name and password is the one way to sign in that there is so far.
    has_dsm_license: false,
    mfa_enabled: false,
    can_edit_mfa: false,
    auth_config: [{ type: 'standard' }],
    sign_in_methods: ['standard'],
    oauth_clients: [],
    enabled_feature_ids: [],
    why_not: {
      edit: whyNotEditAccount(viewer, one),
      end_date: whyNotEditServiceEnd(viewer, one),
      switch: whyNotSwitchAccount(viewer, one),
      delete: whyNotDeleteAccount(viewer, one),
      reassign: whyNotReassignAccount(viewer, one),
      link: whyNotLinkAccount(viewer, one),
      unlink: whyNotUnlinkAccount(viewer, one),
    },
  };
}

export type Change = { before: Account; after: Account };

/**
 * Reads the account under a lock, refuses with the rule's reason, changes it, and reads it again; what changes nothing
 * leaves it as it is. Throws 404.
 */
async function change(
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
  rule: keyof Account['why_not'],
  set: (before: Account) => Partial<Columns> | Promise<Partial<Columns>>,
): Promise<Change> {
  const before = await readAccount(viewer, tx, id, now, { lock: true });
  refuse(before, rule);
  const columns = await set(before);
  if (isStored<Partial<Columns>>(storedColumns(before), columns)) return { before, after: before };
  const partner = columns.partner_account_id === undefined ? {} : { partner_since: now };
  try {
    await tx
      .updateTable('account')
      .set({ ...columns, ...partner, version: before.version + 1, updated_at: now, updated_by: viewer.userId })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (violatedIndex(error) === 'account_federated')
      throw fieldProblem('federated_account_id', { status: 'FEDERATED_ID_EXISTS' });
    throw error;
  }
  return { before, after: await readAccount(viewer, tx, id, now) };
}

const storedColumns = ({ service_period, switched_on, ...rest }: Account): Columns => ({
  ...rest,
  service_from: service_period.from,
  service_to: service_period.to,
  active: switched_on,
});

/** Throws the reason of a rule, where it has one. */
function refuse(account: Account, rule: keyof Account['why_not']): void {
  const reason = account.why_not[rule] as Reason | null;
  if (reason) throw new Problem(reason.status, reason.params ? { params: reason.params } : {});
}

type Columns = {
  name: string;
  display_name: string;
  locale: string;
  service_from: string;
  service_to: string | null;
  active: boolean;
  partner_account_id: string | null;
  federated_account_id: string | null;
  federated_account_name: string | null;
  federated_account_details_url: string | null;
  federation_status: string | null;
};

/** Saves name, language and service period. Throws 404, 403, CHANGED_MEANWHILE, and what is wrong under its field. */
export function updateAccount(
  viewer: Viewer,
  tx: Db,
  id: string,
  { name, locale, service_period }: AccountEdit,
  version: number | undefined,
  now: Date,
): Promise<Change> {
  return change(viewer, tx, id, now, 'edit', (before) => {
    requireVersion(before, version);
    checkPeriod(before, service_period, payloadDate(now));
    return { name, display_name: name, locale, service_from: service_period.from, service_to: service_period.to };
  });
}

/** Throws what is wrong with the days, under `service_period.from` or `service_period.to`. */
function checkPeriod(before: Account, { from, to }: AccountEdit['service_period'], today: string): void {
  const stored = before.service_period.to;
  const late = whyNotServiceStart(from, today, before.service_period.from, before.why_not.switch as Reason | null);
  if (late) throw fieldProblem('service_period.from', late);
  const locked = before.why_not.end_date as Reason | null;
  if (to !== stored && locked) throw fieldProblem('service_period.to', locked);
  // Nobody is made to invent an end for an account that has none; an end that is there can't be taken away.
  if (to === null) {
    if (stored !== null) throw fieldProblem('service_period.to', { status: 'REQUIRED' });
    return;
  }
  const wrong = whyNotServicePeriod({ from, to }, today, stored);
  if (wrong) throw fieldProblem(`service_period.${wrong.field}`, wrong.reason);
}

/** Switches it on or off; people of an account that is off are refused at their next request. */
export const switchAccount = (viewer: Viewer, tx: Db, id: string, active: boolean, now: Date): Promise<Change> =>
  change(viewer, tx, id, now, 'switch', () => ({ active }));

/**
 * Gives a customer to another partner, or to none. Throws 404 under `partner_account_id` for what is no partner
 * account.
 */
export function reassignAccount(
  viewer: Viewer,
  tx: Db,
  id: string,
  partnerId: string | null,
  now: Date,
): Promise<Change> {
  return change(viewer, tx, id, now, 'reassign', async (before) => {
    if (partnerId !== null && partnerId !== before.partner_account_id) await requirePartner(tx, partnerId, now);
    return { partner_account_id: partnerId };
  });
}

/**
 * Throws 404 or PARTNER_INACTIVE under `partner_account_id` unless it is a partner account in service; keeps it one
 * until the transaction ends.
 */
export async function requirePartner(tx: Db, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{
    active: boolean;
  }>`select ${inService('a', payloadDate(now))} as active from account a where a.id = ${id} and a.type = 'partner' and a.deleted_at is null for share`.execute(
    tx,
  );
  if (!rows[0]) throw fieldProblem('partner_account_id', { status: 'NOT_FOUND' });
  if (!rows[0].active) throw fieldProblem('partner_account_id', { status: 'PARTNER_INACTIVE' });
}

/** Links it to the external identity service. */
export const linkAccount = (
  viewer: Viewer,
  tx: Db,
  id: string,
  link: z.output<typeof accountLink>,
  now: Date,
): Promise<Change> => change(viewer, tx, id, now, 'link', () => ({ ...link, federation_status: 'linked' }));

/** Ends the link. */
export function unlinkAccount(viewer: Viewer, tx: Db, id: string, now: Date): Promise<Change> {
  return change(viewer, tx, id, now, 'unlink', () => ({
    federated_account_id: null,
    federated_account_name: null,
    federated_account_details_url: null,
    federation_status: null,
  }));
}

/**
 * Marks it deleted, and does to what belongs to it what db/references.ts says. Its name stays in the audit log, its
 * identifier stays taken. Answers what it was.
 */
export async function deleteAccount(viewer: Viewer, tx: Db, id: string, now: Date): Promise<Account> {
  const before = await readAccount(viewer, tx, id, now, { lock: true });
  refuse(before, 'delete');
  await deleteWhatBelongsTo(tx, id, now);
  await tx
    .updateTable('account')
    .set({ deleted_at: now, active: false, updated_at: now, updated_by: viewer.userId })
    .where('id', '=', id)
    .execute();
  return before;
}

/** Whom it touches when the account is switched off, deleted or given to another partner. Throws 404. */
export async function accountEffects(viewer: Viewer, db: Db, id: string, now: Date): Promise<AccountEffects> {
  await readAccount(viewer, db, id, now);
  const { rows } = await sql<AccountEffects>`
    with people as (select u.id from user_account m join app_user u on u.id = m.user_id where m.account_id = ${id} and u.deleted_at is null)
    select (select count(*)::int from people) as people,
      (select count(*)::int from app_user u where u.id in (select id from people) and ${peopleOfNoOther(id)}) as people_of_no_other,
      (select count(*)::int from session s join people p on p.id = s.user_id where s.ended_at is null and s.expires_at > ${now}) as sessions,
      (select count(*)::int from organization o where o.account_id = ${id}) as organizations,
      (select count(*)::int from account c where c.partner_account_id = ${id} and c.deleted_at is null) as customers`.execute(
    db,
  );
  return rows[0] ?? { people: 0, people_of_no_other: 0, sessions: 0, organizations: 0, customers: 0 };
}
