/** The list of accounts, and one of them. */
import type { ACCOUNT_SORT } from '@signet/contract/areas/account-record';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import type { Case } from './case.ts';
import { exportCase } from './export.ts';
import { listCases, PERSONS, type ListSpec, type Where } from './list.ts';
import { readCase } from './read.ts';

const PATH = '/account/ui-api/v1/account';

/** The accounts that a person sees, as one predicate on `a`. */
export function visibleAccounts(plan: Plan, person: Person): Where {
  if (person === 'system') return { sql: 'a.deleted_at is null', values: [] };
  if (person === 'partner')
    return { sql: 'a.deleted_at is null and a.owner_account_id = $1', values: [id(plan, 'account', 1)] };
  return {
    sql: 'a.deleted_at is null and a.id = any($1::uuid[])',
    values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))],
  };
}

/** Whether an account is in service on a day, in SQL. */
const inServiceOn = (today: string): string =>
  `(a.active and a.deleted_at is null and a.service_from <= '${today}'::date
    and (a.service_to is null or a.service_to >= '${today}'::date))`;
const columnsOn = (today: string): string =>
  `a.id, a.name, a.display_name, ${inServiceOn(today)} as active, a.friendly_identifier, a.service_from, a.service_to,
    a.locale, a.type, a.partner_account_id, a.partner_account_name, a.system_account, a.federated_account_id,
    a.federated_account_name, a.federated_account_details_url, a.federation_status`;
const CUSTOMERS =
  '(select count(*)::int from account c where c.partner_account_id = a.id and c.deleted_at is null) as customers';

export function accountCases(plan: Plan): Case[] {
  const list: ListSpec<(typeof ACCOUNT_SORT)[number]> = {
    area: 'Accounts',
    kind: 'account',
    path: PATH,
    from: 'account a',
    id: 'a.id',
    columns: columnsOn(plan.today),
    record: `${columnsOn(plan.today)}, ${CUSTOMERS}`,
    order: {
      name: 'a.name collate "und-x-icu"',
      active: inServiceOn(plan.today),
      friendly_identifier: 'a.friendly_identifier collate "und-x-icu"',
      'service_period.from': 'a.service_from',
      'service_period.to': 'a.service_to',
      type: 'a.type',
      partner_account_name: 'a.partner_account_name collate "und-x-icu"',
    },
    sortedBy: 'name',
    unique: ['friendly_identifier'],
    searched: 'a.name_folded',
    visible: (person) => visibleAccounts(plan, person),
    numbers: (person) => accountsSeen(plan, person),
  };
  return [
    ...listCases(plan, list),
    ...PERSONS.map((person) => readCase(plan, list, person)),
    ...PERSONS.map((person) => exportCase(list, person)),
  ];
}
