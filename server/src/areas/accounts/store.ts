import { sql, type RawBuilder } from 'kysely';
import type { AccountListQuery, AccountRow } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';

/**
 * The accounts a viewer may see, as one predicate on indexed columns: system all, partner its own and its customers,
 * account the ones it belongs to, end user none.
 */
export function visibleAccounts(viewer: Viewer, alias = 'a'): RawBuilder<boolean> {
  const a = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'partner') return sql<boolean>`(${a}.id = ${viewer.primaryAccountId} or ${a}.partner_account_id = ${viewer.primaryAccountId})`;
  if (viewer.scope === 'account') return sql<boolean>`${a}.id = any(${viewer.accountIds})`;
  return sql<boolean>`false`;
}

/** Lowercased and with the LIKE wildcards escaped, for a substring search. */
const contains = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function filters(query: AccountListQuery, today: string): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [];
  if (query.name) found.push(sql<boolean>`lower(a.name) like ${contains(query.name)}`);
  if (query.friendly_identifier) found.push(sql<boolean>`lower(a.friendly_identifier) like ${contains(query.friendly_identifier)}`);
  if (query.active !== undefined) found.push(query.active ? inService('a', today) : sql<boolean>`not ${inService('a', today)}`);
  if (query.type) found.push(sql<boolean>`a.type = ${query.type}`);
  if (query.partner_account_name) found.push(sql<boolean>`a.partner_account_id in (select p.id from account p where p.type = 'partner' and lower(p.name) like ${contains(query.partner_account_name)})`);
  if (query.end_date_from) found.push(sql<boolean>`a.service_to >= ${query.end_date_from}::date`);
  if (query.end_date_to) found.push(sql<boolean>`a.service_to <= ${query.end_date_to}::date`);
  return found;
}

const SORT_COLUMNS: Record<string, RawBuilder<unknown>> = {
  name: sql`a.name collate "und-x-icu"`,
  friendly_identifier: sql`a.friendly_identifier collate "und-x-icu"`,
  'service_period.from': sql`a.service_from`,
  'service_period.to': sql`a.service_to`,
  type: sql`a.type`,
  partner_account_name: sql`p.name collate "und-x-icu"`,
};

function order(query: AccountListQuery, today: string): RawBuilder<unknown> {
  const terms = (query.sort.length > 0 ? query.sort : ['name:asc']).map((term) => {
    const [column = '', direction] = term.split(':');
    const expression = column === 'active' ? inService('a', today) : (SORT_COLUMNS[column] ?? sql`a.name`);
    return direction === 'desc' ? sql`${expression} desc` : sql`${expression} asc`;
  });
  return sql.join([...terms, sql`a.id`]);
}

const SELECTED = (today: string) => sql`
  a.id, a.name, a.display_name, ${inService('a', today)} as active, a.friendly_identifier,
  a.service_from, a.service_to, a.locale, a.type, a.partner_account_id, p.name as partner_account_name, a.system_account,
  a.federated_account_id, a.federated_account_name, a.federated_account_details_url, a.federation_status`;

type Selected = Omit<AccountRow, 'service_period' | 'has_onelogin_id'> & { service_from: string; service_to: string | null };

function row({ service_from, service_to, ...rest }: Selected): AccountRow {
  return { ...rest, service_period: { from: service_from, to: service_to }, has_onelogin_id: rest.federated_account_id !== null };
}

/** One page of the accounts a viewer may see. */
export async function listAccounts(viewer: Viewer, db: Db, query: AccountListQuery, now: Date): Promise<{ items: AccountRow[]; total: number; offset: number; limit: number }> {
  const today = payloadDate(now);
  const where = sql.join([sql`a.deleted_at is null`, visibleAccounts(viewer), ...filters(query, today)], sql` and `);
  const page = sql<Selected>`
    select ${SELECTED(today)} from account a left join account p on p.id = a.partner_account_id
    where ${where} order by ${order(query, today)} limit ${query.limit} offset ${query.offset}`.execute(db);
  const count = sql<{ total: number }>`select count(*)::int as total from account a where ${where}`.execute(db);
  const [rows, counted] = await Promise.all([page, count]);
  return { items: rows.rows.map(row), total: counted.rows[0]?.total ?? 0, offset: query.offset, limit: query.limit };
}

/** How many of the visible active accounts end within each banner's days from today on, today included. */
export async function countExpiring(viewer: Viewer, db: Db, now: Date): Promise<{ '30': number; '60': number }> {
  const today = payloadDate(now);
  const [soon, later] = LIMITS.expiryBannerDays;
  const { rows } = await sql<{ soon: number; later: number }>`
    select count(*) filter (where a.service_to <= ${today}::date + ${soon}::int)::int as soon, count(*)::int as later
    from account a
    where a.deleted_at is null and a.service_to between ${today}::date and ${today}::date + ${later}::int
      and ${inService('a', today)} and ${visibleAccounts(viewer)}`.execute(db);
  return { '30': rows[0]?.soon ?? 0, '60': rows[0]?.later ?? 0 };
}
