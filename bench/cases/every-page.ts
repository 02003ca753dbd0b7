/** What the console asks with every page, what its start page asks besides, and what is asked without signing in. */
import { LIMITS } from '@signet/contract/limits';
import { addressOf } from '../load/api.ts';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import { CONNECTIONS, DONE, type Case } from './case.ts';
import { PERSONS, type Where } from './list.ts';

const API = '/account/ui-api/v1';

type Question = { area: string; name: string; viewer: Person; path: string; sql: string; values: readonly unknown[] };

/** A question whose answer is no list: that it is answered is all that is looked at. */
const asked = ({ area, name, viewer, path, sql, values }: Question): Case => ({
  area,
  name,
  viewer,
  async api(api, _turn, world) {
    await api.ask('GET', path, { token: world.tokens[viewer] });
    return DONE;
  },
  async floor(db) {
    await db.plan(sql, values);
    return DONE;
  },
});

const ownId = (plan: Plan, viewer: Person): string => id(plan, 'user', PERSONS.indexOf(viewer));

/** The person's own record, with accounts, applications and permissions. */
const profileCase = (plan: Plan, viewer: Person): Case => ({
  area: 'Every page',
  name: 'own profile',
  viewer,
  async api(api, _turn, world) {
    const me = await api.ask<{ id: string; accounts: unknown[] }>('GET', '/account/api/v1/user/me', {
      token: world.tokens[viewer],
    });
    return { rows: 1, fingerprint: `${me.id} ${me.accounts.length}` };
  },
  async floor(db) {
    const [me] = await db.ask<{ id: string; accounts: unknown[] }>(
      `select u.*, p.dta_enabled,
          (select json_agg(json_build_object('id', r.id, 'app_code', r.app_code, 'permissions', r.permissions))
            from user_role g join role r on r.id = g.role_id where g.user_id = u.id and r.deleted_at is null) as roles,
          (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'active', a.active)
              order by a.name collate "und-x-icu", a.id), '[]')
            from account a where a.deleted_at is null and a.id in (
              select m.account_id from user_account m where m.user_id = u.id
              union select u.primary_account_id)) as accounts
        from app_user u left join account p on p.id = u.primary_account_id where u.id = $1`,
      [ownId(plan, viewer)],
    );
    return { rows: 1, fingerprint: `${me?.id} ${me?.accounts.length}` };
  },
});

/** Of people who were invited and never came, how many there are. */
function invitedCase(plan: Plan, viewer: Person): Case {
  const invited = 'u.deleted_at is null and not u.service_user and u.active and u.verified_at is null';
  const seen: Where =
    viewer === 'system'
      ? { sql: 'true', values: [] }
      : {
          sql: 'u.primary_account_id = any($1::uuid[])',
          values: [accountsSeen(plan, viewer).map((n) => id(plan, 'account', n))],
        };
  return asked({
    area: 'Start page',
    name: 'people invited',
    viewer,
    path: `${API}/user?status=invited&limit=1`,
    sql: `select count(*) from (select from app_user u where ${invited} and ${seen.sql}
      limit ${LIMITS.countBound + 1}) counted`,
    values: seen.values,
  });
}

/** What stands still: the floor looks for the two kinds that wait on every platform. */
const healthCase = asked({
  area: 'Every page',
  name: 'what stands still',
  viewer: 'system',
  path: `${API}/platform/health`,
  sql: `select count(*) from (select from audit_event where tree_index is null
      and at < now() - interval '2 minutes' limit 1000) waiting, (select count(*) from mail
      where status = 'failed' and created_at > now() - interval '7 days') failed`,
  values: [],
});

const loginCase: Case = {
  area: 'Every page',
  name: 'look of the sign-in page',
  viewer: null,
  async api(api, { lane, n }) {
    await api.ask('GET', `${API}/login/customization`, { from: addressOf(n * CONNECTIONS + lane) });
    return DONE;
  },
  async floor(db) {
    await db.ask(`select value from platform_setting where name = 'login_customization'`);
    return DONE;
  },
};

/** The revocation list that programs fetch: of the authority that has one. */
const listCase: Case = {
  area: 'Certificate authority',
  name: 'revocation list, beside reading it',
  viewer: null,
  async api(api, { lane, n }, world, memory) {
    const known = memory.get('authority');
    const authority =
      known ??
      (
        await api.ask<{ items: { id: string }[] }>('GET', `/certificate-authority/api/v1/ca`, {
          token: world.tokens.system,
        })
      ).items[0]?.id ??
      '';
    memory.set('authority', authority);
    const list = await api.octets(`/certificate-authority/crl/${authority}.crl`, {
      from: addressOf(n * CONNECTIONS + lane),
    });
    if (list.length < 100) throw new Error('There is no revocation list.');
    return DONE;
  },
  async floor(db) {
    await db.ask('select * from certificate_revocation_list order by this_update desc limit 1');
    return DONE;
  },
};

export function everyPageCases(plan: Plan): Case[] {
  const own = (area: string, name: string, path: string, sql: string, ...more: unknown[]): Case =>
    asked({ area, name, viewer: 'account', path: API + path, sql, values: [ownId(plan, 'account'), ...more] });
  return [
    profileCase(plan, 'system'),
    profileCase(plan, 'account'),
    own(
      'Every page',
      'feature flags',
      '/feature-flag/features',
      `select f.* from feature_flag f, app_user u where u.id = $1
        and f.key in ('', u.id::text, u.primary_account_id::text)`,
    ),
    own(
      'Every page',
      'own settings of lists',
      '/list-setting',
      'select list, value from list_setting where user_id = $1',
    ),
    own(
      'Every page',
      'own runs to look at',
      '/bulk?attention=true&limit=20',
      `select p.* from bulk_plan p where p.made_by = $1 and p.started_at is not null and p.seen_at is null
        order by p.made_at desc limit 20`,
    ),
    own(
      'Every page',
      'own tokens that end soon',
      '/api-access-token/ending',
      `select t.id, t.name, t.end_date from api_token t where t.user_id = $1 and t.enabled
        and t.end_date between current_date and current_date + 14 order by t.end_date, t.id limit 5`,
    ),
    own(
      'Every page',
      'own certificates that end soon',
      '/client-auth-certificate/ending',
      `select c.id, c.name, c.common_name, c.valid_to from certificate c where c.user_id = $1 and c.state = 'issued'
        and c.enabled and c.valid_to between now() and now() + interval '30 days' order by c.valid_to, c.id limit 5`,
    ),
    healthCase,
    loginCase,
    invitedCase(plan, 'system'),
    invitedCase(plan, 'account'),
    own(
      'Start page',
      'newest head of the log',
      '/audit-log/checkpoint',
      'select c.* from audit_checkpoint c where $1::uuid is not null order by c.tree_size desc limit 1',
    ),
    listCase,
  ];
}
