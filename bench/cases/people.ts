/** The list of people as those see it who manage them, one of them, and the file of it. */
import type { ADMINISTRATOR_SORT } from '@signet/contract/areas/administrator-record';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import { primaryAccountOf } from '../seed/users.ts';
import type { Case } from './case.ts';
import { exportCase } from './export.ts';
import { listCases, PERSONS, type ListSpec, type Where } from './list.ts';
import { readCase } from './read.ts';

const ROW = `u.id, u.name, u.first_name, u.last_name, u.user_name, u.email, u.phone, u.locale, u.access_scope,
  u.primary_account_id, p.name as primary_account_name, u.active, u.verified_at,
  array(select r.name from user_role g join role r on r.id = g.role_id where g.user_id = u.id
    order by r.name) as roles`;

const LIVING = 'u.deleted_at is null and not u.service_user';

function visible(plan: Plan, person: Person): Where {
  if (person === 'system') return { sql: LIVING, values: [] };
  if (person === 'partner') return { sql: `${LIVING} and u.owner_account_id = $1`, values: [id(plan, 'account', 1)] };
  return {
    sql: `${LIVING} and u.primary_account_id = any($1::uuid[]) and u.owner_account_id is not null`,
    values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))],
  };
}

/** The numbers of the people whose primary account a person sees. */
function peopleSeen(plan: Plan, person: Person): number[] {
  const all = Array.from({ length: plan.users }, (_, n) => n);
  if (person === 'system') return all;
  const accounts = new Set(accountsSeen(plan, person));
  return all.filter((n) => accounts.has(primaryAccountOf(plan, n)));
}

export function peopleCases(plan: Plan): Case[] {
  const seen: Record<Person, number[]> = {
    system: peopleSeen(plan, 'system'),
    partner: peopleSeen(plan, 'partner'),
    account: peopleSeen(plan, 'account'),
  };
  const list: ListSpec<(typeof ADMINISTRATOR_SORT)[number]> = {
    area: 'People',
    kind: 'user',
    path: '/account/ui-api/v1/user',
    from: 'app_user u',
    id: 'u.id',
    columns: ROW,
    record: ROW,
    joins: 'left join account p on p.id = u.primary_account_id',
    order: {
      name: 'u.name collate "und-x-icu"',
      user_name: 'u.user_name collate "und-x-icu"',
      email: 'u.email collate "und-x-icu"',
    },
    sortedBy: 'name',
    unique: ['user_name'],
    searched: 'u.names_folded',
    visible: (person) => visible(plan, person),
    numbers: (person) => seen[person],
  };
  return [
    ...listCases(plan, list),
    ...PERSONS.map((person) => readCase(plan, list, person)),
    ...(['partner', 'account'] as const).map((person) => exportCase(list, person)),
  ];
}
