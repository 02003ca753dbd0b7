/** The first page of what ends soon, and its weeks. On the platform that is measured, certificates and accounts end. */
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import { dayFrom, id, ofCleo, type Person, type Plan } from '../seed/plan.ts';
import { DONE, type Case } from './case.ts';

const PATH = '/account/ui-api/v1/ends-soon';
const AREA = 'Ends soon';
const DAYS = 84;

/** The floor reads the two large kinds within the same days, the soonest first, and nothing of what will break. */
const page = (plan: Plan, viewer: Person): Case => ({
  area: AREA,
  name: 'page 1',
  viewer,
  async api(api, _turn, world) {
    const query = `limit=${LIMITS.pageLimit}&within=${DAYS}`;
    await api.ask<ListOf<{ key: string }>>('GET', `${PATH}?${query}`, { token: world.tokens[viewer] });
    return DONE;
  },
  async floor(db) {
    const own = viewer === 'account' ? ofCleo(plan).map((n) => id(plan, 'account', n)) : null;
    const days = [plan.today, dayFrom(plan, DAYS)];
    await db.plan(
      `(select c.id, c.valid_to as ends from certificate c where c.state = 'issued'
          and c.valid_to >= $1::date and c.valid_to <= $2::date and ($3::uuid[] is null or c.account_id = any($3))
          order by c.valid_to limit $4)
        union all (select a.id, a.service_to from account a where a.service_to between $1::date and $2::date
          and ($3::uuid[] is null or a.id = any($3)) order by a.service_to limit $4)
        order by ends limit $4`,
      [...days, own, LIMITS.pageLimit],
    );
    return DONE;
  },
});

/** Of the platform's people, who see all accounts, and of one account's. */
export const endsSoonCases = (plan: Plan): Case[] => [page(plan, 'system'), page(plan, 'account')];
