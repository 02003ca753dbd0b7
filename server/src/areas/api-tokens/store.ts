import { daysBetween, payloadDate } from '@signet/contract/dates';
import { API_TOKEN, type API_TOKEN_SORT } from '@signet/contract/areas/api-token-record';
import { reminderStep, whyNotTokenEnd, whyNotTokenPermissions } from '@signet/contract/areas/api-token-rules';
import type {
  apiTokenCreate,
  apiTokenEdit,
  ApiTokenList,
  ApiTokenQuery,
  ApiTokenWithOwner,
} from '@signet/contract/areas/api-tokens';
import { notFound, refuseField, type Reason } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import { isPermission, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { listPage, listQuery } from '../../db/list.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  refuse,
  type Changed,
  type Created,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { calledOf, readCredentialOwner, type AskedOwner, type CredentialOwner } from '../../people/owner-store.ts';
import { hashToken } from '../../sign-in/tokens/token-store.ts';
import { lastFour, newTokenText } from '../../sign-in/tokens/token-text.ts';

type Create = z.output<typeof apiTokenCreate>;
type Edit = z.output<typeof apiTokenEdit>;

/** One token; `of` is the service user that it must belong to, where the address names one. */
export type TokenPlace = { id: string; of?: string };

type TokenOf = ApiTokenWithOwner & { owner: CredentialOwner };

type SelectedToken = Selected<typeof API_TOKEN, Exclude<MemberName<typeof API_TOKEN>, 'permissions'>> & {
  permissions: string[] | null;
  created_by_name: string | null;
  updated_by_name: string | null;
};

const tokenColumns = (viewer: Viewer): RawBuilder<unknown> => sql`${selected('t', memberNames(API_TOKEN))},
  ${savedByName(viewer, 't', 'created_by')} as created_by_name, ${savedByName(viewer, 't')} as updated_by_name`;

/** A token as it is answered; a permission that there is no more is left out. */
const tokenOf = (row: SelectedToken) => ({
  ...answered(row),
  permissions: row.permissions?.filter(isPermission) ?? null,
});

const SORTS = {
  name: sql`t.name collate "und-x-icu"`,
  end_date: sql`coalesce(t.end_date, 'infinity')`,
  last_used_at: sql`coalesce(t.last_used_at, '-infinity')`,
  created_at: sql`t.created_at`,
} satisfies Record<(typeof API_TOKEN_SORT)[number], unknown>;

/** One page of somebody's tokens. Throws 404. */
export async function listTokens(
  viewer: Viewer,
  db: Db,
  asked: AskedOwner,
  query: ApiTokenQuery,
): Promise<ApiTokenList> {
  const owner = await readCredentialOwner(viewer, db, asked);
  const list = listQuery(
    {
      from: sql`api_token t`,
      id: sql`t.id`,
      columns: tokenColumns(viewer),
      row: tokenOf,
      visible: sql<boolean>`t.user_id = ${owner.id}`,
      filters: {},
      conditions: {},
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      ownedByFew: true,
    },
    query,
  );
  return { ...(await listPage(db, query, list)), owner };
}

/** One token and whose it is; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readToken(
  viewer: Viewer,
  db: Db,
  { id, of }: TokenPlace,
  { lock = false } = {},
): Promise<TokenOf> {
  const { rows } = await sql<SelectedToken>`${PREPARED}
    select ${tokenColumns(viewer)} from api_token t where t.id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  const row = rows[0];
  if (!row || (of !== undefined && row.user_id !== of)) throw notFound();
  const asked: AskedOwner = { userId: row.user_id, ...(of === undefined ? {} : { serviceUser: true }) };
  return { ...tokenOf(row), owner: await readCredentialOwner(viewer, db, asked) };
}

const KIND: RecordKind<'api_token', TokenPlace, TokenOf> = {
  table: 'api_token',
  columns: API_TOKEN,
  read: readToken,
  name: (one) => `${calledOf(one.owner)}/${one.name}`,
  account: (one) => one.owner.account_id,
  uniqueIndexes: { api_token_name: { field: 'name', status: 'TOKEN_NAME_EXISTS' } },
};

/** What is written with an end, so that nobody is reminded at once of what was chosen just now. */
function remindedOf(end: string | null, today: string) {
  const step = end === null ? null : reminderStep(daysBetween(today, end));
  return step === null ? { reminded_end: null, reminded_days: null } : { reminded_end: end, reminded_days: step };
}

/** Throws what is wrong with an end or with permissions, under its field; `before` is how the token is. */
function requireFits(
  { end_date, permissions }: Edit,
  owner: CredentialOwner,
  today: string,
  before?: { end_date: string | null; permissions: Permission[] | null },
): void {
  refuseField('end_date', whyNotTokenEnd(end_date ?? null, today, before?.end_date));
  const added = permissions?.filter((name) => before?.permissions?.includes(name) !== true) ?? null;
  refuseField('permissions', whyNotTokenPermissions(added, new Set(owner.permissions)));
}

/**
 * Makes a token; its text is answered this once. Throws 404 for a person whom the viewer does not see, why it may not
 * make tokens of theirs, and what is wrong under its field.
 */
export async function createToken(
  viewer: Viewer,
  tx: Db,
  asked: AskedOwner,
  values: Create,
  now: Date,
): Promise<Created<TokenOf> & { text: string }> {
  const owner = await readCredentialOwner(viewer, tx, asked, { lock: true });
  refuse(owner.why_not_manage);
  const today = payloadDate(now);
  requireFits(values, owner, today);
  const text = newTokenText();
  const id = newId();
  const own = { user_id: owner.id, created_by: viewer.userId, token_hash: hashToken(text), last_four: lastFour(text) };
  const row = { ...values, ...own, ...remindedOf(values.end_date ?? null, today) };
  const created = await createRecord(KIND, viewer, tx, { id, key: { id }, values: row, now });
  return { ...created, text };
}

const whyNotChange = ({ owner }: TokenOf): Reason | null => owner.why_not_manage;

/** Saves what is given and keeps the rest. Throws as {@link createToken} does, and CHANGED_MEANWHILE. */
export function updateToken(
  viewer: Viewer,
  tx: Db,
  place: TokenPlace,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<TokenOf>> {
  const today = payloadDate(now);
  return changeRecord(KIND, viewer, tx, place, {
    now,
    version,
    whyNot: whyNotChange,
    set(before) {
      requireFits(values, before.owner, today, before);
      return values;
    },
    ...(values.end_date === undefined ? {} : { alsoSet: remindedOf(values.end_date, today) }),
  });
}

/** Enables or disables it. Throws 404, and why the viewer may not. */
export const enableToken = (
  viewer: Viewer,
  tx: Db,
  place: TokenPlace,
  enabled: boolean,
  now: Date,
): Promise<Changed<TokenOf>> =>
  changeRecord(KIND, viewer, tx, place, { now, whyNot: whyNotChange, set: () => ({ enabled }) });

/** Throws 404, and why the viewer may not. */
export const deleteToken = (viewer: Viewer, tx: Db, place: TokenPlace, now: Date): Promise<Deleted<TokenOf>> =>
  deleteRecord(KIND, viewer, tx, place, { now, whyNot: whyNotChange });
