/** How the records of the demo came about: an event for each, by who made it, on the day that the record names. */
import { sql } from 'kysely';
import type { AuditAction, AuditResourceType } from '@signet/contract/audit';
import type { Happening } from './demo-log.ts';
import type { Demo } from './demo.ts';

type Origin = {
  at: Date;
  resource_id: string;
  resource_name: string;
  account_id: string | null;
  by: string | null;
  before?: unknown;
  after?: unknown;
};

/** How a certificate `c` that was revoked is told of: with the reason for which it was. */
const revoked = sql`jsonb_build_object(
  'status', case when c.revocation_reason = 'certificateHold' then 'on_hold' else 'revoked' end,
  'revocation_reason', c.revocation_reason)`;

/** How the making of a certificate `c` is told of: a moment as the log keeps it. */
const validTo = sql`jsonb_build_object(
  'valid_to', to_char(c.valid_to at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))`;

/** What the log says of licenses, certificates, people, tokens, links, invitations and runs over many. */
export async function furnishedHappenings({ db, now }: Demo): Promise<Happening[]> {
  const of = async (
    action: AuditAction,
    resource_type: AuditResourceType,
    query: ReturnType<typeof sql<Origin>>,
  ): Promise<Happening[]> =>
    (await query.execute(db)).rows
      .filter(({ at }) => at < now)
      .map(({ by, ...origin }) => ({ action, resource_type, by, ...origin, ...(by === null && BY_ITSELF) }));

  return [
    ...(await of(
      'UPDATE',
      'LICENSE_ALLOCATION',
      sql<Origin>`select m.at, a.id as resource_id, a.name as resource_name, a.id as account_id, u.user_name as by,
          jsonb_build_object('app_code', p.app_code, 'features', jsonb_object_agg(p.feature, m.limit_before)) as before,
          jsonb_build_object('app_code', p.app_code, 'features', jsonb_object_agg(p.feature, m.limit_after)) as after
        from license_move m join license_pool p on p.id = m.pool_id join account a on a.id = p.account_id
          join app_user u on u.id = m.actor_id
        group by m.operation_id, m.at, a.id, a.name, u.user_name, p.app_code`,
    )),
    ...(await of(
      'CREATE',
      'USER',
      sql<Origin>`select u.created_at as at, u.id as resource_id, u.user_name as resource_name,
          u.primary_account_id as account_id,
          case when u.access_scope = 'end_user' and a.friendly_identifier = 'nordmark-lb' then 'cleo'
            when p.friendly_identifier = 'umbra-trust' then 'ben' else 'ada' end as by,
          jsonb_build_object('user_name', u.user_name, 'access_scope', u.access_scope) as after
        from app_user u left join account a on a.id = u.primary_account_id
          left join account p on p.id = a.partner_account_id
        where u.user_name <> 'ada'`,
    )),
    ...(await of(
      'CREATE',
      'APIKEY',
      sql<Origin>`select t.created_at as at, t.id as resource_id, t.name as resource_name,
          u.primary_account_id as account_id, m.user_name as by, jsonb_build_object('end_date', t.end_date) as after
        from api_token t join app_user u on u.id = t.user_id join app_user m on m.id = t.created_by`,
    )),
    ...(await of(
      'CREATE',
      'SELF_SERVICE_LINK',
      sql<Origin>`select l.made_at as at, l.id as resource_id, array_to_string(l.domains, ', ') as resource_name,
          l.account_id, u.user_name as by, jsonb_build_object('ends_on', l.ends_on) as after
        from self_service_link l join app_user u on u.id = l.made_by`,
    )),
    ...(await of(
      'CREATE',
      'SEAT',
      sql<Origin>`select s.created_at as at, s.id as resource_id, s.identifier as resource_name, s.account_id,
          'cleo' as by, jsonb_build_object('type', s.type, 'identifier', s.identifier, 'name', s.name) as after
        from seat s join account a on a.id = s.account_id where a.friendly_identifier = 'nordmark-lb'`,
    )),
    ...(await of(
      'CREATE',
      'CERTIFICATE',
      sql<Origin>`select c.created_at as at, c.id as resource_id, c.common_name as resource_name, c.account_id,
          case when c.account_id is not null then coalesce(u.user_name, 'cleo') end as by,
          ${validTo} as after
        from certificate c left join app_user u on u.id = c.created_by where c.user_id is null`,
    )),
    ...(await of(
      'UPDATE',
      'CERTIFICATE',
      sql<Origin>`select c.revoked_at as at, c.id as resource_id, c.common_name as resource_name, c.account_id,
          coalesce(u.user_name, 'cleo') as by, jsonb_build_object('status', 'issued') as before,
          ${revoked} as after
        from certificate c left join app_user u on u.id = c.revoked_by
        where c.revoked_at is not null and c.user_id is null`,
    )),
    ...(await of(
      'CREATE',
      'CLIENT_AUTH_CERT',
      sql<Origin>`select c.created_at as at, c.id as resource_id, o.user_name || '/' || c.name as resource_name,
          o.primary_account_id as account_id, u.user_name as by, ${validTo} as after
        from certificate c join app_user o on o.id = c.user_id join app_user u on u.id = c.created_by`,
    )),
    ...(await of(
      'UPDATE',
      'CLIENT_AUTH_CERT',
      sql<Origin>`select c.revoked_at as at, c.id as resource_id, o.user_name || '/' || c.name as resource_name,
          o.primary_account_id as account_id, u.user_name as by, jsonb_build_object('status', 'issued') as before,
          ${revoked} as after
        from certificate c join app_user o on o.id = c.user_id join app_user u on u.id = c.revoked_by
        where c.revoked_at is not null`,
    )),
    ...(await of(
      'CREATE',
      'ENROLLMENT',
      sql<Origin>`select e.created_at as at, e.id as resource_id, e.email as resource_name, e.account_id,
          'cleo' as by, jsonb_build_object('keystore_location', e.keystore_location) as after
        from enrollment e`,
    )),
    ...(await of(
      'UPDATE',
      'BULK_RUN',
      sql<Origin>`select p.started_at as at, p.id as resource_id, p.act as resource_name,
          u.primary_account_id as account_id, u.user_name as by, jsonb_build_object('rows', p.row_count) as after
        from bulk_plan p join app_user u on u.id = p.made_by where p.started_at is not null`,
    )),
    ...(await of(
      'UPDATE',
      'ACCOUNT',
      sql<Origin>`select p.started_at as at, r.target_id as resource_id, r.name as resource_name,
          r.target_id as account_id, u.user_name as by, r.undo_input as before, p.input as after
        from bulk_row r join bulk_plan p on p.id = r.plan_id join app_user u on u.id = p.made_by
        where r.outcome = 'done'`,
    )),
  ];
}

/** What the platform does of itself, such as setting up its authorities. */
const BY_ITSELF = { actor_via: 'system' } as const;
