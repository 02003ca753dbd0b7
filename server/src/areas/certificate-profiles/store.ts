import {
  CERTIFICATE_PROFILE,
  PROFILE_FILTERS,
  type PROFILE_SORT,
} from '@signet/contract/areas/certificate-profile-record';
import { whyNotManageProfile } from '@signet/contract/areas/certificate-profile-rules';
import type {
  CertificateProfileAnswer,
  profileCreate,
  profileEdit,
  ProfileListQuery,
  ProfilePage,
} from '@signet/contract/areas/certificate-profiles';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { ownerFor, requireAccount } from '../../authority/owner-store.ts';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { changeRecord, createRecord, refuse, type Changed, type Created, type RecordKind } from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { visibleShared } from '../../sight.ts';

type Create = z.output<typeof profileCreate>;
type Edit = z.output<typeof profileEdit>;
type Row = Selected<typeof CERTIFICATE_PROFILE, MemberName<typeof CERTIFICATE_PROFILE>> &
  Pick<CertificateProfileAnswer, 'account_name' | 'updated_by_name' | 'templates'>;

const FROM = sql`certificate_profile p`;
const JOINS = sql`left join account a on a.id = p.account_id`;
const columnsFor = (viewer: Viewer) => sql`${selected('p', memberNames(CERTIFICATE_PROFILE))},
  a.name as account_name, ${savedByName(viewer, 'p')} as updated_by_name,
  (select count(*)::int from certificate_template t where t.profile_id = p.id and t.archived_at is null
    and ${visibleShared(viewer, 't', sql`p.cert_type`)}) as templates`;
const visible = (viewer: Viewer): RawBuilder<boolean> => visibleShared(viewer, 'p', sql`p.cert_type`);

const SORTS = {
  name: sql`p.name collate "und-x-icu"`,
  days: sql`p.days`,
} satisfies Record<(typeof PROFILE_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof PROFILE_FILTERS> = {
  name: (text) => contains(sql`folded(p.name)`, text),
  account_id: (id) => sql<boolean>`p.account_id = ${id}`,
  cert_type: (type) => sql<boolean>`p.cert_type = ${type}`,
  archived: (is) => sql<boolean>`(p.archived_at is not null) = ${is}`,
  built_in: (is) => sql<boolean>`(p.built_in is not null) = ${is}`,
};

const answer =
  (viewer: Viewer) =>
  (row: Row): CertificateProfileAnswer => ({ ...answered(row), why_not_manage: whyNotManageProfile(viewer, row) });

/** One page of the profiles a viewer may see; `also` narrows it further. */
export const listProfiles = (
  viewer: Viewer,
  db: Db,
  query: ProfileListQuery,
  also: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<ListOf<CertificateProfileAnswer>> =>
  listPage(
    db,
    query,
    listQuery(
      {
        from: FROM,
        id: sql`p.id`,
        columns: columnsFor(viewer),
        joins: JOINS,
        row: answer(viewer),
        visible: sql<boolean>`(${visible(viewer)} and ${also})`,
        filters: PROFILE_FILTERS,
        conditions: CONDITIONS,
        sorts: SORTS,
        defaultSort: 'name:asc',
        ties: 'name',
      },
      query,
    ),
  );

/** Those that an account may use (A-010). Throws 404 for an account out of sight. */
export async function listProfilesOf(
  viewer: Viewer,
  db: Db,
  accountId: string,
  query: ProfilePage,
): Promise<ListOf<CertificateProfileAnswer>> {
  await requireAccount(viewer, db, accountId);
  const usable = sql<boolean>`(p.cert_type = 'end_entity' and not p.unrevocable and p.archived_at is null
    and (p.account_id is null or p.account_id = ${accountId}))`;
  return listProfiles(viewer, db, query, usable);
}

/** Throws 404. */
export async function readProfile(
  viewer: Viewer,
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<CertificateProfileAnswer> {
  const { rows } = await sql<Row>`select ${columnsFor(viewer)} from ${FROM} ${JOINS}
    where p.id = ${id} and ${visible(viewer)} ${lock ? sql`for update of p` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return answer(viewer)(rows[0]);
}

const KIND: RecordKind<'certificate_profile', string, CertificateProfileAnswer> = {
  table: 'certificate_profile',
  columns: CERTIFICATE_PROFILE,
  read: readProfile,
  name: (one) => one.name,
  account: (one) => one.account_id,
  uniqueIndexes: { certificate_profile_name: { field: 'name', status: 'PROFILE_NAME_EXISTS' } },
};

/** Throws 404 under `account_id`, and a name that is taken under `name`. */
export async function createProfile(
  viewer: Viewer,
  tx: Db,
  { account_id: named, ...values }: Create,
  now: Date,
): Promise<Created<CertificateProfileAnswer>> {
  const account_id = await ownerFor(viewer, tx, named);
  refuse(whyNotManageProfile(viewer, { account_id, built_in: null }));
  const id = newId();
  return createRecord(KIND, viewer, tx, {
    id,
    key: id,
    values: { ...values, account_id, cert_type: 'end_entity' },
    now,
  });
}

/** Throws 404, the reason of the rule, and CHANGED_MEANWHILE for another version than the present one. */
export const updateProfile = (
  viewer: Viewer,
  tx: Db,
  id: string,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<CertificateProfileAnswer>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    version,
    whyNot: (before) => whyNotManageProfile(viewer, before),
    set: () => values,
  });

/** Archives it or restores it. Throws 404, the reason of the rule, and that its name is taken meanwhile. */
export const archiveProfile = (
  viewer: Viewer,
  tx: Db,
  id: string,
  archived: boolean,
  now: Date,
): Promise<Changed<CertificateProfileAnswer>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotManageProfile(viewer, before),
    set: (before) => (archived === (before.archived_at !== null) ? {} : { archived_at: archived ? now : null }),
  });
