import { allows } from '@signet/contract/access';
import { SEARCHED, type Found, type SearchKind } from '@signet/contract/areas/search';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { flagStates } from '../../features/flag-store.ts';
import { visibleAccounts, visibleOrganizations, visiblePeople } from '../../sight.ts';
import { findRoles, findServiceUsers } from './access-store.ts';
import { findCandidates } from './candidate-store.ts';

/** Each kind that the viewer may see at all, with the best that it may see of it, the best first. */
export async function find(viewer: Viewer, db: Db, text: string): Promise<Found> {
  // Flags are asked only where a kind hangs on one and the permission for it is there.
  const { feature: _, ...ofRoles } = SEARCHED.role;
  const features = allows(ofRoles, viewer) ? await flagStates(viewer, db, viewer.userId) : {};
  const may = (kind: SearchKind): boolean => allows(SEARCHED[kind], { ...viewer, features });
  const candidates = await findCandidates(
    viewer,
    db,
    text,
    (['account', 'organization', 'person'] as const).filter(may),
  );
  const ids = (kind: SearchKind): string[] => candidates.get(kind) ?? [];
  const [accounts, organizations, people, roles, serviceUsers] = await Promise.all([
    readAccounts(viewer, db, ids('account')),
    readOrganizations(viewer, db, ids('organization')),
    readPeople(viewer, db, ids('person')),
    may('role') ? findRoles(viewer, db, text) : [],
    may('service_user') ? findServiceUsers(viewer, db, text) : [],
  ]);
  return {
    ...(may('account') ? { accounts } : {}),
    ...(may('organization') ? { organizations } : {}),
    ...(may('person') ? { people } : {}),
    ...(may('role') ? { roles } : {}),
    ...(may('service_user') ? { service_users: serviceUsers } : {}),
  };
}

type Rows<K extends keyof Found> = NonNullable<Found[K]>;

// The index only proposes; whether a viewer may see a row is asked of the row itself, as everywhere.

async function readAccounts(viewer: Viewer, db: Db, ids: string[]): Promise<Rows<'accounts'>> {
  return inOrder<Rows<'accounts'>[number]>(
    db,
    ids,
    sql`a.id, a.name, a.friendly_identifier`,
    sql`join account a on a.id = wanted.id`,
    sql<boolean>`a.deleted_at is null and ${visibleAccounts(viewer)}`,
  );
}

async function readOrganizations(viewer: Viewer, db: Db, ids: string[]): Promise<Rows<'organizations'>> {
  return inOrder<Rows<'organizations'>[number]>(
    db,
    ids,
    sql`o.id, o.name, own.name as account_name`,
    sql`join organization o on o.id = wanted.id join account own on own.id = o.account_id`,
    visibleOrganizations(viewer),
  );
}

async function readPeople(viewer: Viewer, db: Db, ids: string[]): Promise<Rows<'people'>> {
  const columns = sql`
    u.id, u.name, u.user_name, u.access_scope,
    own.id as account_id, own.name as account_name`;
  const joins = sql`
    join app_user u on u.id = wanted.id
    left join account own on own.id = u.primary_account_id and own.deleted_at is null`;
  return inOrder<Rows<'people'>[number]>(
    db,
    ids,
    columns,
    joins,
    sql<boolean>`u.deleted_at is null and not u.service_user and ${visiblePeople(viewer)}`,
  );
}

/** The rows of these ids in their order, as many as are shown. */
async function inOrder<Row>(
  db: Db,
  ids: string[],
  columns: RawBuilder<unknown>,
  joins: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${columns} from unnest(${ids}::uuid[]) with ordinality wanted(id, place) ${joins}
    where ${where} order by wanted.place limit ${LIMITS.searchResults}`.execute(db);
  return rows;
}
