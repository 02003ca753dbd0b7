import { payloadDate } from '@signet/contract/dates';
import { DEFAULT_LOCALE, type Locale } from '@signet/contract/locales';
import { fieldProblem } from '@signet/contract/problem';
import { sql } from 'kysely';
import { waitForLock } from '../../db/locks.ts';
import type { Db } from '../../db/open.ts';
import { PLATFORM_ADMINISTRATOR } from '../../db/predefined-roles.ts';
import { violatedIndex } from '../../db/violation.ts';
import { newId } from '../../ids.ts';
import { countMembers } from '../../license-ledger/uncounted-store.ts';

/** The platform account, to which the people of system scope belong. */
const SYSTEM_ACCOUNT = { name: 'Signet platform', identifier: 'signet-platform' };

/** The first administrator; `passwordHash` is argon2id. */
export type FirstAdministrator = {
  first_name: string;
  last_name: string;
  email: string;
  user_name: string;
  locale: Locale;
  passwordHash: string;
};

/** Lets one setup step run at a time, until the transaction ends. */
export const lockSetup = (tx: Db): Promise<void> => waitForLock(tx, 'setup');

/**
 * True once there has been an administrator of system scope, also one who is disabled or deleted by now: setup must
 * never open again.
 */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from app_user where access_scope = 'system' and not service_user) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Whether an account has device trust; false for somebody who has no primary account. */
export async function hasDeviceTrust(db: Db, accountId: string | null): Promise<boolean> {
  if (accountId === null) return false;
  const account = await db.selectFrom('account').select('dta_enabled').where('id', '=', accountId).executeTakeFirst();
  return account?.dta_enabled ?? false;
}

/** The id of the platform account, made when it is missing; `made` says so. */
export async function systemAccount(tx: Db, now: Date): Promise<{ id: string; created: boolean }> {
  const existing = await tx.selectFrom('account').select('id').where('system_account', '=', true).executeTakeFirst();
  if (existing) return { id: existing.id, created: false };
  const id = newId();
  const { name, identifier } = SYSTEM_ACCOUNT;
  await tx
    .insertInto('account')
    .values({
      id,
      name,
      display_name: name,
      friendly_identifier: identifier,
      service_from: payloadDate(now),
      locale: DEFAULT_LOCALE,
      type: 'standard',
      system_account: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id, created: true };
}

/**
 * Creates the first administrator: system scope, verified, with the administrator's role of every application.
 * Answers the user's id, and the roles as the audit log names them. Throws USERNAME_EXISTS when the name is taken.
 */
export async function createFirstAdministrator(
  tx: Db,
  person: FirstAdministrator,
  accountId: string,
  now: Date,
): Promise<{ id: string; roles: string[] }> {
  const { passwordHash, ...names } = person;
  const id = newId();
  try {
    await tx
      .insertInto('app_user')
      .values({
        id,
        ...names,
        access_scope: 'system',
        primary_account_id: accountId,
        verified_at: now,
        password_hash: passwordHash,
        agreement_accepted_at: now,
        agreement_locale: names.locale,
        created_at: now,
        updated_at: now,
      })
      .execute();
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name') throw fieldProblem('user_name', { status: 'USERNAME_EXISTS' });
    throw error;
  }
  await tx.insertInto('user_account').values({ user_id: id, account_id: accountId }).execute();
  // Whatever the license says, there has to be one.
  await countMembers(tx, accountId, now);
  const { rows } = await sql<{ name: string }>`
    with given as (
      insert into user_role (user_id, role_id)
      select ${id}, r.id from role r
      where r.predefined and (r.id = ${PLATFORM_ADMINISTRATOR} or r.name = 'Administrator')
      returning role_id)
    select r.app_code || '/' || r.name as name from given join role r on r.id = given.role_id
    order by r.app_code, r.name`.execute(tx);
  return { id, roles: rows.map(({ name }) => name) };
}
