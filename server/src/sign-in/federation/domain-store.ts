/** User names that are addresses of a verified domain: who signs in with one is led to the account of the domain. */
import { whyNotNameAt, type LeadingDomain } from '@signet/contract/areas/email-domain-rules';
import { refuseField } from '@signet/contract/problem';
import type { Scope } from '@signet/contract/viewer';
import { lowered } from '@signet/contract/lowered';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** By each of these names that is an address of a verified domain, as it is given, that domain. */
export async function leadingDomains(db: Db, names: readonly string[]): Promise<Map<string, LeadingDomain>> {
  const { rows } = await sql<LeadingDomain & { user_name: string }>`
    select n.user_name, d.name, d.account_id
    from unnest(${[...names]}::text[]) n(user_name)
    join account_email_domain d on d.name = lower(substring(n.user_name, '@([^@]+)$')) and d.verified_at is not null
    `.execute(db);
  return new Map(rows.map(({ user_name, ...domain }) => [user_name, domain]));
}

/** The one of a name; null for none. */
export const leadingDomain = async (db: Db, name: string): Promise<LeadingDomain | null> =>
  (await leadingDomains(db, [name])).get(name) ?? null;

type Stands = { access_scope: Scope; primary_account_id: string | null };

/**
 * Throws DOMAIN_LEADS_ELSEWHERE under `field` for a new name that would lead the person, where they stand now, to
 * another account than their first. Whoever has such a name `before` keeps it.
 */
export async function requireOwnDomain(
  tx: Db,
  userId: string,
  { name, before, field = 'user_name' }: { name: string; before: string | null; field?: string },
): Promise<void> {
  if (before !== null && lowered(before) === lowered(name)) return;
  const domain = await leadingDomain(tx, name);
  if (domain === null) return;
  const { rows } = await sql<Stands>`
    select u.access_scope, u.primary_account_id from app_user u where u.id = ${userId}`.execute(tx);
  refuseField(field, rows[0] ? whyNotNameAt(domain, rows[0]) : null);
}
