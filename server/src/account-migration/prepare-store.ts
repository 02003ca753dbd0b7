/** Makes of the rows that came those that shall be here: what was chosen, and what they refer to. */
import type { Conflict } from '@signet/contract/areas/migration';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { StoredArrival } from './arrival-store.ts';
import { cameTo } from './conflict-store.ts';
import { partnerHere } from './license-store.ts';
import { MOVED, type MovedTable, type Reference } from './moved-store.ts';

/** Rows that are here already stay as they are: an arrival that goes on after it stopped prepares the others anew. */
const WAITING = sql<boolean>`r.state is distinct from 'arrived'`;

/** Prepares the rows that are not here yet. */
export async function prepareRows(
  tx: Db,
  arrival: StoredArrival,
  conflicts: readonly Conflict[],
  now: Date,
): Promise<void> {
  await sql`update account_arrival_row r set "row" = r.came, state = null
    where r.arrival_id = ${arrival.id} and ${WAITING}`.execute(tx);
  for (const conflict of conflicts) await carryOut(tx, arrival, conflict);
  // Not in service before it is confirmed.
  await setColumn(tx, arrival, 'account', 'active', 'false', sql<boolean>`true`);
  for (const table of MOVED)
    for (const [column, reference] of Object.entries(table.refers))
      await follow(tx, arrival, { table, column, reference }, now);
}

async function carryOut(tx: Db, arrival: StoredArrival, { key, kind, choice }: Conflict): Promise<void> {
  if (!choice) return;
  const subject = key.slice(kind.length + 1);
  const isIt = sql<boolean>`r.row_key = ${subject}`;
  if (choice.way === 'rename') {
    if (kind === 'identifier') await setColumn(tx, arrival, 'account', 'friendly_identifier', choice.value, isIt);
    if (kind === 'user_name') await setColumn(tx, arrival, 'app_user', 'user_name', choice.value, isIt);
    return;
  }
  if (kind === 'user_name') await leaveOut(tx, arrival, 'app_user', isIt);
  if (kind === 'certificate') await leaveOut(tx, arrival, 'certificate', isIt);
  if (kind === 'domain')
    await leaveOut(tx, arrival, 'account_email_domain', sql<boolean>`r.came->>'name' = ${subject}`);
  if (kind === 'permissions') {
    await leaveOut(tx, arrival, 'role', isIt);
    await leaveOut(tx, arrival, 'user_role', sql<boolean>`r.came->>'role_id' = ${subject}`);
  }
  if (kind === 'scopes') await leaveOut(tx, arrival, 'oauth_client', isIt);
  if (kind === 'federated_id') for (const name of FEDERATION) await setColumn(tx, arrival, 'account', name, null, isIt);
}

const FEDERATION = [
  'federated_account_id',
  'federated_account_name',
  'federated_account_details_url',
  'federation_status',
];

async function setColumn(
  tx: Db,
  arrival: StoredArrival,
  table: string,
  column: string,
  value: string | null,
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`update account_arrival_row r set "row" = r."row" || jsonb_build_object(${column}::text, ${value}::text)
    where ${cameTo(arrival, table)} and ${WAITING} and ${which} and r."row" ? ${column}`.execute(tx);
}

const leaveOut = async (tx: Db, arrival: StoredArrival, table: string, which: RawBuilder<boolean>): Promise<void> =>
  void (await sql`update account_arrival_row r set state = 'left_out'
    where ${cameTo(arrival, table)} and ${WAITING} and ${which}`.execute(tx));

type Followed = { table: MovedTable; column: string; reference: Reference };

/** A column that names something which is not here, and does not come. */
async function follow(
  tx: Db,
  arrival: StoredArrival,
  { table, column, reference }: Followed,
  now: Date,
): Promise<void> {
  const value = sql`r."row"->>${column}`;
  const comes = sql<boolean>`exists (select from account_arrival_row o where o.arrival_id = r.arrival_id
    and o.table_name = ${reference.to} and o.row_key = ${value} and o.state is distinct from 'left_out')`;
  const isLost = sql<boolean>`not (${comes} or ${await alsoHere(tx, arrival, { reference, value }, now)})`;
  if (reference.else === 'leave_out')
    // Rows belong to something of the file, or to nothing: one without an owner would be the platform's.
    await leaveOut(
      tx,
      arrival,
      table.name,
      sql<boolean>`(${value} is null and ${isOwner(table, column)} or
      ${value} is not null and ${isLost})`,
    );
  else await setColumn(tx, arrival, table.name, column, null, sql<boolean>`${value} is not null and ${isLost}`);
}

/** Columns that may be null though they lead to what a row belongs to. */
const MAY_BE_NOBODYS: readonly string[] = [
  'app_user.primary_account_id',
  'certificate.user_id',
  'enrollment.user_id',
  'enrollment.template_id',
  'enrollment.certificate_id',
  'enrollment.renews',
];
const isOwner = (table: MovedTable, column: string): RawBuilder<boolean> =>
  MAY_BE_NOBODYS.includes(`${table.name}.${column}`) ? sql<boolean>`false` : sql<boolean>`true`;

/** What every platform has under the same id, and the partner. */
async function alsoHere(
  tx: Db,
  arrival: StoredArrival,
  { reference: { also }, value }: { reference: Reference; value: RawBuilder<unknown> },
  now: Date,
): Promise<RawBuilder<boolean>> {
  if (also === 'predefined')
    return sql<boolean>`exists (select from role p where p.predefined and p.id::text = ${value})`;
  if (also === 'built_in')
    return sql<boolean>`exists (
      select from certificate_profile p where p.built_in is not null and p.id::text = ${value})`;
  if (also === 'partner') return sql<boolean>`${value} = ${(await partnerHere(tx, arrival, now)) ?? ''}`;
  return sql<boolean>`false`;
}
