/** A new account with its first organization, and its first administrator. */
import { ACCESS, allows, whatLacks, type Features } from '@signet/contract/access';
import type { Account, AccountCreate } from '@signet/contract/areas/accounts';
import { firstAdministratorScope, whyNotInviteFirst, whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import { whyNotNameAt } from '@signet/contract/areas/email-domain-rules';
import { payloadDate } from '@signet/contract/dates';
import { regionOf } from '@signet/contract/locales';
import { fieldProblem, Problem, refuseField } from '@signet/contract/problem';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { createRecord, type ChangeEvent } from '../../db/record.ts';
import { violatedIndex } from '../../db/violation.ts';
import { newId } from '../../ids.ts';
import { count } from '../../license-ledger/counted.ts';
import { setRoles } from '../../people/role-store.ts';
import { leadingDomain } from '../../sign-in/federation/domain-store.ts';
import type { Addressee } from '../../sign-in/invitation.ts';
import { requirePartner, whyNotPartner } from './change-store.ts';
import { ACCOUNT_KIND } from './record-store.ts';

export type CreatedAccount = {
  account: Account;
  event: ChangeEvent;
  organization: { id: string; name: string; country: string };
  /** `given`: what the audit log keeps of the power that the first administrator got. */
  administrator: (Addressee & { given: Given }) | null;
};
type Given = { access_scope: Scope; primary_account_id: string; account_ids: string[]; roles: string[] };

/** Whether an account, deleted ones too, has this friendly identifier; case does not count. */
export async function identifierTaken(db: Db, identifier: string): Promise<boolean> {
  const { rows } =
    await sql`select from account where lower(friendly_identifier) = ${identifier.toLowerCase()} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The partner of a new account: a partner's own, for system scope the one that is named. Throws what is wrong under its
 * field.
 */
async function partnerFor(
  viewer: Viewer,
  tx: Db,
  { type, partner_account_id: named }: AccountCreate,
  features: Features,
  now: Date,
): Promise<string | null> {
  if (type === 'partner') {
    const lack = whatLacks(ACCESS.accounts.createPartner, { ...viewer, features });
    if (lack?.feature) throw new Problem('FEATURE_OFF', { fields: { type: { status: 'FEATURE_OFF' } } });
    if (lack) throw new Problem('FORBIDDEN', { fields: { type: { status: 'FORBIDDEN' } } });
    if (named) throw fieldProblem('partner_account_id', { status: 'PARTNER_ACCOUNT' });
    return null;
  }
  if (viewer.scope === 'partner') {
    if (named && named !== viewer.primaryAccountId) throw fieldProblem('partner_account_id', { status: 'NOT_FOUND' });
    await requireOwnPartner(viewer, tx, now);
    return viewer.primaryAccountId;
  }
  if (named) await requirePartner(tx, named, now);
  return named ?? null;
}

/** Throws FORBIDDEN where the account that somebody of partner scope belongs to first is no partner in service. */
async function requireOwnPartner({ primaryAccountId }: Viewer, tx: Db, now: Date): Promise<void> {
  if (primaryAccountId === null || (await whyNotPartner(tx, primaryAccountId, now))) throw new Problem('FORBIDDEN');
}

/**
 * Creates it. `features`: the flags as they hold for the viewer. Throws IDENTIFIER_EXISTS, FEDERATED_ID_EXISTS,
 * PERSON_EXISTS and DOMAIN_LEADS_ELSEWHERE under their fields, what is wrong with the service period under its own,
 * FORBIDDEN under `federation` for who may not link accounts, LICENSE_USED_UP, and under `administrator` what keeps
 * from making one.
 */
export async function createAccount(
  viewer: Viewer,
  tx: Db,
  input: AccountCreate,
  features: Features,
  now: Date,
): Promise<CreatedAccount> {
  const problem = whyNotServicePeriod(input.service_period, payloadDate(now));
  if (problem) throw fieldProblem(`service_period.${problem.field}`, problem.reason);
  if (input.federation && !allows(ACCESS.accounts.link, viewer))
    throw new Problem('FORBIDDEN', { fields: { federation: { status: 'FORBIDDEN' } } });
  refuseField('administrator', input.administrator ? whyNotInviteFirst(viewer, input.type) : null);
  const partner = await partnerFor(viewer, tx, input, features, now);
  const {
    service_period,
    type,
    partner_account_id: _,
    organization: first,
    administrator: invited,
    federation,
    ...filled
  } = input;
  const id = newId();
  const { after, event } = await createRecord(ACCOUNT_KIND, viewer, tx, {
    id,
    key: id,
    values: {
      ...filled,
      ...(federation ? { ...federation, federation_status: 'linked' } : {}),
      type,
      display_name: filled.name,
      partner_account_id: partner,
      service_from: service_period.from,
      service_to: service_period.to,
    },
    now,
    fieldOf: (field) => (field === 'federated_account_id' ? `federation.${field}` : field),
  });
  await count(tx, { kind: 'account', id, account: partner }, now);
  const organization = { id: newId(), name: first.name, country: first.country ?? regionOf(input.locale) };
  await tx
    .insertInto('organization')
    .values({ ...organization, account_id: id, created_at: now, updated_at: now, updated_by: viewer.userId })
    .execute();
  const administrator = invited ? await addAdministrator(viewer, tx, id, input, invited, now) : null;
  return { account: after, event, organization, administrator };
}

/** The first administrator, invited and not yet verified; the address is the user name until they choose one. */
async function addAdministrator(
  viewer: Viewer,
  tx: Db,
  accountId: string,
  { type, locale }: AccountCreate,
  { first_name, last_name, email }: NonNullable<AccountCreate['administrator']>,
  now: Date,
): Promise<NonNullable<CreatedAccount['administrator']>> {
  const id = newId();
  const scope = firstAdministratorScope(type);
  const stands = { access_scope: scope, primary_account_id: accountId };
  refuseField('administrator.email', whyNotNameAt(await leadingDomain(tx, email), stands));
  try {
    await tx
      .insertInto('app_user')
      .values({
        id,
        user_name: email,
        email,
        first_name,
        last_name,
        locale,
        access_scope: scope,
        primary_account_id: accountId,
        created_at: now,
        updated_at: now,
      })
      .execute();
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name')
      throw fieldProblem('administrator.email', { status: 'PERSON_EXISTS' });
    throw error;
  }
  await tx.insertInto('user_account').values({ user_id: id, account_id: accountId }).execute();
  await count(tx, { kind: 'administrator', id, account: accountId }, now);
  const role = scope === 'partner' ? 'Partner administrator' : 'Account administrator';
  const { rows } = await sql<{ id: string }>`select r.id from role r
    where r.app_code = 'account_manager' and r.name = ${role} and r.predefined`.execute(tx);
  const ids = rows.map((row) => row.id);
  const person = { id, access_scope: scope, account_ids: [accountId] };
  const { after } = await setRoles(viewer, tx, person, ids, 'administrator');
  const roles = after.map(({ app_code, name }) => `${app_code}/${name}`);
  return {
    id,
    user_name: email,
    email,
    locale,
    name: `${first_name} ${last_name}`,
    given: { ...stands, account_ids: [accountId], roles },
  };
}
