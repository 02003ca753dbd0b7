/**
 * Roles and service users by their names. There are few beside people and accounts, so their own indexes answer, and
 * the search index has none of them: a text without three letters together finds none (docs/decisions/010-search.md).
 */
import type { Found } from '@signet/contract/areas/search';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { allOf, contains } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { visiblePeople, visibleRoles } from '../../sight.ts';
import { wordsOf } from './words.ts';

/** Rows that hold every word, of which the first by name are shown. More are not looked at. */
const COMPARED = 5_000;

/** That a folded column holds every word of the text; null where no index could help. */
async function holdsWords(db: Db, column: RawBuilder<unknown>, text: string): Promise<RawBuilder<boolean> | null> {
  const { rows } = await sql<{ folded: string }>`select search_text(${text}) as folded`.execute(db);
  const words = wordsOf(rows[0]?.folded ?? '');
  return words.some(({ inside }) => inside) ? allOf(words.map((word) => contains(column, word.text))) : null;
}

/** The roles that the viewer sees and that can still be given, by name. */
export async function findRoles(viewer: Viewer, db: Db, text: string): Promise<NonNullable<Found['roles']>> {
  const holds = await holdsWords(db, sql`r.name_folded`, text);
  if (!holds) return [];
  const { rows } = await sql<NonNullable<Found['roles']>[number]>`
    select r.id, r.name, r.app_code, r.predefined, own.name as account_name from (
      select r.id, r.name, r.app_code, r.predefined, r.account_id from role r
      where r.archived_at is null and ${visibleRoles(viewer)} and ${holds} limit ${COMPARED}) r
    left join account own on own.id = r.account_id
    order by r.name collate "und-x-icu", r.id limit ${LIMITS.searchResults}`.execute(db);
  return rows;
}

/** The service users that the viewer sees, by name; what their list is filtered by finds them. */
export async function findServiceUsers(
  viewer: Viewer,
  db: Db,
  text: string,
): Promise<NonNullable<Found['service_users']>> {
  const column = sql`folded(u.first_name || ' ' || u.last_name || ' ' || u.description || ' ' || u.email)`;
  const holds = await holdsWords(db, column, text);
  if (!holds) return [];
  const { rows } = await sql<NonNullable<Found['service_users']>[number]>`
    select u.id, u.name, own.name as account_name from (
      select u.id, u.name, u.primary_account_id from app_user u
      where u.deleted_at is null and u.service_user and ${visiblePeople(viewer)} and ${holds} limit ${COMPARED}) u
    left join account own on own.id = u.primary_account_id and own.deleted_at is null
    order by u.name collate "und-x-icu", u.id limit ${LIMITS.searchResults}`.execute(db);
  return rows;
}
