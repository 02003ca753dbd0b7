/** Short lists: what one account, one person, one organization has. Each by one viewer, who has it before them. */
import { LIMITS } from '@signet/contract/limits';
import { CERTIFIED, id, ofCleo, organizationsSeen, type Plan } from '../seed/plan.ts';
import { type Case, DONE } from './case.ts';
import { countOf, pageCase } from './page.ts';
import { inTurn } from './read.ts';

const AREA = 'Of one account';
const API = '/account/ui-api/v1';

function contactsCase(plan: Plan): Case {
  const next = inTurn(organizationsSeen(plan, 'account'));
  return pageCase({
    area: 'Organizations',
    name: 'contacts of one',
    viewer: 'account',
    path: (turn) => `${API}/organization/${id(plan, 'organization', next(turn))}/contact`,
    rows: (turn) => ({
      sql: `select c.* from contact c join organization o on o.id = c.organization_id
        where c.organization_id = $1 and o.owner_account_id is not null
        order by c.last_name collate "und-x-icu", c.first_name collate "und-x-icu", c.id`,
      values: [id(plan, 'organization', next(turn))],
    }),
  });
}

/** Those by which somebody signs in. */
function certificatesCase(plan: Plan): Case {
  const numbers = Array.from({ length: Math.min(CERTIFIED, plan.users) }, (_, n) => n);
  // The first three are the viewers, to whom others may be issued meanwhile.
  const next = inTurn(numbers.slice(3));
  return pageCase({
    area: 'People',
    name: 'certificates of one',
    viewer: 'system',
    path: (turn) => `${API}/user/${id(plan, 'user', next(turn))}/client-auth-certificate`,
    rows: (turn) => ({
      sql: `select c.id, c.name, c.common_name, c.serial, c.subject_text, c.issuer_text, c.valid_from, c.valid_to,
          c.state, c.enabled, c.revoked_at, c.key_type, c.authority_id, u.name as owner_name
        from certificate c join app_user u on u.id = c.user_id
        where c.user_id = $1 and u.deleted_at is null
        order by c.valid_to desc, c.common_name collate "und-x-icu", c.id`,
      values: [id(plan, 'user', next(turn))],
    }),
  });
}

/** What an account may use: the platform's and its own. */
function usable(plan: Plan, account: string): Case[] {
  const own = `(%.account_id is null or %.account_id = $1) and %.archived_at is null`;
  const of = (alias: string): string => own.replaceAll('%', alias);
  const profiles = `certificate_profile p where p.cert_type = 'end_entity' and not p.unrevocable and ${of('p')}`;
  const templates = `certificate_template t join certificate_profile p on p.id = t.profile_id
    where p.cert_type = 'end_entity' and p.archived_at is null and ${of('t')}`;
  const one = (name: string, path: string, columns: string, from: string, alias: string): Case =>
    pageCase({
      area: AREA,
      name,
      viewer: 'account',
      path: () => `${API}/account/${account}/${path}?limit=${LIMITS.pageLimit}`,
      rows: () => ({
        sql: `select ${columns} from ${from} order by ${alias}.name collate "und-x-icu", ${alias}.id
          limit ${LIMITS.pageLimit}`,
        values: [account],
      }),
      total: () => ({ sql: countOf(from), values: [account] }),
    });
  const uses = '(select count(*) from certificate_template t where t.profile_id = p.id and t.archived_at is null)';
  return [
    one('profiles', 'profile', `p.*, ${uses} as templates`, profiles, 'p'),
    one('templates', 'template', 't.*, p.name as profile_name, p.days, p.key_types', templates, 't'),
  ];
}

/** Authorities of the platform sign for everybody. */
const authoritiesCase = (account: string): Case =>
  pageCase({
    area: AREA,
    name: 'authorities',
    viewer: 'account',
    path: () => `/certificate-authority/api/v1/ca?limit=${LIMITS.pageLimit}`,
    rows: () => ({
      sql: `select ca.*, above.name as issuer_name from certificate_authority ca
        left join certificate_authority above on above.id = ca.issuer_id
        where ca.state <> 'intended' and ca.certificate_id is not null
          and (ca.account_id is null or ca.account_id = $1)
        order by ca.name collate "und-x-icu", ca.id limit ${LIMITS.pageLimit}`,
      values: [account],
    }),
    total: () => ({
      sql: countOf(`certificate_authority ca where ca.state <> 'intended' and ca.certificate_id is not null
        and (ca.account_id is null or ca.account_id = $1)`),
      values: [account],
    }),
  });

/** What was changed of an account and of what belongs to it. */
function historyCase(account: string): Case {
  const from = `audit_event e where e.account_id = $1 and e.result = 'success'
    and e.action in ('CREATE', 'UPDATE', 'DELETE')`;
  return pageCase({
    area: AREA,
    name: 'history',
    viewer: 'account',
    path: () => `${API}/account/${account}/history?limit=${LIMITS.pageLimit}`,
    rows: () => ({
      sql: `select e.id, e.at, e.action, e.resource_type, e.resource_name, e.actor_name, e.before, e.after
        from ${from} order by e.at desc, e.id desc limit ${LIMITS.pageLimit}`,
      values: [account],
    }),
    total: () => ({ sql: countOf(from), values: [account] }),
  });
}

const featuresCase = (account: string): Case => ({
  area: AREA,
  name: 'features',
  viewer: 'account',
  async api(api, _turn, world) {
    const got = await api.ask<{ items: { id?: string }[] }>('GET', `${API}/features/account/${account}`, {
      token: world.tokens.account,
    });
    return { ...DONE, rows: got.items.length };
  },
  async floor(db) {
    const rows = await db.ask(
      `select f.app_code, f.feature_id, f.enabled, f.end_date, f.version, f.updated_at, u.name as updated_by_name
        from account a left join account_feature f on f.account_id = a.id left join app_user u on u.id = f.updated_by
        where a.id = $1 and a.deleted_at is null`,
      [account],
    );
    return { ...DONE, rows: rows.length };
  },
});

/**
 * The licenses that an account has, with what they come to. The floor reads the pools that bear on it and what was used
 * of them, and judges nothing.
 */
const licensesCase = (name: string, viewer: 'system' | 'account', account: string): Case => ({
  area: 'Licenses',
  name,
  viewer,
  async api(api, _turn, world) {
    const { applications } = await api.ask<{ applications: unknown[] }>(
      'GET',
      `${API}/account/${account}/license/usage`,
      { token: world.tokens[viewer] },
    );
    if (applications.length === 0) throw new Error('There is no license.');
    return { ...DONE, rows: applications.length };
  },
  async floor(db) {
    const rows = await db.plan(
      `select p.*, (select sum(s.used) from license_slot s where s.pool_id = p.id) as used,
          (select max(e.at) from license_entry e where e.pool_id = p.id) as changed_at,
          (select sum(u.quantity) from license_use u where u.pool_id = p.id and u.account_id = $1
            and u.released_at is null) as own_use,
          (select max(u.used_at) from license_use u where u.pool_id = p.id) as last_taken
        from license_pool p where p.kind <> 'issuer' and (p.account_id is null or p.account_id = $1)`,
      [account],
    );
    return { ...DONE, rows: rows.length };
  },
});

/** The moves of one application's license, and the same with where quantities came from. */
function movesCase(name: string, path: string, account: string): Case {
  const from = `license_move m join license_pool p on p.id = m.pool_id
    where p.account_id = $1 and p.app_code = 'ca_manager'`;
  return pageCase({
    area: 'Licenses',
    name,
    viewer: 'account',
    path: () => `${API}/license/limit/${account}/ca_manager/${path}?limit=${LIMITS.pageLimit}`,
    rows: () => ({
      sql: `select m.*, p.feature, p.generation from ${from} order by m.at desc, m.id desc limit ${LIMITS.pageLimit}`,
      values: [account],
    }),
    total: () => ({ sql: countOf(from), values: [account] }),
  });
}

/** Runs that somebody has done, the own first. */
const runsCase = (plan: Plan): Case => {
  const acts = `(p.made_by = '${id(plan, 'user', 0)}' or p.started_at is not null)`;
  const from = `bulk_plan p where ${acts}`;
  const order = `p.made_by = '${id(plan, 'user', 0)}' desc, p.made_at desc, p.id desc`;
  return pageCase({
    area: 'Bulk acts',
    name: 'list of runs',
    viewer: 'system',
    path: () => `${API}/bulk?limit=${LIMITS.pageLimit}`,
    rows: () => ({
      sql: `select p.*, u.name as made_by_name from bulk_plan p join app_user u on u.id = p.made_by
        where ${acts} order by ${order} limit ${LIMITS.pageLimit}`,
      values: [],
    }),
    total: () => ({ sql: countOf(from), values: [] }),
  });
};

export function ofOneCases(plan: Plan): Case[] {
  const [first = 1, second = 1] = ofCleo(plan);
  const account = id(plan, 'account', first);
  const moved = id(plan, 'account', second);
  return [
    contactsCase(plan),
    certificatesCase(plan),
    ...usable(plan, account),
    authoritiesCase(account),
    historyCase(account),
    featuresCase(account),
    licensesCase('of an account', 'account', moved),
    licensesCase('of the platform', 'system', id(plan, 'account', 0)),
    movesCase('history', 'history', moved),
    movesCase('history with its sources', 'history-details', moved),
    runsCase(plan),
  ];
}
