import {
  CERTIFICATE_TEMPLATE,
  TEMPLATE_FILTERS,
  type TEMPLATE_SORT,
} from '@signet/contract/areas/certificate-template-record';
import { whyNotManageTemplate } from '@signet/contract/areas/certificate-template-rules';
import type {
  TemplateAnswer,
  templateCreate,
  templateEdit,
  TemplateListQuery,
  TemplatePage,
} from '@signet/contract/areas/certificate-templates';
import type { ListOf } from '@signet/contract/paging';
import { fieldProblem, notFound } from '@signet/contract/problem';
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

type Create = z.output<typeof templateCreate>;
type Edit = z.output<typeof templateEdit>;
type Row = Selected<typeof CERTIFICATE_TEMPLATE, MemberName<typeof CERTIFICATE_TEMPLATE>> &
  Pick<
    TemplateAnswer,
    | 'cert_type'
    | 'account_name'
    | 'profile_name'
    | 'profile_archived'
    | 'authority_name'
    | 'key_types'
    | 'days'
    | 'updated_by_name'
  >;

const FROM = sql`certificate_template t join certificate_profile p on p.id = t.profile_id`;
const JOINS = sql`left join account a on a.id = t.account_id
  left join certificate_authority ca on ca.id = t.authority_id`;
const columnsFor = (
  viewer: Viewer,
) => sql`${selected('t', memberNames(CERTIFICATE_TEMPLATE))}, p.cert_type, p.days, p.key_types,
  p.name as profile_name, p.archived_at is not null as profile_archived, a.name as account_name,
  ca.name as authority_name, ${savedByName(viewer, 't')} as updated_by_name`;
const visible = (viewer: Viewer): RawBuilder<boolean> => visibleShared(viewer, 't', sql`p.cert_type`);

const SORTS = { name: sql`t.name collate "und-x-icu"` } satisfies Record<(typeof TEMPLATE_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof TEMPLATE_FILTERS> = {
  name: (text) => contains(sql`folded(t.name)`, text),
  cert_type: (type) => sql<boolean>`p.cert_type = ${type}`,
  account_id: (id) => sql<boolean>`t.account_id = ${id}`,
  archived: (is) => sql<boolean>`(t.archived_at is not null) = ${is}`,
};

const answer =
  (viewer: Viewer) =>
  (row: Row): TemplateAnswer => ({ ...answered(row), why_not_manage: whyNotManageTemplate(viewer, row) });

/** One page of the templates a viewer may see; `also` narrows it further. */
export const listTemplates = (
  viewer: Viewer,
  db: Db,
  query: TemplateListQuery,
  also: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<ListOf<TemplateAnswer>> =>
  listPage(
    db,
    query,
    listQuery(
      {
        from: FROM,
        id: sql`t.id`,
        columns: columnsFor(viewer),
        joins: JOINS,
        row: answer(viewer),
        visible: sql<boolean>`(${visible(viewer)} and ${also})`,
        filters: TEMPLATE_FILTERS,
        conditions: CONDITIONS,
        sorts: SORTS,
        defaultSort: 'name:asc',
        ties: 'name',
      },
      query,
    ),
  );

/** Those that an account may use (A-009): for people, devices and servers alone (S-352). Throws 404. */
export async function listTemplatesOf(
  viewer: Viewer,
  db: Db,
  accountId: string,
  query: TemplatePage,
): Promise<ListOf<TemplateAnswer>> {
  await requireAccount(viewer, db, accountId);
  const usable = sql<boolean>`(p.cert_type = 'end_entity' and t.archived_at is null and p.archived_at is null
    and (t.account_id is null or t.account_id = ${accountId}))`;
  return listTemplates(viewer, db, query, usable);
}

/** One template; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readTemplate(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<TemplateAnswer> {
  // By itself, and read once it is locked: a row that another one changed while the lock was waited for is looked for
  // again with the profile that it had before, and would be none where that is another one by now.
  if (lock) await sql`select from certificate_template where id = ${id} for update`.execute(db);
  const { rows } = await sql<Row>`select ${columnsFor(viewer)} from ${FROM} ${JOINS}
    where t.id = ${id} and ${visible(viewer)}`.execute(db);
  if (!rows[0]) throw notFound();
  return answer(viewer)(rows[0]);
}

const KIND: RecordKind<'certificate_template', string, TemplateAnswer> = {
  table: 'certificate_template',
  columns: CERTIFICATE_TEMPLATE,
  read: readTemplate,
  name: (one) => one.name,
  account: (one) => one.account_id,
  uniqueIndexes: { certificate_template_name: { field: 'name', status: 'TEMPLATE_NAME_EXISTS' } },
};

/**
 * Throws what is wrong with the profile of a template under its field: it is for all accounts or for this one, in use,
 * and only the platform has templates by which authorities are made.
 */
async function requireProfile(viewer: Viewer, tx: Db, id: string, accountId: string | null): Promise<void> {
  const { rows: profiles } = await sql<{ cert_type: string }>`select p.cert_type from certificate_profile p
    where p.id = ${id} and p.archived_at is null and not p.unrevocable
      and (p.account_id is null or p.account_id = ${accountId}) and ${visibleShared(viewer, 'p', sql`p.cert_type`)}
    for share`.execute(tx);
  if (!profiles[0]) throw fieldProblem('profile_id', { status: 'NOT_FOUND' });
  if (accountId !== null && profiles[0].cert_type !== 'end_entity')
    throw fieldProblem('profile_id', { status: 'PROFILE_OF_AUTHORITIES' });
}

/** Throws 404 under its field unless the authority, where one is named, is for all accounts or for this one, in use. */
async function requireAuthority(tx: Db, id: string | null, accountId: string | null): Promise<void> {
  if (id === null) return;
  const { rows: authorities } = await sql`select from certificate_authority ca
    where ca.id = ${id} and ca.state = 'active' and ca.issuer_id is not null
      and (ca.account_id is null or ca.account_id = ${accountId})`.execute(tx);
  if (authorities.length === 0) throw fieldProblem('authority_id', { status: 'NOT_FOUND' });
}

/** Throws 404 under `account_id`, `profile_id` and `authority_id`, and a name that is taken under `name`. */
export async function createTemplate(
  viewer: Viewer,
  tx: Db,
  { account_id: named, authority_id = null, ...values }: Create,
  now: Date,
): Promise<Created<TemplateAnswer>> {
  const account_id = await ownerFor(viewer, tx, named);
  refuse(whyNotManageTemplate(viewer, { account_id }));
  await requireProfile(viewer, tx, values.profile_id, account_id);
  await requireAuthority(tx, authority_id, account_id);
  const id = newId();
  return createRecord(KIND, viewer, tx, { id, key: id, values: { ...values, account_id, authority_id }, now });
}

/** Throws 404, the reason of the rule, and CHANGED_MEANWHILE for another version than the present one. */
export const updateTemplate = (
  viewer: Viewer,
  tx: Db,
  id: string,
  { authority_id: wished, ...values }: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<TemplateAnswer>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    version,
    whyNot: (before) => whyNotManageTemplate(viewer, before),
    async set({ account_id, ...before }) {
      const authority_id = wished === undefined ? before.authority_id : wished;
      // What stays may be in use no more: what has taken the place of an authority signs for it.
      if (before.profile_id !== values.profile_id) await requireProfile(viewer, tx, values.profile_id, account_id);
      if (before.authority_id !== authority_id) await requireAuthority(tx, authority_id, account_id);
      return { ...values, authority_id };
    },
  });

/** Archives it or restores it. Throws 404, the reason of the rule, and that its name is taken meanwhile. */
export const archiveTemplate = (
  viewer: Viewer,
  tx: Db,
  id: string,
  archived: boolean,
  now: Date,
): Promise<Changed<TemplateAnswer>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotManageTemplate(viewer, before),
    set: (before) => (archived === (before.archived_at !== null) ? {} : { archived_at: archived ? now : null }),
  });
