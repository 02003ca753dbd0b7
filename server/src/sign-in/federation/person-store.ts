/** Whom an identity provider means: people of the account whose provider it is, and of no other. */
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { findPerson, proveEmail, type Person } from '../person-store.ts';

/** Where is kept what a provider calls a person. */
const NAME = { saml: sql.ref('u.saml_username'), oidc: sql.ref('u.oidc_username') } as const;

/**
 * Whether the address or the user name of a person, which may be an address, counts as theirs to a provider that has
 * never named them: whoever enters a colleague's for themselves would be signed in as by that colleague, until they
 * have shown that they read mail there.
 */
export const isTheirs = (name: 'email' | 'user_name'): RawBuilder<boolean> => sql<boolean>`(
  lower(${sql.ref(`u.${name}_claimed`)}) is distinct from lower(${sql.ref(`u.${name}`)})
  or lower(u.email_proved) = lower(${sql.ref(`u.${name}`)}))`;

/** What a provider says of who somebody is: its own name of them, and a mail address where it vouches for it. */
export type Named = { accountId: string; method: FederatedMethod; name: string; email: string | null };

/** People of an account: whose first one it is; system scope belongs to the platform's own. */
const ofAccount = (accountId: string) => sql<boolean>`(u.primary_account_id = ${accountId}
  or u.primary_account_id is null and exists (select from account a where a.id = ${accountId} and a.system_account))`;

/**
 * The person of the account whom the provider has named so before, else the one whose that mail address is and whom it
 * has never named. Null for nobody, and where it would be several. The row stays as it is until the transaction ends:
 * locked as it is looked for, so that whoever was named otherwise, or lost the address, meanwhile is not found.
 */
export async function findFederatedPerson(
  tx: Db,
  { accountId, method, name, email }: Named,
  now: Date,
): Promise<Person | null> {
  const { rows } = await sql<{ id: string; known: boolean }>`
    select u.id, ${NAME[method]} is not null as known from app_user u
    where ${ofAccount(accountId)} and u.deleted_at is null and not u.service_user
      and (${NAME[method]} = ${name} or ${NAME[method]} is null and lower(u.email) = lower(${email})
        and ${isTheirs('email')})
    order by known desc, u.id limit 3 for no key update of u`.execute(tx);
  const known = rows.filter((row) => row.known);
  const [one, another] = known.length > 0 ? known : rows;
  return one && !another ? findPerson(tx, one.id, now, { lock: true }) : null;
}

/**
 * The person of the account whose user name this is here and whom the provider has never named. The row stays as it is
 * until the transaction ends.
 */
export async function findPersonOfName(
  tx: Db,
  { accountId, method, name }: Omit<Named, 'email'>,
  now: Date,
): Promise<Person | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    where ${ofAccount(accountId)} and u.deleted_at is null and not u.service_user
      and lower(u.user_name) = lower(${name}) and ${NAME[method]} is null and ${isTheirs('user_name')}
    for no key update of u`.execute(tx);
  return rows[0] ? findPerson(tx, rows[0].id, now, { lock: true }) : null;
}

/**
 * Keeps what the provider calls a person, so that a mail address that it gives to somebody else later is not believed.
 * Whom a provider knows needs no invitation any more. Answers what stood there before, or null where nothing is new.
 */
export async function keepFederatedName(
  tx: Db,
  { id }: Pick<Person, 'id'>,
  { method, name }: Pick<Named, 'method' | 'name'>,
  now: Date,
): Promise<{ name: string | null; verified: boolean } | null> {
  const { rows } = await sql<{ name: string | null; verified: boolean }>`
    with before as (
      select ${NAME[method]} as name, u.verified_at is not null as verified from app_user u
      where u.id = ${id} and (${NAME[method]} is null or u.verified_at is null) for no key update
    ), kept as (
      update app_user u set ${sql.ref(`${method}_username`)} = ${name}, verified_at = coalesce(u.verified_at, ${now})
      where u.id = ${id} and (${NAME[method]} is null or u.verified_at is null)
    )
    select name, verified from before`.execute(tx);
  return rows[0] ?? null;
}

/**
 * The provider of an account has said which address a person has: believed where the domain of that address is proved
 * to be the account's, whose word it is then, also where SAML, or a provider of OpenID Connect, doesn't call it
 * verified. The account chooses its provider, and what that says of anybody else's domain is worth nothing.
 */
export async function keepVouchedEmail(
  tx: Db,
  { id }: Pick<Person, 'id'>,
  { accountId, address }: { accountId: string; address: string | null },
): Promise<void> {
  if (address === null) return;
  const { rows } = await sql`select from account_email_domain d
    where d.account_id = ${accountId} and d.verified_at is not null
      and d.name = lower(substring(${address}, '@([^@]+)$'))`.execute(tx);
  if (rows.length > 0) await proveEmail(tx, id, address);
}

/** What a person was called by the providers of their account; both are null where they never were. */
export type FederatedNames = { saml_username: string | null; oidc_username: string | null };

/**
 * The provider has given one person another name, and may call somebody else by the one before: sign-ins that it has
 * answered come to nothing as well. Answers what is forgotten; the caller has locked the person.
 */
export async function forgetNamesOf(tx: Db, id: string, now: Date): Promise<FederatedNames> {
  await sql`update user_code set used_at = ${now}
    where user_id = ${id} and provider is not null and used_at is null and expires_at > ${now}`.execute(tx);
  const { rows } = await sql<FederatedNames>`
    with before as (select saml_username, oidc_username from app_user where id = ${id}), forgotten as (
      update app_user set saml_username = null, oidc_username = null
      where id = ${id} and coalesce(saml_username, oidc_username) is not null
    )
    select saml_username, oidc_username from before`.execute(tx);
  return rows[0] ?? { saml_username: null, oidc_username: null };
}

/**
 * Another provider names people anew: what the one before called them means nothing there, and the sign-ins that it has
 * answered and that nobody has completed come to nothing.
 */
export async function forgetFederatedNames(
  tx: Db,
  accountId: string,
  method: FederatedMethod,
  now: Date,
): Promise<void> {
  await sql`update app_user u set ${sql.ref(`${method}_username`)} = null
    where ${ofAccount(accountId)} and ${NAME[method]} is not null`.execute(tx);
  await sql`update user_code k set used_at = ${now} from app_user u
    where u.id = k.user_id and ${ofAccount(accountId)} and k.provider = ${method}
      and k.used_at is null and k.expires_at > ${now}`.execute(tx);
}
