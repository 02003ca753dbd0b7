/** What of an account can't move, as its source knows it: how many, and the first few by name. */
import { LEFT_BEHIND, type LeftBehind } from '@signet/contract/areas/migration-rules';
import type { LeftBehindEntry } from '@signet/contract/areas/migration-report';
import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import { peopleOfNoOther } from '../db/deletion.ts';
import type { Db } from '../db/open.ts';

/** How many are named. */
const NAMED = 5;

/** For each kind a query of names. */
const QUERIES: Partial<Record<LeftBehind, (account: string) => RawBuilder<{ name: string }>>> = {
  shared_people: (account) => sql`select u.user_name as name from app_user u
    join user_account m on m.user_id = u.id
    where m.account_id = ${account} and u.deleted_at is null and not ${peopleOfNoOther(account)}`,
  customers: (account) => sql`select c.name from account c
    where c.partner_account_id = ${account} and c.deleted_at is null`,
  authorities: (account) => sql`select ca.name from certificate_authority ca
    where ca.account_id = ${account} and ca.state <> 'intended'`,
  certificates: (account) => sql`select c.common_name as name from certificate c
    where c.account_id = ${account} and c.cert_type = 'end_entity' and c.state = 'issued' and c.valid_to > now()
      and c.authority_id is not null and ${authorityStands('c')}`,
  security_keys: (account) => sql`select u.user_name as name from security_key k join app_user u on u.id = k.user_id
    where ${peopleOfNoOther(account)}`,
  links: (account) => sql`
    select array_to_string(l.domains, ' + ') as name from self_service_link l where l.account_id = ${account}
    union all select s.purpose from sign_in_setup_link s
      where s.account_id = ${account} and s.used_at is null and s.revoked_at is null`,
  invitations: (account) => sql`select e.email as name from enrollment e
    where e.account_id = ${account} and e.stage in ('invited', 'generated')`,
  roles: (account) => sql`select distinct r.name from user_role g join app_user u on u.id = g.user_id
    join role r on r.id = g.role_id
    where ${peopleOfNoOther(account)} and not r.predefined and r.account_id is distinct from ${account}::uuid`,
  profiles: (account) => sql`select t.name from certificate_template t join certificate_profile p on p.id = t.profile_id
    where t.account_id = ${account} and p.account_id is null and p.built_in is null`,
  providers: (account) => sql`select 'SAML' as name from saml_config c where c.account_id = ${account}
    union all select 'OpenID Connect' from oidc_config c where c.account_id = ${account}`,
};

/** Those kinds of which there is something. */
export async function leftBehindOf(db: Db, account: string): Promise<LeftBehindEntry[]> {
  const found: LeftBehindEntry[] = [];
  for (const [kind, query] of entries()) {
    const { rows } = await sql<{ count: number; names: string[] | null }>`
      select count(*)::int as count, (array_agg(distinct x.name order by x.name))[1:${sql.lit(NAMED)}] as names
      from (${query(account)}) x`.execute(db);
    const { count = 0, names } = rows[0] ?? {};
    if (count > 0) found.push({ kind, count, names: names ?? [] });
  }
  return found;
}

function entries(): [LeftBehind, (account: string) => RawBuilder<{ name: string }>][] {
  return LEFT_BEHIND.flatMap((kind) => {
    const query = QUERIES[kind];
    return query ? [[kind, query]] : [];
  });
}
