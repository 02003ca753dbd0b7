/** People whom the identity provider of an account brings: made when they sign in for the first time. */
import type { NobodyReason } from '@signet/contract/areas/newcomers';
import { payloadDate } from '@signet/contract/dates';
import { whyNotEmailAsUserName, whyNotName } from '@signet/contract/rules';
import { sql } from 'kysely';
import { inService } from '../db/in-service.ts';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import { newId } from '../ids.ts';
import { count, hasRoom } from '../license-ledger/counted.ts';
import type { Newcomer, Newcomers } from '../sign-in/federation/newcomer.ts';
import { isTheirs } from '../sign-in/federation/person-store.ts';

type Found = { allowed: boolean; own_domain: boolean; known: boolean; taken: boolean };

/**
 * An account that lets its provider do so (`allow_user_creation_via_sso`) gets a person where the mail address is of a
 * domain which is proved to be the account's, the license has room and nobody has the name, or the address as theirs.
 */
async function whyNot(db: Db, newcomer: Newcomer, now: Date): Promise<NobodyReason | null> {
  const { accountId, email, firstName, lastName } = newcomer;
  if (whyNotName(firstName) || whyNotName(lastName) || whyNotEmailAsUserName(email)) return 'invalid';
  const { rows } = await sql<Found>`
    select a.allow_user_creation_via_sso and not a.system_account and ${inService('a', payloadDate(now))}
        and not ${isUnconfirmed('a')} as allowed,
      exists (select from account_email_domain d where d.account_id = a.id and d.verified_at is not null
        and d.name = lower(substring(${email}, '@([^@]+)$'))) as own_domain,
      exists (select from app_user u where u.primary_account_id = a.id and u.deleted_at is null
        and lower(u.email) = lower(${email}) and ${isTheirs('email')}) as known,
      exists (select from app_user u where u.deleted_at is null and lower(u.user_name) = lower(${email})) as taken
    from account a where a.id = ${accountId}`.execute(db);
  const found = rows[0];
  if (!found?.allowed) return 'not_allowed';
  if (!found.own_domain) return 'other_domain';
  if (found.known) return 'known_otherwise';
  if (found.taken) return 'user_name_taken';
  return (await hasRoom(db, { kind: 'administrator', account: accountId })) ? null : 'license_used_up';
}

/** Makes a person of account scope without a role, verified, whom {@link whyNot} has nothing against. */
async function make(tx: Db, newcomer: Newcomer, now: Date): Promise<string | null> {
  const { accountId, method, name, email, firstName, lastName } = newcomer;
  const id = newId();
  const { rows } = await sql`
    insert into app_user (id, user_name, email, first_name, last_name, locale, access_scope, primary_account_id,
      ${sql.ref(`${method}_username`)}, verified_at, created_at, updated_at)
    select ${id}, ${email}, ${email}, ${firstName}, ${lastName}, a.locale, 'account', a.id, ${name}, ${now}, ${now},
      ${now}
    from account a where a.id = ${accountId}
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return null;
  await tx.insertInto('user_account').values({ user_id: id, account_id: accountId }).execute();
  await count(tx, { kind: 'administrator', id, account: accountId }, now);
  return id;
}

export const newcomers: Newcomers = { whyNot, make };
