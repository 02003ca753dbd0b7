/** Somebody with all that decides what they may do, as it holds now or held at the end of a day. */
import type { CheckedPerson } from '@signet/contract/areas/access-check-rules';
import type { Access } from '@signet/contract/access';
import { payloadDate } from '@signet/contract/dates';
import { fieldProblem, notFound } from '@signet/contract/problem';
import {
  isPermission,
  permissionsInScope,
  type AppCode,
  type Permission,
  type Scope,
  type Viewer,
} from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { flagStatesOf } from '../../features/flag-store.ts';
import { currentLicense, licenseAt } from '../../license/license-store.ts';
import { eachKnownSince, visibleOwners, visibleRoles } from '../../sight.ts';
import { accountsEnded } from '../../sign-in/viewer-store.ts';

/** When it is asked for: an instant gone by, or null for now. `day` is that of the instant, YYYY-MM-DD. */
export type Moment = { at: Date | null; day: string; now: Date };

/** A role that the person had; `seen` by the viewer. */
export type CheckedRole = { id: string; app_code: AppCode; name: string; permissions: Permission[]; seen: boolean };

/** Whom was asked about, and what `explainAccess` wants to know. */
export type FoundPerson = {
  id: string;
  name: string;
  service_user: boolean;
  access_scope: Scope;
  accountIds: string[];
  roles: CheckedRole[];
  checked: CheckedPerson;
};

/** The instant as SQL compares it: whatever was until later than that held then. */
const instant = (at: Date | null): string => at?.toISOString() ?? 'infinity';

type PersonRow = {
  id: string;
  name: string;
  service_user: boolean;
  there: boolean;
  access_scope: Scope;
  primary_account_id: string | null;
  active: boolean;
  verified: boolean;
  terms_accepted: boolean;
  /** Since when the viewer may know of the account, where that is later than what is asked for. */
  known_since: Date | null;
};

/**
 * The living person, with what was kept of it. Throws 404 for somebody whom the viewer does not see, and under `date`
 * BEFORE_CUSTOMER for a day before the account was the partner's that asks.
 */
async function readPerson(viewer: Viewer, db: Db, userId: string, at: string): Promise<PersonRow> {
  const since = sql`(select ${eachKnownSince(viewer, 'own')} from account own where own.id = u.primary_account_id)`;
  const { rows } = await sql<PersonRow>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.service_user,
      u.created_at <= ${at}::timestamptz as there,
      case when p.user_id is null then u.access_scope else p.access_scope end as access_scope,
      case when p.user_id is null then u.primary_account_id else p.primary_account_id end as primary_account_id,
      case when p.user_id is null then u.active else p.active end as active,
      (u.service_user or case when p.user_id is null then u.verified_at else p.verified_at end
        <= ${at}::timestamptz) is true as verified,
      (u.service_user or case when p.user_id is null then u.agreement_accepted_at else p.agreement_accepted_at end
        <= ${at}::timestamptz) is true as terms_accepted,
      nullif(greatest(${since}, ${at}::timestamptz), ${at}::timestamptz) as known_since
    from app_user u left join lateral (select * from app_user_past q
      where q.user_id = u.id and q.until > ${at}::timestamptz order by q.until limit 1) p on true
    where u.id = ${userId} and ${visibleOwners(viewer)}`.execute(db);
  const [person] = rows;
  if (!person) throw notFound();
  if (person.known_since)
    throw fieldProblem('date', { status: 'BEFORE_CUSTOMER', params: { date: payloadDate(person.known_since) } });
  return person;
}

type RoleRow = Omit<CheckedRole, 'permissions'> & { permissions: string[] };

async function readRoles(viewer: Viewer, db: Db, userId: string, at: string): Promise<CheckedRole[]> {
  const { rows } = await sql<RoleRow>`
    with had as (
      select role_id from user_role where user_id = ${userId} and (given_at is null or given_at <= ${at}::timestamptz)
      union
      select role_id from user_role_past
      where user_id = ${userId} and (given_at is null or given_at <= ${at}::timestamptz) and until > ${at}::timestamptz)
    select r.id, r.app_code, case when p.role_id is null then r.name else p.name end as name,
      case when p.role_id is null then r.permissions else p.permissions end as permissions,
      ${visibleRoles(viewer)} as seen
    from had join role r on r.id = had.role_id
    left join lateral (select * from role_past q
      where q.role_id = r.id and q.until > ${at}::timestamptz order by q.until limit 1) p on true
    where r.deleted_at is null or r.deleted_at > ${at}::timestamptz
    order by r.app_code, lower(r.name), r.id`.execute(db);
  return rows.map((row) => ({ ...row, permissions: row.permissions.filter(isPermission) }));
}

type AccountRow = { id: string; in_service: boolean };

/** The accounts the person belonged to, and whether each was in service on the day. */
async function readAccounts(db: Db, userId: string, at: string, day: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    with had as (
      select account_id from user_account
      where user_id = ${userId} and (given_at is null or given_at <= ${at}::timestamptz)
      union
      select account_id from user_account_past
      where user_id = ${userId} and (given_at is null or given_at <= ${at}::timestamptz) and until > ${at}::timestamptz)
    select a.id, (a.deleted_at is null or a.deleted_at > ${at}::timestamptz)
      and case when p.account_id is null
        then a.active and a.service_from <= ${day}::date and (a.service_to is null or a.service_to >= ${day}::date)
        else p.active and p.service_from <= ${day}::date and (p.service_to is null or p.service_to >= ${day}::date)
      end as in_service
    from had join account a on a.id = had.account_id
    left join lateral (select * from account_past q
      where q.account_id = a.id and q.until > ${at}::timestamptz order by q.until limit 1) p on true
    order by a.id`.execute(db);
  return rows;
}

/** Whether the platform's license had ended, which leaves system scope alone. */
async function hasEnded(db: Db, config: Config, { at, now }: Moment): Promise<boolean> {
  const license = at === null ? await currentLicense(db, config, now) : await licenseAt(db, config, at);
  return license?.status === 'expired';
}

/**
 * The person with what counts for an access. Feature flags are read where it names one. Throws what {@link readPerson}
 * throws.
 */
export async function findChecked(
  viewer: Viewer,
  db: Db,
  config: Config,
  userId: string,
  access: Access,
  moment: Moment,
): Promise<FoundPerson> {
  const at = instant(moment.at);
  const person = await readPerson(viewer, db, userId, at);
  const roles = await readRoles(viewer, db, userId, at);
  const accounts = await readAccounts(db, userId, at, moment.day);
  const { access_scope: scope, primary_account_id: primaryAccountId } = person;
  const memberships = accounts.map(({ in_service, id }) => (in_service ? id : null));
  const primary_in_service = primaryAccountId === null ? null : memberships.includes(primaryAccountId);
  const ended = accountsEnded({ access_scope: scope, primary_in_service, memberships });
  const listed = roles.flatMap(({ permissions }) => permissions);
  const features = access.feature ? await flagStatesOf(db, { userId, primaryAccountId }, at) : {};
  return {
    id: person.id,
    name: person.name,
    service_user: person.service_user,
    access_scope: scope,
    accountIds: accounts.map(({ id }) => id),
    roles,
    checked: {
      scope,
      permissions: new Set(permissionsInScope(listed, scope)),
      features,
      // A program has no session, a person asks of the console.
      via: { by: person.service_user ? 'token' : 'session' },
      roles,
      standing: {
        not_yet: !person.there,
        disabled: !person.active,
        not_verified: !person.verified,
        accounts_ended: ended,
        license_ended: scope !== 'system' && (await hasEnded(db, config, moment)),
        terms_open: !person.terms_accepted,
      },
    },
  };
}
