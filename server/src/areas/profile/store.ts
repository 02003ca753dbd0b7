import type { Profile } from '@signet/contract/areas/profile';
import { DEFAULT_DATE_FORMAT, payloadDate, storedDateTime } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import {
  APP_CODES,
  permissionsInScope,
  type AppCode,
  type Permission,
  type Scope,
  type Viewer,
} from '@signet/contract/viewer';
import { sql } from 'kysely';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../../sight.ts';

type Application = Profile['applications'][number];
type HeldRole = { app_code: string; id: string; name: string; icon: string | null; permissions: Permission[] };

type Row = Pick<
  Profile,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'user_name'
  | 'email'
  | 'phone'
  | 'access_scope'
  | 'primary_account_dta_enabled'
  | 'accounts'
  | 'aliases'
  | 'onelogin_url'
  | 'saml_username'
  | 'oidc_username'
> & {
  locale: string;
  date_format: string | null;
  primary_account_id: string | null;
  onelogin_id: string | null;
  agreement_accepted_at: Date | null;
  updated_at: Date;
  roles: HeldRole[];
};

/** The roles of user `u` as JSON rows, optionally only those that hold for one account. */
const heldRoles = (accountId: string | null) => sql<HeldRole[]>`(
  select coalesce(json_agg(json_build_object('app_code', r.app_code, 'id', r.id, 'name', r.name, 'icon', r.icon, 'permissions', r.permissions) order by lower(r.name), r.id), '[]')
  from user_role g join role r on r.id = g.role_id
  where g.user_id = u.id and r.archived_at is null and (${accountId}::uuid is null or r.account_id is null or r.account_id = ${accountId}::uuid))`;

/** Roles as applications, in the order of the codes. Without `all` those without a role are left out. */
function applicationsOf(roles: readonly HeldRole[], scope: Scope, all: boolean): Application[] {
  return APP_CODES.map((app_code: AppCode): Application => {
    const held = roles.filter((role) => role.app_code === app_code);
    return {
      app_code,
      roles: held.map(({ id, name, icon }) => ({ id, name, icon })),
      permissions: permissionsInScope(
        held.flatMap((role) => role.permissions),
        scope,
      ),
    };
  }).filter((application) => all || application.roles.length > 0);
}

/** The viewer's own record with accounts, applications and permissions: one query. */
export async function ownProfile(
  viewer: Viewer,
  db: Db,
  now: Date,
  { allApplications }: { allApplications: boolean },
): Promise<Profile> {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.last_name, u.user_name, u.email, u.phone, u.locale, u.date_format, u.access_scope, u.primary_account_id,
      coalesce(p.dta_enabled, false) as primary_account_dta_enabled, u.onelogin_id, u.onelogin_url, u.saml_username, u.oidc_username,
      u.aliases, u.agreement_accepted_at, u.updated_at, ${heldRoles(null)} as roles,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'display_name', a.display_name, 'active', ${inService('a', payloadDate(now))},
          'service_period', json_build_object('from', a.service_from, 'to', a.service_to)) order by a.name collate "und-x-icu", a.id), '[]')
        from account a where a.deleted_at is null
          and a.id in (select m.account_id from user_account m where m.user_id = u.id union select u.primary_account_id)) as accounts
    from app_user u left join account p on p.id = u.primary_account_id where u.id = ${viewer.userId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`The signed-in user ${viewer.userId} has no record.`);
  const {
    locale,
    date_format,
    primary_account_id,
    onelogin_id,
    agreement_accepted_at,
    updated_at,
    roles,
    aliases,
    ...rest
  } = row;
  return {
    ...rest,
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    date_format: date_format ?? DEFAULT_DATE_FORMAT,
    primary_account_id: primary_account_id ?? ZERO_UUID,
    applications: applicationsOf(roles, viewer.scope, allApplications),
    permissions: [...viewer.permissions],
    has_onelogin_id: onelogin_id !== null,
    aliases: viewer.scope === 'system' ? aliases : {},
    agreement_accepted: agreement_accepted_at !== null,
    updated_at: storedDateTime(updated_at),
  };
}

/** The viewer's applications by the roles that hold for an account, or by all of them. */
export async function ownApplications(viewer: Viewer, db: Db, accountId: string | null): Promise<Application[]> {
  const { rows } = await sql<{
    roles: HeldRole[];
  }>`select ${heldRoles(accountId)} as roles from app_user u where u.id = ${viewer.userId}`.execute(db);
  return applicationsOf(rows[0]?.roles ?? [], viewer.scope, false);
}

/** True when an account exists and the viewer may see it. */
export async function seesAccount(viewer: Viewer, db: Db, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`select from account a where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Whether a user name is taken by anybody but `exceptId`, compared without case. */
export async function userNameTaken(db: Db, name: string, exceptId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from app_user u where lower(u.user_name) = lower(${name}) and u.deleted_at is null and (${exceptId}::uuid is null or u.id <> ${exceptId}::uuid)`.execute(
    db,
  );
  return rows.length > 0;
}

/** More than this is no help to somebody who looks for one person to ask. */
const GIVERS_SHOWN = 5;

/**
 * Whom the viewer may ask for permissions: active people who may give them, of the viewer's primary account, or of
 * system scope for a system viewer. `role` is one of the roles that let them.
 */
export async function permissionGivers(
  viewer: Viewer,
  db: Db,
): Promise<{ id: string; name: string; role: string; email: string }[]> {
  const of =
    viewer.scope === 'system'
      ? sql`u.access_scope = 'system'`
      : sql`u.primary_account_id = ${viewer.primaryAccountId} and u.access_scope in ('partner', 'account')`;
  const { rows } = await sql<{ id: string; name: string; role: string; email: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, min(r.name) as role, u.email
    from app_user u join user_role g on g.user_id = u.id join role r on r.id = g.role_id
    where ${of} and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and r.archived_at is null and 'manage_permission' = any(r.permissions)
    group by u.id order by lower(trim(u.first_name || ' ' || u.last_name)), u.id limit ${GIVERS_SHOWN}`.execute(db);
  return rows;
}
