/** People that tests and the demo insert as they are. */
import type { Locale } from '@signet/contract/locales';
import { sql } from 'kysely';
import type { Scope } from '@signet/contract/viewer';
import type { Db } from '../src/db/open.ts';
import { newId } from '../src/ids.ts';

export type SeedPerson = {
  first: string;
  last: string;
  userName: string;
  scope: Scope;
  /** Friendly identifiers; the first is the primary account. */
  accounts: string[];
  /** "app_code/Role name". */
  roles: string[];
  locale?: Locale;
  serviceUser?: boolean;
  /** False for somebody who still has to accept the terms. */
  agreed?: boolean;
  /** True for somebody who was invited and has not answered yet. */
  invited?: boolean;
  /** An identity that an external provider owns. */
  onelogin?: { id: string; url: string };
};

/** name@first-account.example */
export const emailOf = (person: SeedPerson): string => `${person.userName}@${person.accounts[0] ?? 'signet'}.example`;

/** Inserts people with their memberships and roles. All get `passwordHash`. Answers the ids by user name. */
export async function seedPeople(
  db: Db,
  people: readonly SeedPerson[],
  accountIds: ReadonlyMap<string, string>,
  passwordHash: string,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map(people.map((person) => [person.userName, newId()]));
  const idOf = (person: SeedPerson): string => ids.get(person.userName) ?? '';
  await db
    .insertInto('app_user')
    .values(
      people.map((person) => ({
        id: idOf(person),
        user_name: person.userName,
        email: emailOf(person),
        first_name: person.first,
        last_name: person.last,
        locale: person.locale ?? 'en_US',
        access_scope: person.scope,
        primary_account_id: accountIds.get(person.accounts[0] ?? '') ?? null,
        service_user: person.serviceUser ?? false,
        invited_at: person.invited ? now : null,
        verified_at: person.invited ? null : now,
        email_proved: person.invited || person.serviceUser ? null : emailOf(person),
        password_hash: person.serviceUser || person.invited ? null : passwordHash,
        agreement_accepted_at: person.agreed === false || person.invited ? null : now,
        agreement_locale: person.agreed === false || person.invited ? null : 'en_US',
        onelogin_id: person.onelogin?.id ?? null,
        onelogin_url: person.onelogin?.url ?? null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const memberships = people.flatMap((person) =>
    person.accounts.map((account) => ({
      user_id: idOf(person),
      account_id: accountIds.get(account) ?? '',
      given_at: now,
    })),
  );
  if (memberships.length > 0) await db.insertInto('user_account').values(memberships).execute();
  const grants = people.flatMap((person) => person.roles.map((role) => ({ user: idOf(person), role })));
  const users = grants.map((grant) => grant.user);
  const roles = grants.map((grant) => grant.role);
  await sql`insert into user_role (user_id, role_id, given_at)
    select g.user_id::uuid, r.id, ${now} from unnest(${users}::text[], ${roles}::text[]) g(user_id, role)
    join role r on r.app_code || '/' || r.name = g.role and r.predefined`.execute(db);
  return ids;
}
