import type { Profile } from '@signet/contract/areas/profile';
import { DEFAULT_DATE_FORMAT, payloadDate, storedDateTime } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { hasMailServerBeside, mailServerBeside } from '../../platform-settings/mail-server-store.ts';
import type { ReadBeside } from '../../platform-settings/setting-store.ts';
import { visibleAccounts } from '../../sight.ts';
import { applicationsOf, heldRoles, type HeldRole } from './application-store.ts';

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
  | 'has_password'
  | 'default_app_url'
  | 'version'
> & {
  locale: string;
  date_format: string | null;
  primary_account_id: string | null;
  onelogin_id: string | null;
  agreement_accepted_at: Date | null;
  updated_at: Date;
  roles: HeldRole[];
  settings: ReadBeside;
};

/** The viewer's own record with accounts, applications and permissions: one query. */
export async function ownProfile(
  viewer: Viewer,
  { db, config }: { db: Db; config: Config },
  now: Date,
  { allApplications }: { allApplications: boolean },
): Promise<Profile> {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.last_name, u.user_name, u.email, u.phone, u.locale, u.date_format, u.access_scope,
      u.primary_account_id, coalesce(p.dta_enabled, false) as primary_account_dta_enabled,
      u.onelogin_id, u.onelogin_url, u.saml_username, u.oidc_username,
      u.aliases, u.agreement_accepted_at, u.default_app_url, u.version, u.updated_at, ${heldRoles(null)} as roles,
      ${mailServerBeside} as settings,
      u.password_hash is not null and exists (select from account a where a.standard_sign_in
        and (a.id = u.primary_account_id or u.primary_account_id is null and a.system_account)) as has_password,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'display_name', a.display_name,
            'active', ${inService('a', payloadDate(now))},
            'service_period', json_build_object('from', a.service_from, 'to', a.service_to))
          order by a.name collate "und-x-icu", a.id), '[]')
        from account a where a.deleted_at is null and a.id in (
          select m.account_id from user_account m where m.user_id = u.id union select u.primary_account_id)) as accounts
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
    settings,
    ...rest
  } = row;
  return {
    ...rest,
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    date_format: date_format ?? DEFAULT_DATE_FORMAT,
    primary_account_id: primary_account_id ?? ZERO_UUID,
    applications: applicationsOf(roles, viewer, allApplications),
    permissions: [...viewer.permissions],
    has_onelogin_id: onelogin_id !== null,
    aliases: viewer.scope === 'system' ? aliases : {},
    agreement_accepted: agreement_accepted_at !== null,
    mail_server: hasMailServerBeside(config, settings),
    updated_at: storedDateTime(updated_at),
  };
}

/** True when an account exists and the viewer may see it. */
export async function seesAccount(viewer: Viewer, db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account a
    where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  return rows.length > 0;
}

/** Whether a user name is taken by anybody but `exceptId`, compared without case. */
export async function userNameTaken(db: Db, name: string, exceptId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from app_user u where lower(u.user_name) = lower(${name}) and u.deleted_at is null
      and (${exceptId}::uuid is null or u.id <> ${exceptId}::uuid)`.execute(db);
  return rows.length > 0;
}
