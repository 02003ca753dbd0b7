import { sql, type RawBuilder } from 'kysely';
import {
  isPermission,
  permissionsInScope,
  type Credential,
  type Permission,
  type Viewer,
} from '@signet/contract/viewer';
import { payloadDate } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import { PREPARED, type Db } from '../db/open.ts';
import { inService } from '../db/in-service.ts';

/** The status of a person's accounts on a day: `memberships` by id, null for each account that is not in service. */
export type AccountStatus = { primary_in_service: boolean | null; memberships: (string | null)[] };

/** The columns of {@link viewerColumns}. */
export type ViewerRow = AccountStatus & {
  user_id: string;
  user_name: string;
  name: string;
  access_scope: Viewer['scope'];
  primary_account_id: string | null;
  user_open: boolean;
  terms_accepted: boolean;
  /** Names, a blank apart, of each role: a list of them takes three times as long to read, without doubles longer. */
  permissions: string;
};

/** The viewer of a credential, or why it no longer carries anybody: itself, or the accounts of its person. */
export type Resolved = { viewer: Viewer } | { refused: 'credential' | 'account' };

/** The columns of {@link AccountStatus} for the user `u` of a query; `today` is YYYY-MM-DD. */
export function accountStatus(today: string): RawBuilder<unknown> {
  return sql`
    (select ${inService('a', today)} from account a where a.id = u.primary_account_id) as primary_in_service,
    array(select case when ${inService('a', today)} then m.account_id end
          from user_account m join account a on a.id = m.account_id
          where m.user_id = u.id order by m.account_id) as memberships`;
}

/** SQL for the permissions that the roles of the user `u` of a query list today, whatever its scope. */
export const heldPermissions = sql<string[]>`array(select distinct p
  from user_role g join role r on r.id = g.role_id, unnest(r.permissions) p
  where g.user_id = u.id and r.deleted_at is null)`;

/** SQL for the ids of the roles that list one of these permissions. */
export const rolesWith = (names: readonly Permission[]): RawBuilder<unknown> => sql`array(
  select r.id from role r where r.deleted_at is null and r.permissions && ${[...names]}::text[])`;

/**
 * SQL for the ids of those of whom {@link heldPermissions} lists this one. It begins with the roles, which are few: of
 * very many people the permissions of each take seconds.
 */
export const holdersOf = (permission: Permission): RawBuilder<unknown> => sql`
  select g.user_id from user_role g where g.role_id = any(${rolesWith([permission])})`;

/** What makes a viewer of the user `u` of a query, whatever the credential; `today` is YYYY-MM-DD. */
export function viewerColumns(today: string): RawBuilder<unknown> {
  return sql`u.id as user_id, u.user_name, u.name, u.access_scope,
    u.primary_account_id, ${accountStatus(today)},
    u.active and u.deleted_at is null as user_open,
    u.agreement_accepted_at is not null or u.service_user as terms_accepted,
    coalesce((select string_agg(array_to_string(r.permissions, ' '), ' ')
      from user_role g join role r on r.id = g.role_id
      where g.user_id = u.id and r.deleted_at is null), '') as permissions`;
}

/**
 * The viewer of a row, if there is one and its credential is good: a disabled user is nobody; people whose accounts
 * have all ended are refused; permissions are those of the roles held today, cut to the scope, and to those of the
 * credential where it has `only` some.
 */
export function resolved(
  row: (ViewerRow & { credential_open: boolean }) | undefined,
  via: Credential,
  only: readonly string[] | null = null,
): Resolved {
  if (!row || !row.user_open) return { refused: 'credential' };
  // Before the credential: switching an account off ends sessions, and their people are told why.
  if (accountsEnded(row)) return { refused: 'account' };
  if (!row.credential_open) return { refused: 'credential' };
  return {
    viewer: {
      userId: row.user_id,
      userName: row.user_name,
      name: row.name,
      scope: row.access_scope,
      primaryAccountId: row.primary_account_id,
      accountIds: row.memberships.filter((id) => id !== null),
      permissions: heldIn(row.permissions, row.access_scope, only),
      termsAccepted: row.terms_accepted,
      via,
    },
  };
}

const sets = new Map<string, ReadonlySet<Permission>>();
const MOST_SETS = 1_000;

/**
 * The permissions of `names`, a blank apart, that mean something in `scope`, and are among `only` where a credential
 * has just some. People share their roles and every request asks: the sets of whole texts are kept.
 */
function heldIn(names: string, scope: Viewer['scope'], only: readonly string[] | null): ReadonlySet<Permission> {
  const held = () => names.split(' ').filter(isPermission);
  if (only)
    return new Set(
      permissionsInScope(
        held().filter((name) => only.includes(name)),
        scope,
      ),
    );
  const key = `${scope} ${names}`;
  const known = sets.get(key);
  if (known) return known;
  const set = new Set(permissionsInScope(held(), scope));
  if (sets.size >= MOST_SETS) sets.clear();
  sets.set(key, set);
  return set;
}

/** Who a session is, as the database has it now: one query on primary keys. An ended session is nobody. */
export async function findSessionViewer(db: Db, sessionId: string, userId: string, now: Date): Promise<Resolved> {
  const { rows } = await sql<ViewerRow & { credential_open: boolean }>`${PREPARED}
    select ${viewerColumns(payloadDate(now))}, s.ended_at is null and s.expires_at > ${now} as credential_open
    from session s join app_user u on u.id = s.user_id
    where s.id = ${sessionId} and u.id = ${userId}`.execute(db);
  return resolved(rows[0], { by: 'session', sessionId });
}

/**
 * For somebody who is no caller, such as the maker of a link or the addressee of a mail: nothing that is asked of them
 * depends on how they would have come.
 */
export const NO_CREDENTIAL = { by: 'session', sessionId: ZERO_UUID } as const;

/**
 * Who a person is now, for work that goes on after the call that asked for it; null where the person may do nothing any
 * more. The session of that call may have ended; a token must still be good, and the work has its rights and no more.
 */
export async function findPersonViewer(db: Db, userId: string, via: Credential, now: Date): Promise<Viewer | null> {
  const today = payloadDate(now);
  const tokenId = 'tokenId' in via ? (via.tokenId ?? null) : null;
  type Row = ViewerRow & { token_name: string | null; only: string[] | null; credential_open: boolean };
  const { rows } = await sql<Row>`${PREPARED}
    select ${viewerColumns(today)}, t.name as token_name, t.permissions as only, ${tokenId}::uuid is null
        or (t.enabled and (t.end_date is null or t.end_date >= ${today}::date)) is true as credential_open
    from app_user u left join api_token t on t.id = ${tokenId}::uuid and t.user_id = u.id
    where u.id = ${userId}`.execute(db);
  const [row] = rows;
  const found = resolved(row, via.by === 'token' ? { ...via, name: row?.token_name ?? '' } : via, row?.only);
  return 'viewer' in found ? found.viewer : null;
}

/** True when nothing of the person's is in service: the partner's own account, or every account of the others. */
export function accountsEnded(row: AccountStatus & { access_scope: Viewer['scope'] }): boolean {
  if (row.access_scope === 'system') return false;
  if (row.access_scope === 'partner') return row.primary_in_service !== true;
  return row.memberships.length > 0 && row.memberships.every((id) => id === null);
}
