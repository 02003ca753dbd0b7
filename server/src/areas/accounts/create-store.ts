/** A new account with its first organization, and its first administrator. */
import { ACCESS, allows, whatLacks, type Features } from '@signet/contract/access';
import type { Account, AccountCreate } from '@signet/contract/areas/accounts';
import { whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import { payloadDate } from '@signet/contract/dates';
import { regionOf } from '@signet/contract/locales';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { violatedIndex } from '../../db/violation.ts';
import { newId } from '../../ids.ts';
import type { Addressee } from '../../sign-in/invitation.ts';
import { readAccount, requirePartner } from './record-store.ts';

export type Created = { account: Account; organizationId: string; administrator: Addressee | null };

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
    if (named !== undefined && named !== viewer.primaryAccountId)
      throw fieldProblem('partner_account_id', { status: 'NOT_FOUND' });
    return viewer.primaryAccountId;
  }
  if (named) await requirePartner(tx, named, now);
  return named ?? null;
}

/**
 * Creates it. `features`: the flags as they hold for the viewer. Throws IDENTIFIER_EXISTS, FEDERATED_ID_EXISTS
 * and PERSON_EXISTS under their fields.
 */
export async function createAccount(
  viewer: Viewer,
  tx: Db,
  wanted: AccountCreate,
  features: Features,
  now: Date,
): Promise<Created> {
  const wrong = whyNotServicePeriod(wanted.service_period, payloadDate(now));
  if (wrong) throw fieldProblem(`service_period.${wrong.field}`, wrong.reason);
  if (wanted.federation && !allows(ACCESS.accounts.link, viewer))
    throw new Problem('FORBIDDEN', { fields: { federation: { status: 'FORBIDDEN' } } });
  const partner = await partnerFor(viewer, tx, wanted, features, now);
  const id = newId();
  const stamps = { created_at: now, updated_at: now, updated_by: viewer.userId };
  try {
    await tx
      .insertInto('account')
      .values({
        ...stamps,
        id,
        name: wanted.name,
        display_name: wanted.name,
        friendly_identifier: wanted.friendly_identifier,
        locale: wanted.locale,
        type: wanted.type,
        partner_account_id: partner,
        service_from: wanted.service_period.from,
        service_to: wanted.service_period.to,
        ...(wanted.federation ? { ...wanted.federation, federation_status: 'linked' } : {}),
      })
      .execute();
  } catch (error) {
    const index = violatedIndex(error);
    if (index === 'account_friendly_identifier')
      throw fieldProblem('friendly_identifier', { status: 'IDENTIFIER_EXISTS' });
    if (index === 'account_federated')
      throw fieldProblem('federation.federated_account_id', { status: 'FEDERATED_ID_EXISTS' });
    throw error;
  }
  const organizationId = newId();
  await tx
    .insertInto('organization')
    .values({
      ...stamps,
      id: organizationId,
      account_id: id,
      name: wanted.organization.name,
      country: wanted.organization.country ?? regionOf(wanted.locale),
    })
    .execute();
  const administrator = wanted.administrator ? await addAdministrator(tx, id, wanted, wanted.administrator, now) : null;
  return { account: await readAccount(viewer, tx, id, now), organizationId, administrator };
}

/** The first administrator, invited and not yet verified; the address is the user name until they choose one. */
async function addAdministrator(
  tx: Db,
  accountId: string,
  { type, locale }: AccountCreate,
  { first_name, last_name, email }: NonNullable<AccountCreate['administrator']>,
  now: Date,
): Promise<Addressee> {
  const id = newId();
  const scope = type === 'partner' ? 'partner' : 'account';
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
  const role = scope === 'partner' ? 'Partner administrator' : 'Account administrator';
  await sql`insert into user_role (user_id, role_id) select ${id}, r.id from role r where r.app_code = 'account_manager' and r.name = ${role} and r.predefined`.execute(
    tx,
  );
  return { id, email, locale, name: `${first_name} ${last_name}` };
}
