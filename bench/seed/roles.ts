/** Roles that accounts made for themselves, as rows to copy, and who of them has one. */
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { placeName } from './names.ts';
import { accountInTurn, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';
import { primaryAccountOf, scopeOf } from './users.ts';

/** Their names begin where those of others can't reach. */
const OTHERS = 70_000_000;
const TASKS = ['Auditing', 'Front desk', 'Issuing', 'Night shift', 'Reviewing'] as const;
const PERMISSIONS = ['view_user', 'view_account', 'view_seat', 'view_certificate'] as const;
const COLUMNS = ['id', 'app_code', 'name', 'account_id', 'permissions', 'created_at', 'updated_at'] as const;

/** One for each of the first accounts, partners among them. */
function* roleRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.roles; n += 1) {
    const at = new Date(madeAt(plan, n, plan.roles));
    const name = `${TASKS[n % TASKS.length]} ${placeName(OTHERS + n)} ${n}`;
    const account = id(plan, 'account', accountInTurn(plan, n));
    yield [id(plan, 'role', n), 'account_manager', name, account, PERMISSIONS, at, at];
  }
}

/** Two of ten people of an account that has a role have it too. */
function* grantRows(plan: Plan): Generator<Value[]> {
  for (let n = 3; n < plan.users; n += 1) {
    const account = primaryAccountOf(plan, n);
    if (scopeOf(n) !== 'account' || account > plan.roles || draw(n, 43) >= 0.2) continue;
    yield [id(plan, 'user', n), id(plan, 'role', account - 1)];
  }
}

export const roleSteps = (plan: Plan): Step[] => [
  {
    name: 'roles of accounts, and who has them',
    rows: plan.roles,
    async run(client) {
      await copyRows(client, 'role', COLUMNS, roleRows(plan));
      await copyRows(client, 'user_role', ['user_id', 'role_id'], grantRows(plan));
    },
  },
];
