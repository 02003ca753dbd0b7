/** The list of service users, the tokens of one, and a call that one makes by its token. */
import type { SERVICE_USER_SORT } from '@signet/contract/areas/service-user-record';
import { createHash } from 'node:crypto';
import { callingServiceUsers, tokenText } from '../seed/service-users.ts';
import { accountsSeen, id, seenInTurn, type Person, type Plan } from '../seed/plan.ts';
import type { Case } from './case.ts';
import { listCases, type ListSpec, type Where } from './list.ts';
import { few, pageCase } from './page.ts';
import { inTurn } from './read.ts';

const PATH = '/account/ui-api/v1/service-user';
const LIVING = 'u.deleted_at is null and u.service_user';
const PERMISSIONS = `array(select distinct p from user_role g join role r on r.id = g.role_id, unnest(r.permissions) p
  where g.user_id = u.id and r.deleted_at is null)`;
const ROW = `u.id, u.name, u.description, u.email, u.locale, u.access_scope, u.primary_account_id, u.active,
  u.api_credential, p.name as primary_account_name, ${PERMISSIONS} as permissions,
  array(select r.name from user_role g join role r on r.id = g.role_id where g.user_id = u.id
    order by r.name) as roles`;
const TOKEN = `t.id, t.user_id, t.name, t.last_four, t.end_date, t.enabled, t.allowed_addresses, t.permissions,
  t.last_used_at, t.last_used_address, t.created_by, t.version, t.created_at, t.updated_at`;

function visible(plan: Plan, person: Person): Where {
  if (person === 'system') return { sql: LIVING, values: [] };
  if (person === 'partner') return { sql: `${LIVING} and u.owner_account_id = $1`, values: [id(plan, 'account', 1)] };
  return {
    sql: `${LIVING} and u.primary_account_id = any($1::uuid[]) and u.owner_account_id is not null`,
    values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))],
  };
}

/** Those of one service user, and whose they are. */
function tokensCase(plan: Plan): Case {
  const next = inTurn(seenInTurn(plan, 'account', plan.serviceUsers));
  return pageCase({
    area: 'API tokens',
    name: 'of a service user',
    viewer: 'account',
    path: (turn) => `${PATH}/${id(plan, 'serviceUser', next(turn))}/api-access-token`,
    rows: (turn) => ({
      sql: `select ${TOKEN}, u.name as owner_name, ${PERMISSIONS} as held from api_token t
        join app_user u on u.id = t.user_id where u.id = $1 and u.deleted_at is null
        order by t.name collate "und-x-icu", t.id`,
      values: [id(plan, 'serviceUser', next(turn))],
    }),
  });
}

const ownTokensCase = (plan: Plan): Case =>
  pageCase({
    area: 'API tokens',
    name: 'own',
    viewer: 'system',
    path: () => '/account/ui-api/v1/api-access-token',
    rows: () => ({
      sql: `select ${TOKEN} from api_token t where t.user_id = $1 order by t.name collate "und-x-icu", t.id`,
      values: [id(plan, 'user', 0)],
    }),
  });

/** So many programs call at once that none is held back by its rate. */
const CALLERS = 500;

/** Who a program is by its token: what every call of one costs before it does anything of its own. */
function callCase(plan: Plan): Case {
  const numbers = callingServiceUsers(plan, CALLERS);
  const next = inTurn(numbers);
  return {
    area: 'API tokens',
    name: 'a program asks who it is',
    viewer: null,
    async api(api, turn) {
      const me = await api.ask<{ id: string }>('GET', '/account/ui-api/v1/auth/me', { token: tokenText(next(turn)) });
      return { rows: 1, fingerprint: me.id };
    },
    async floor(db, turn) {
      const [me] = await db.ask<{ id: string }>(
        `select u.id, u.user_name, u.access_scope, u.active, t.enabled, t.end_date, t.allowed_addresses,
          t.last_used_at, ${PERMISSIONS} as permissions,
          array(select m.account_id from user_account m join account a on a.id = m.account_id
            where m.user_id = u.id and a.active and a.deleted_at is null and a.service_from <= $2::date
              and (a.service_to is null or a.service_to >= $2::date)) as accounts
          from api_token t join app_user u on u.id = t.user_id where t.token_hash = $1`,
        [
          createHash('sha256')
            .update(tokenText(next(turn)))
            .digest('hex'),
          plan.today,
        ],
      );
      return { rows: 1, fingerprint: me?.id ?? '' };
    },
  };
}

export function serviceUserCases(plan: Plan): Case[] {
  const list: ListSpec<(typeof SERVICE_USER_SORT)[number]> = {
    area: 'Service users',
    kind: 'serviceUser',
    path: PATH,
    from: 'app_user u',
    id: 'u.id',
    columns: ROW,
    record: ROW,
    joins: 'left join account p on p.id = u.primary_account_id',
    order: { name: 'u.name collate "und-x-icu"', email: 'u.email collate "und-x-icu"' },
    sortedBy: 'name',
    unique: [],
    searched: `folded(u.first_name || ' ' || u.last_name || ' ' || u.description || ' ' || u.email)`,
    visible: (person) => visible(plan, person),
    numbers: (person) => seenInTurn(plan, person, plan.serviceUsers),
  };
  return [...few(listCases(plan, list), 'email'), tokensCase(plan), ownTokensCase(plan), callCase(plan)];
}
