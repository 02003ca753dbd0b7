/** Which account's identity provider a typed name leads to. */
import type { MethodStates } from '@signet/contract/areas/sign-in-method-rules';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { findLogin } from '../login-store.ts';
import { METHOD_STATES } from '../method-store.ts';

export type AccountOfName = MethodStates & { id: string };

type Found = AccountOfName & { of_person: boolean; system_account: boolean };

/**
 * The account whose ways count for a typed user name: that of the person (the platform's own for system scope), else
 * the one to which the domain of a mail address leads. Null for none. Accounts choose the user names of their people:
 * who types an address of another account's verified domain is led to the provider of that account alone, whoever has
 * been given the name; password and certificate stay those of the person. The platform's own people are chosen by it.
 */
export async function accountOfName(db: Db, userName: string): Promise<AccountOfName | null> {
  const { rows } = await sql<Found>`${PREPARED}
    (select a.id, ${METHOD_STATES}, a.system_account, true as of_person from app_user u
      join account a on a.id = u.primary_account_id or u.primary_account_id is null and a.system_account
      where lower(u.user_name) = lower(${userName}) and u.deleted_at is null and not u.service_user)
    union all
    (select a.id, ${METHOD_STATES}, a.system_account, false as of_person
      from account_email_domain d join account a on a.id = d.account_id
      where d.name = lower(substring(${userName}, '@([^@]+)$')) and d.verified_at is not null
        and a.deleted_at is null)`.execute(db);
  const own = rows.find((row) => row.of_person);
  const ofDomain = rows.find((row) => !row.of_person);
  if (!own || !ofDomain || own.system_account || own.id === ofDomain.id) return own ?? ofDomain ?? null;
  return { ...ofDomain, standard: own.standard, certificate: own.certificate };
}

/**
 * Holds an account as it is until the transaction ends: whoever saves or forgets its provider takes it first, and so
 * sees the names and codes that are written here.
 */
export async function holdAccount(tx: Db, id: string): Promise<void> {
  await sql`select from account where id = ${id} for share`.execute(tx);
}

/** An account that is there, by its id. */
export async function accountById(db: Db, id: string): Promise<AccountOfName | null> {
  const { rows } = await sql<AccountOfName>`
    select a.id, ${METHOD_STATES} from account a where a.id = ${id} and a.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** With what a login transaction was opened, and the account to whose provider it leads. Throws STATE_EXPIRED. */
export async function accountOfLogin(
  db: Db,
  state: string,
  now: Date,
): Promise<{ name: string | null; account: AccountOfName | null }> {
  const login = await findLogin(db, state, now);
  if (!login) throw new Problem('STATE_EXPIRED');
  const { name, accountId } = login;
  if (name !== null) return { name, account: await accountOfName(db, name) };
  return { name, account: accountId === null ? null : await accountById(db, accountId) };
}
