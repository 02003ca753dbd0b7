/** Who is told of a credential that ends, such as an API token. */
import { LIMITS } from '@signet/contract/limits';
import { whyNotEmail } from '@signet/contract/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Addressee } from '../mail/addressee.ts';
import { visibleOwners } from '../sight.ts';
import { findPersonViewer, NO_CREDENTIAL } from './viewer-store.ts';

/** Whose it is, and who made it. */
export type Belongs = {
  owner_id: string;
  service_user: boolean;
  created_by: string | null;
  account_id: string | null;
};

const addressees = (who: RawBuilder<boolean>): RawBuilder<Addressee> => sql<Addressee>`
  select u.id, u.email, u.locale, u.date_format, u.name from app_user u
  where u.active and u.deleted_at is null and ${who}
  order by u.id limit ${LIMITS.tokenReminderPeople}`;

/** Addressees who are people: nobody reads the mail of a service user by itself. `who` says which of them. */
const people = (who: RawBuilder<boolean>): RawBuilder<Addressee> =>
  addressees(sql<boolean>`not u.service_user and ${who}`);

/**
 * Whom it concerns: its person; of a service user the address of whoever answers for it. Where nothing can be sent
 * there, whoever made it and still sees the service user; else the administrators of the service user's account.
 */
export async function addresseesOf(tx: Db, one: Belongs, now: Date): Promise<Addressee[]> {
  const isOwner = sql<boolean>`u.id = ${one.owner_id}`;
  if (!one.service_user) return (await people(isOwner).execute(tx)).rows;
  const { rows: contact } = await addressees(isOwner).execute(tx);
  if (contact.some(({ email }) => !whyNotEmail(email))) return contact;
  const maker = await makerOf(tx, one, now);
  return maker.length > 0 ? maker : administratorsOf(tx, one.account_id);
}

/** Its maker, as far as they still see the service user: a partner that lost the account sees it no more. */
async function makerOf(tx: Db, { created_by, owner_id }: Belongs, now: Date): Promise<Addressee[]> {
  if (created_by === null) return [];
  const viewer = await findPersonViewer(tx, created_by, NO_CREDENTIAL, now);
  if (!viewer) return [];
  const sees = sql<boolean>`exists (select from app_user o where o.id = ${owner_id} and ${visibleOwners(viewer, 'o')})`;
  return (await people(sql<boolean>`u.id = ${created_by} and ${sees}`).execute(tx)).rows;
}

/**
 * SQL: who made it is there no more, or sees the service user `u` of the query no more; its account's administrators
 * look after it then. `maker` is the column with who made it.
 */
export const makerGone = (maker: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from app_user m where m.id = ${maker} and m.active and m.deleted_at is null and case m.access_scope
    when 'system' then true when 'partner' then m.primary_account_id = u.owner_account_id
    when 'account' then exists (select from user_account b
      where b.user_id = m.id and b.account_id = u.primary_account_id)
    else false end)`;

/** SQL: the person administers the account, or, of the platform's own and of none, the platform. */
export const administers = (user: RawBuilder<unknown>, account: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from administrator m
    where m.user_id = ${user} and m.account_id is not distinct from (
      select a.id from account a where a.id = ${account} and not a.system_account))`;

/** Who administers an account, or, of the platform's own and of none, the platform. */
export async function administratorsOf(tx: Db, accountId: string | null): Promise<Addressee[]> {
  return (await people(administers(sql`u.id`, sql`${accountId}`)).execute(tx)).rows;
}

/** SQL for the reminder that is due so many days before an end, as `reminderStep` of the contract has it. */
export const reminderStepOf = (
  days: RawBuilder<number>,
  steps: readonly number[] = LIMITS.credentialReminderDays,
): RawBuilder<number> => sql<number>`(select min(step) from unnest(${[...steps]}::int[]) step where step >= ${days})`;
