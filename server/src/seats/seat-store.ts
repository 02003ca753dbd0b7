/** Seats: all SQL of them, for their own area and for whoever makes one on the way. */
import { ACCESS, allows } from '@signet/contract/access';
import { enrollmentStatus } from '@signet/contract/areas/enrollment-rules';
import { SEAT, SEAT_FILTERS, SEAT_ROW, type SEAT_SORT } from '@signet/contract/areas/seat-record';
import { whyNotDeleteSeat } from '@signet/contract/areas/seat-rules';
import type { Seat, SeatListQuery, SeatRow, seatCreate, seatEdit } from '@signet/contract/areas/seats';
import type { ListOf } from '@signet/contract/paging';
import { fieldProblem, notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import type { PoolAbove } from '@signet/contract/pool-above';
import { sql } from 'kysely';
import type { z } from 'zod';
import { accountFor } from '../authority/owner-store.ts';
import { authorityStands } from '../db/authority-stands.ts';
import { answered, selected, type Selected } from '../db/columns.ts';
import { contains, listPage, listQuery, type FilterConditions } from '../db/list.ts';
import type { Db } from '../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  type Changed,
  type Created,
  type Deleted,
  type RecordKind,
} from '../db/record.ts';
import { keptRows, keptRowsOf } from '../db/row-count-store.ts';
import { savedByName } from '../db/version.ts';
import { eventOfCanceled } from '../enrollments/canceled.ts';
import { sendCancellation, type Canceled } from '../enrollments/letter.ts';
import { newId } from '../ids.ts';
import { poolAboveOf } from '../license-ledger/above.ts';
import { count, discount, roomNear } from '../license-ledger/counted.ts';
import type { Runtime } from '../runtime.ts';
import { visibleAccounts, visibleSeats } from '../sight.ts';

type Create = z.output<typeof seatCreate>;
type Edit = z.output<typeof seatEdit>;
type Shared = Pick<SeatRow, 'account_name' | 'certificates'>;
type Row = Selected<typeof SEAT, (typeof SEAT_ROW)[number]> & Shared;
type One = Selected<typeof SEAT, MemberName<typeof SEAT>> & Shared & Pick<Seat, 'updated_by_name'>;

const ACCOUNT = sql`join account a on a.id = s.account_id`;
/**
 * How many certificates of a seat are good now; those on hold may be so again. Of one that came with its account
 * another platform says so, and nobody here could end it.
 */
const goodOf = (now: Date) => sql`(select count(*)::int from certificate c
  where c.seat_id = s.id and c.authority_id is not null and c.valid_to > ${now}
    and (c.state = 'issued' or c.revocation_reason = 'certificateHold') and ${authorityStands('c')})`;

const SORTS = {
  name: sql`s.name collate "und-x-icu"`,
  identifier: sql`s.identifier collate "und-x-icu"`,
  type: sql`s.type`,
  created_at: sql`s.created_at`,
} satisfies Record<(typeof SEAT_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof SEAT_FILTERS> = {
  name: (text) => contains(sql`s.name_folded`, text),
  type: (type) => sql<boolean>`s.type = ${type}`,
  account_id: (id) => sql<boolean>`s.account_id = ${id}`,
};

/** One page of the seats a viewer may see. */
export const listSeats = (viewer: Viewer, db: Db, query: SeatListQuery, now: Date): Promise<ListOf<SeatRow>> =>
  listPage(
    db,
    query,
    listQuery(
      {
        from: sql`seat s`,
        id: sql`s.id`,
        columns: sql`${selected('s', SEAT_ROW)}, a.name as account_name, ${goodOf(now)} as certificates`,
        joins: ACCOUNT,
        row: (row: Row): SeatRow => answered(row),
        visible: visibleSeats(viewer),
        kept: keptRows('seat', viewer, (alias) => visibleSeats(viewer, alias)),
        keptOf: (id) => keptRowsOf('seat', id, (alias) => visibleAccounts(viewer, alias)),
        filters: SEAT_FILTERS,
        conditions: CONDITIONS,
        sorts: SORTS,
        defaultSort: 'name:asc',
        ties: 'name',
        ownedByFew: viewer.scope === 'account',
      },
      query,
    ),
  );

/** Throws 404. */
export async function readSeat(
  viewer: Viewer,
  db: Db,
  id: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<Seat> {
  const { rows } = await sql<One>`select ${selected('s', memberNames(SEAT))}, a.name as account_name,
      ${goodOf(now)} as certificates, ${savedByName(viewer, 's')} as updated_by_name
    from seat s ${ACCOUNT} where s.id = ${id} and ${visibleSeats(viewer)}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  const one = rows[0];
  if (!one) throw notFound();
  return {
    ...answered(one),
    abilities: { edit: allows(ACCESS.seats.manage, viewer), issue: allows(ACCESS.certificates.issue, viewer) },
    why_not_delete: whyNotDeleteSeat(viewer, one),
  };
}

export type HeldSeat = Pick<Seat, 'id' | 'account_id' | 'type' | 'name' | 'identifier' | 'email'>;

/**
 * A seat for which something is made, or null where the viewer sees none. It and its account stay until the transaction
 * ends, taken in the order in which whoever deletes the account does.
 */
export async function holdSeat(viewer: Viewer, tx: Db, id: string): Promise<HeldSeat | null> {
  await sql`select from account where id = (select account_id from seat where id = ${id}) for share`.execute(tx);
  const { rows } = await sql<HeldSeat>`select s.id, s.account_id, s.type, s.name, s.identifier, s.email from seat s
    where s.id = ${id} and ${visibleSeats(viewer)} for share`.execute(tx);
  return rows[0] ?? null;
}

const KIND: RecordKind<'seat', string, Seat> = {
  table: 'seat',
  columns: SEAT,
  read: readSeat,
  name: (one) => one.name,
  account: (one) => one.account_id,
  uniqueIndexes: { seat_identifier: { field: 'identifier', status: 'SEAT_EXISTS' } },
};

/** Throws 404 under `account_id`, an identifier that is taken under its field, and LICENSE_USED_UP. */
export async function createSeat(
  viewer: Viewer,
  tx: Db,
  { account_id: named, ...values }: Create,
  now: Date,
): Promise<Created<Seat>> {
  const account_id = await accountFor(viewer, tx, named);
  const id = newId();
  const created = await createRecord(KIND, viewer, tx, { id, key: id, values: { ...values, account_id }, now });
  await count(tx, { kind: 'seat', id, account: account_id }, now);
  return created;
}

/** Throws 404, and CHANGED_MEANWHILE for another version than the present one. */
export const updateSeat = (
  viewer: Viewer,
  tx: Db,
  id: string,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<Seat>> => changeRecord(KIND, viewer, tx, id, { now, version, set: () => values });

type Open = Canceled & { id: string; account_id: string; stage: 'invited' | 'generated'; expires_at: Date };

/**
 * Deletes a seat whose certificates of this platform are all over; they stay in the list, and what invites to another
 * one is canceled, which the invited are told. `also`: what the audit log shall have of that. Throws 404 and
 * SEAT_IN_USE.
 */
export async function deleteSeat(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<Deleted<Seat> & { also: ReturnType<typeof eventOfCanceled>[] }> {
  const also: ReturnType<typeof eventOfCanceled>[] = [];
  const remove = async (): Promise<void> => {
    const { rows } = await sql<Open>`
      select e.id, e.account_id, e.stage, e.name, e.email, e.locale, e.user_id, e.renews, e.expires_at,
        a.name as account_name
      from enrollment e join account a on a.id = e.account_id
      where e.seat_id = ${id} and e.stage in ('invited', 'generated')
      order by e.id for no key update of e`.execute(tx);
    await sql`update enrollment set stage = 'canceled', canceled_at = ${now}, version = version + 1,
      updated_at = ${now}, updated_by = ${viewer.userId} where id = any(${rows.map((one) => one.id)})`.execute(tx);
    for (const one of rows) {
      const status = enrollmentStatus(one, now);
      if (status !== 'expired') await sendCancellation(tx, runtime, one, now);
      also.push(eventOfCanceled({ ...one, status }));
    }
    const { rows: foreign } = await sql<{ id: string }>`select c.id from certificate c
      where c.seat_id = ${id} and c.authority_id is null and c.valid_to >= ${now}`.execute(tx);
    // Without its seat none of them counts; whoever counts them at this moment was waited for, or sees that.
    await tx.deleteFrom('seat').where('id', '=', id).execute();
    for (const one of foreign) await discount(tx, { kind: 'certificate', id: one.id }, now);
  };
  const whyNot = (one: Seat) => whyNotDeleteSeat(viewer, one);
  const deleted = await deleteRecord(KIND, viewer, tx, id, { now, whyNot, remove });
  await discount(tx, { kind: 'seat', id }, now);
  return { ...deleted, also };
}

export type AvailableSeats = {
  account_id: string | null;
  seats: number;
  available: number | null;
  draws_on: PoolAbove | null;
};

/**
 * How many seats an account has, and how many more its license allows; without `named` the viewer's primary account.
 * Throws under `account_id` NOT_FOUND, and REQUIRED where there is none of either.
 */
export async function availableSeats(viewer: Viewer, db: Db, named: string | undefined): Promise<AvailableSeats> {
  const accountId = named ?? viewer.primaryAccountId;
  if (accountId === null) throw fieldProblem('account_id', { status: 'REQUIRED' });
  const { rows } = await sql<{
    seats: number;
    partner_account_name: string | null;
  }>`select a.partner_account_name, (select count(*)::int from seat s where s.account_id = a.id) as seats
    from account a where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  if (!rows[0]) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  const { seats, partner_account_name } = rows[0];
  const room = await roomNear(db, 'seat', accountId);
  const isOwn = room === null || room.holder === accountId;
  return {
    account_id: accountId,
    seats,
    available: room && room.left,
    draws_on: isOwn ? null : poolAboveOf(viewer, room.holder, partner_account_name),
  };
}
