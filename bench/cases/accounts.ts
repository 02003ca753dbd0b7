/** The list of accounts. */
import type { ACCOUNT_SORT } from '@signet/contract/areas/accounts';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import type { Case } from './case.ts';
import { exportCase } from './export.ts';
import { listCases, PERSONS, type ListSpec, type Where } from './list.ts';

/** The accounts that a person sees, as one predicate on `a`. */
export function seenAccounts(plan: Plan, person: Person): Where {
  if (person === 'system') return { sql: 'a.deleted_at is null', values: [] };
  if (person === 'partner') return { sql: 'a.deleted_at is null and a.owner_account_id = $1', values: [id(plan, 'account', 1)] };
  return { sql: 'a.deleted_at is null and a.id = any($1::uuid[])', values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))] };
}

export function accountCases(plan: Plan): Case[] {
  const inService = `(a.active and a.deleted_at is null and a.service_from <= '${plan.today}'::date and (a.service_to is null or a.service_to >= '${plan.today}'::date))`;
  const list: ListSpec<(typeof ACCOUNT_SORT)[number]> = {
    area: 'Accounts',
    path: '/account/ui-api/v1/account',
    from: 'account a',
    id: 'a.id',
    columns: `a.id, a.name, a.display_name, ${inService} as active, a.friendly_identifier, a.service_from, a.service_to, a.locale, a.type, a.partner_account_id,
      a.partner_account_name, a.system_account, a.federated_account_id, a.federated_account_name, a.federated_account_details_url, a.federation_status`,
    order: {
      name: 'a.name collate "und-x-icu"',
      active: inService,
      friendly_identifier: 'a.friendly_identifier collate "und-x-icu"',
      'service_period.from': 'a.service_from',
      'service_period.to': 'a.service_to',
      type: 'a.type',
      partner_account_name: 'a.partner_account_name collate "und-x-icu"',
    },
    sortedBy: 'name',
    searched: 'a.name_folded',
    seen: (person) => seenAccounts(plan, person),
    count: (person) => accountsSeen(plan, person).length,
  };
  return [...listCases(plan, list), ...PERSONS.map((person) => exportCase(list, person))];
}
