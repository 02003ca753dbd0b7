import {
  ENROLLMENT,
  ENROLLMENT_FILTERS,
  ENROLLMENT_ROW,
  type ENROLLMENT_SORT,
} from '@signet/contract/areas/enrollment-record';
import {
  enrollmentStatus,
  whyNotCancelEnrollment,
  whyNotResendEnrollment,
  type EnrollmentStage,
  type EnrollmentStatus,
} from '@signet/contract/areas/enrollment-rules';
import type {
  Enrollment,
  EnrollmentExportQuery,
  EnrollmentListQuery,
  EnrollmentRow,
} from '@signet/contract/areas/enrollments';
import type { FilterValues } from '@signet/contract/filter';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Selection, Target } from '../../bulk/act.ts';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, everyRow, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import type { Db } from '../../db/open.ts';
import type { RecordKind } from '../../db/record.ts';
import { keptRows, keptRowsOf } from '../../db/row-count-store.ts';
import { savedByName } from '../../db/version.ts';
import { MAILED, mailOf, type Mailed } from '../../enrollments/mail-store.ts';
import { visibleAccounts, visibleEnrollments } from '../../sight.ts';

type Names = {
  stage: EnrollmentStage;
  account_name: string;
  seat_name: string | null;
  person_name: string | null;
  person_scope: Scope | null;
  template_name: string | null;
};
type Row = Selected<typeof ENROLLMENT, (typeof ENROLLMENT_ROW)[number]> & Names;
type One = Selected<typeof ENROLLMENT, MemberName<typeof ENROLLMENT>> &
  Names &
  Mailed &
  Pick<Enrollment, 'updated_by_name' | 'created_by_name'>;

const JOINS = sql`join account a on a.id = e.account_id left join seat s on s.id = e.seat_id
  left join app_user u on u.id = e.user_id left join certificate_template t on t.id = e.template_id`;
const NAMES = sql`e.stage, a.name as account_name, s.name as seat_name, u.name as person_name,
  u.access_scope as person_scope, t.name as template_name`;

const SORTS = {
  created_at: sql`e.created_at`,
  expires_at: sql`e.expires_at`,
  name: sql`e.name collate "und-x-icu"`,
} satisfies Record<(typeof ENROLLMENT_SORT)[number], unknown>;

/** As `enrollmentStatus` has it. */
const STATUS_CONDITIONS: Record<EnrollmentStatus, (now: Date) => RawBuilder<boolean>> = {
  invited: (now) => sql<boolean>`e.stage = 'invited' and e.expires_at > ${now}`,
  generated: (now) => sql<boolean>`e.stage = 'generated' and e.expires_at > ${now}`,
  redeemed: () => sql<boolean>`e.stage = 'redeemed'`,
  canceled: () => sql<boolean>`e.stage = 'canceled'`,
  expired: (now) => sql<boolean>`e.stage in ('invited', 'generated') and e.expires_at <= ${now}`,
};

const conditionsAt = (now: Date): FilterConditions<typeof ENROLLMENT_FILTERS> => ({
  name: (text) => contains(sql`e.name_folded`, text),
  status: (status) => STATUS_CONDITIONS[status](now),
  keystore_location: (location) => sql<boolean>`e.keystore_location = ${location}`,
  renewal: (renews) => (renews ? sql<boolean>`e.renews is not null` : sql<boolean>`e.renews is null`),
  account_id: (id) => sql<boolean>`e.account_id = ${id}`,
  seat_id: (id) => sql<boolean>`e.seat_id = ${id}`,
  user_id: (id) => sql<boolean>`e.user_id = ${id}`,
  template_id: (id) => sql<boolean>`e.template_id = ${id}`,
});

/** Whom a row names, and how far it has come. */
const whomOf = (
  row: Names & { seat_id: string | null; user_id: string | null; expires_at: Date },
  now: Date,
): Pick<EnrollmentRow, 'status' | 'seat' | 'person'> => ({
  status: enrollmentStatus(row, now),
  seat: row.seat_id === null ? null : { id: row.seat_id, name: row.seat_name ?? '' },
  person:
    row.user_id === null || row.person_scope === null
      ? null
      : { id: row.user_id, name: row.person_name ?? '', access_scope: row.person_scope },
});

const enrollmentList = (viewer: Viewer, query: EnrollmentExportQuery, now: Date): ListQuery<Row, EnrollmentRow> =>
  listQuery(
    {
      from: sql`enrollment e`,
      id: sql`e.id`,
      columns: sql`${selected('e', ENROLLMENT_ROW)}, ${NAMES}`,
      joins: JOINS,
      row(row: Row): EnrollmentRow {
        const { stage: _stage, seat_name: _seat, person_name: _person, person_scope: _scope, ...shown } = row;
        return { ...answered(shown), ...whomOf(row, now) };
      },
      visible: visibleEnrollments(viewer),
      kept: keptRows('enrollment', viewer, (alias) => visibleEnrollments(viewer, alias)),
      keptOf: (id) => keptRowsOf('enrollment', id, (alias) => visibleAccounts(viewer, alias)),
      filters: ENROLLMENT_FILTERS,
      conditions: conditionsAt(now),
      sorts: SORTS,
      defaultSort: 'created_at:desc',
      ties: 'name',
      ownedByFew: viewer.scope === 'account',
    },
    query,
  );

/** One page of the enrollments a viewer may see. */
export const listEnrollments = (
  viewer: Viewer,
  db: Db,
  query: EnrollmentListQuery,
  now: Date,
): Promise<ListOf<EnrollmentRow>> => listPage(db, query, enrollmentList(viewer, query, now));

/** All of them that match, in batches. */
export const everyEnrollment = (
  viewer: Viewer,
  db: Db,
  query: EnrollmentExportQuery,
  now: Date,
): AsyncGenerator<EnrollmentRow[]> => everyRow(db, enrollmentList(viewer, query, now));

/** An enrollment among those that are to be changed. */
export type EnrollmentTarget = Target &
  Pick<EnrollmentRow, 'status' | 'renews'> & { person: { access_scope: Scope } | null };

/**
 * The chosen enrollments as the list would show them, by name, at most `most`. The name is followed by the address: one
 * seat may have several, and a plan shows nothing else by which they can be told apart.
 */
export async function enrollmentTargets(
  viewer: Viewer,
  db: Db,
  { ids, filters = {} }: Selection<FilterValues<typeof ENROLLMENT_FILTERS>>,
  most: number,
  now: Date,
): Promise<EnrollmentTarget[]> {
  const list = enrollmentList(viewer, { ...filters, sort: ['name:asc'], id: ids && [...ids] }, now);
  type Found = { stage: EnrollmentStage; expires_at: Date; renews: string | null; person_scope: Scope | null };
  const { rows } = await sql<Target & Found>`
    select e.id, e.name || ' (' || e.email || ')' as name, e.version, e.stage, e.expires_at, e.renews,
      (select u.access_scope from app_user u where u.id = e.user_id) as person_scope from ${list.from}
    where ${list.where}
    order by ${list.order} limit ${most}`.execute(db);
  return rows.map(({ stage, expires_at, person_scope: access_scope, ...row }) => ({
    ...row,
    person: access_scope && { access_scope },
    status: enrollmentStatus({ stage, expires_at }, now),
  }));
}

/** One enrollment; with `lock` it stays until the transaction ends. Throws 404. */
export async function readEnrollment(
  viewer: Viewer,
  db: Db,
  id: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<Enrollment> {
  // By itself, and read once it is locked: where its person moves meanwhile, the row would be looked for again with the
  // account that it had before, and be none.
  if (lock) await sql`select from enrollment where id = ${id} for update`.execute(db);
  const { rows } = await sql<One>`select ${selected('e', memberNames(ENROLLMENT))}, ${NAMES}, ${MAILED},
      ${savedByName(viewer, 'e')} as updated_by_name, ${savedByName(viewer, 'e', 'created_by')} as created_by_name
    from enrollment e ${JOINS} left join mail m on m.id = e.mail_id
    where e.id = ${id} and ${visibleEnrollments(viewer)}`.execute(db);
  const one = rows[0];
  if (!one) throw notFound();
  const { stage: _stage, seat_name: _seat, person_name: _person, person_scope: _scope, ...more } = one;
  const { mail_status: _status, mail_sent_at: _at, ...shown } = more;
  const whom = whomOf(one, now);
  return {
    ...answered(shown),
    ...whom,
    mail: mailOf(one),
    why_not: {
      resend: whyNotResendEnrollment(viewer, { ...whom, renews: one.renews }),
      cancel: whyNotCancelEnrollment(viewer, whom),
    },
  };
}

export const ENROLLMENT_KIND: RecordKind<'enrollment', string, Enrollment> = {
  table: 'enrollment',
  columns: ENROLLMENT,
  read: readEnrollment,
  // The log keeps how far it has come, as it is told: the time decides what is expired.
  stored: ({ status, ...one }) => ({ ...one, stage: status }),
  name: (one) => one.name,
  account: (one) => one.account_id,
};
