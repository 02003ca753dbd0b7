import { sql, type RawBuilder } from 'kysely';
import type { AccountExportQuery, AccountListQuery, AccountRow } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import type { Viewer } from '@signet/contract/viewer';
import { allOf, everyRow, holds, listPage, orderBy, type ListQuery } from '../../db/list.ts';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../../sight.ts';

/** The filter for the identifier takes the account's id as well. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function filters(query: AccountExportQuery, today: string): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [];
  if (query.name) found.push(holds(sql`a.name_folded`, query.name));
  if (query.friendly_identifier)
    found.push(
      UUID.test(query.friendly_identifier)
        ? sql<boolean>`a.id = ${query.friendly_identifier}`
        : holds(sql`lower(a.friendly_identifier)`, query.friendly_identifier),
    );
  if (query.active !== undefined)
    found.push(query.active ? inService('a', today) : sql<boolean>`not ${inService('a', today)}`);
  if (query.type) found.push(sql<boolean>`a.type = ${query.type}`);
  if (query.partner_account_name) found.push(holds(sql`folded(a.partner_account_name)`, query.partner_account_name));
  if (query.end_date_from) found.push(sql<boolean>`a.service_to >= ${query.end_date_from}::date`);
  if (query.end_date_to) found.push(sql<boolean>`a.service_to <= ${query.end_date_to}::date`);
  return found;
}

/**
 * Whether an account is active depends on the day: that order alone has no index, and sorts the accounts that match.
 */
const sortColumns = (today: string): Record<string, RawBuilder<unknown>> => ({
  name: sql`a.name collate "und-x-icu"`,
  active: inService('a', today),
  friendly_identifier: sql`a.friendly_identifier collate "und-x-icu"`,
  'service_period.from': sql`a.service_from`,
  'service_period.to': sql`a.service_to`,
  type: sql`a.type`,
  partner_account_name: sql`a.partner_account_name collate "und-x-icu"`,
});

/** The columns of an account's row; `today` is YYYY-MM-DD. */
export const accountColumns = (today: string): RawBuilder<unknown> => sql`
  a.id, a.name, a.display_name, ${inService('a', today)} as active, a.friendly_identifier,
  a.service_from, a.service_to, a.locale, a.type, a.partner_account_id, a.partner_account_name, a.system_account,
  a.federated_account_id, a.federated_account_name, a.federated_account_details_url, a.federation_status`;

export type SelectedAccount = Omit<AccountRow, 'service_period' | 'has_onelogin_id'> & {
  service_from: string;
  service_to: string | null;
};

/** A row as it is shown. */
export function accountRow({ service_from, service_to, ...rest }: SelectedAccount): AccountRow {
  return {
    ...rest,
    service_period: { from: service_from, to: service_to },
    has_onelogin_id: rest.federated_account_id !== null,
  };
}

/** The list of a query, as the viewer may see it. */
function listed(viewer: Viewer, query: AccountExportQuery, now: Date): ListQuery<SelectedAccount, AccountRow> {
  const today = payloadDate(now);
  const where = allOf([
    sql<boolean>`a.deleted_at is null`,
    visibleAccounts(viewer),
    ...filters(query, today),
    ...(query.id ? [sql<boolean>`a.id = any(${query.id})`] : []),
  ]);
  const sort = query.sort.length > 0 ? query.sort : ['name:asc'];
  return {
    from: sql`account a`,
    id: sql`a.id`,
    where,
    order: orderBy(sort, sortColumns(today), sql`a.id`),
    columns: accountColumns(today),
    row: accountRow,
    few: viewer.scope === 'account' && !query.name && !query.friendly_identifier && !query.partner_account_name,
  };
}

/** One page of the accounts a viewer may see. */
export function listAccounts(viewer: Viewer, db: Db, query: AccountListQuery, now: Date): Promise<ListOf<AccountRow>> {
  return listPage(db, query, listed(viewer, query, now));
}

/** All of them that match, in batches. */
export function everyAccount(
  viewer: Viewer,
  db: Db,
  query: AccountExportQuery,
  now: Date,
): AsyncGenerator<AccountRow[]> {
  return everyRow(db, listed(viewer, query, now));
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
