import { sql, type RawBuilder } from 'kysely';
import { ACCOUNT_FILTERS, ACCOUNT_ROW, type ACCOUNT, type ACCOUNT_SORT } from '@signet/contract/areas/account-record';
import type { AccountExportQuery, AccountListQuery, AccountRow } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import { isId } from '@signet/contract/filter';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import type { Viewer } from '@signet/contract/viewer';
import { selected, type Selected } from '../../db/columns.ts';
import { allOf, contains, everyRow, listQuery, listPage, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { keptRows } from '../../db/row-count-store.ts';
import { visibleAccounts } from '../../sight.ts';

const conditions = (today: string): FilterConditions<typeof ACCOUNT_FILTERS> => ({
  name: (text) => contains(sql`a.name_folded`, text),
  active: (active) => (active ? inService('a', today) : sql<boolean>`not ${inService('a', today)}`),
  // The account's id as well.
  friendly_identifier: (text) =>
    isId(text) ? sql<boolean>`a.id = ${text}` : contains(sql`lower(a.friendly_identifier)`, text),
  type: (type) => sql<boolean>`a.type = ${type}`,
  partner_account_name: (text) =>
    isId(text) ? sql<boolean>`a.partner_account_id = ${text}` : contains(sql`folded(a.partner_account_name)`, text),
  end_date_from: (day) => sql<boolean>`a.service_to >= ${day}::date`,
  end_date_to: (day) => sql<boolean>`a.service_to <= ${day}::date`,
});

/** Whether an account is active depends on the day: that order has no index, and is read as two halves. */
const sorts = (today: string) =>
  ({
    name: sql`a.name collate "und-x-icu"`,
    active: inService('a', today),
    friendly_identifier: sql`a.friendly_identifier collate "und-x-icu"`,
    'service_period.from': sql`a.service_from`,
    'service_period.to': sql`a.service_to`,
    type: sql`a.type`,
    partner_account_name: sql`a.partner_account_name collate "und-x-icu"`,
  }) satisfies Record<(typeof ACCOUNT_SORT)[number], unknown>;

/** What the two days and the switch of an account are answered as. */
type Service = { in_service: boolean; switched_on: boolean; service_from: string; service_to: string | null };

/** Columns of an account `a`, and those that {@link answeredAccount} makes the rest of. `today` is YYYY-MM-DD. */
export const accountColumns = (names: readonly string[], today: string): RawBuilder<unknown> =>
  sql`${selected('a', names)}, ${inService('a', today)} as in_service, a.active as switched_on,
    a.service_from, a.service_to`;
export type SelectedAccount<N extends keyof typeof ACCOUNT> = Selected<typeof ACCOUNT, N> & Service;

/** An account's columns as they are answered. */
export const answeredAccount = <Row extends Service & { federated_account_id: string | null }>({
  in_service,
  service_from,
  service_to,
  ...columns
}: Row) => ({
  ...columns,
  active: in_service,
  service_period: { from: service_from, to: service_to },
  has_onelogin_id: columns.federated_account_id !== null,
});

type SelectedRow = SelectedAccount<(typeof ACCOUNT_ROW)[number]>;

/** The list of a query, as the viewer may see it. */
export function accountList(viewer: Viewer, query: AccountExportQuery, now: Date): ListQuery<SelectedRow, AccountRow> {
  const today = payloadDate(now);
  return listQuery(
    {
      from: sql`account a`,
      id: sql`a.id`,
      columns: accountColumns(ACCOUNT_ROW, today),
      row: answeredAccount<SelectedRow>,
      visible: allOf([sql<boolean>`a.deleted_at is null`, visibleAccounts(viewer)]),
      // Those that somebody belongs to are few.
      kept:
        viewer.scope === 'account' ? undefined : keptRows('account', viewer, (alias) => visibleAccounts(viewer, alias)),
      filters: ACCOUNT_FILTERS,
      conditions: conditions(today),
      sorts: sorts(today),
      defaultSort: 'name:asc',
      ties: 'name',
      unique: ['friendly_identifier'],
      ownedByFew: viewer.scope === 'account',
      halvedBy: ['active'],
      nullable: ['service_period.to', 'partner_account_name'],
    },
    query,
  );
}

/** One page of the accounts a viewer may see. */
export function listAccounts(viewer: Viewer, db: Db, query: AccountListQuery, now: Date): Promise<ListOf<AccountRow>> {
  return listPage(db, query, accountList(viewer, query, now));
}

/** An account as it is exported, by the names of its columns; `active` is whether it is in service. */
export type ExportedAccount = Omit<SelectedRow, 'in_service' | 'switched_on'> & { active: boolean };

/** All of them that match, in batches. */
export function everyAccount(
  viewer: Viewer,
  db: Db,
  query: AccountExportQuery,
  now: Date,
): AsyncGenerator<ExportedAccount[]> {
  const row = ({ in_service, switched_on: _, ...columns }: SelectedRow): ExportedAccount => ({
    ...columns,
    active: in_service,
  });
  return everyRow(db, { ...accountList(viewer, query, now), row });
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
