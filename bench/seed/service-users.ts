/** Service users as rows to copy, with their memberships and roles, and API tokens of theirs and of the viewers. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { TOKEN_PREFIX } from '@signet/contract/areas/api-token-record';
import { withChecksum } from '../../server/src/sign-in/tokens/token-text.ts';
import { inServiceAllDay } from './accounts.ts';
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { placeName } from './names.ts';
import { accountInTurn, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';
import { predefinedRoles, type Scope } from './users.ts';

/** Their names begin where those of people and seats can't reach. */
const OTHERS = 60_000_000;
const TASKS = ['Build server', 'Deployment', 'Inventory', 'Mail gateway', 'Monitoring', 'Renewal', 'Signing'] as const;
/** The tokens of each of the three viewers, beside the one of each service user. */
const OWN_TOKENS = 5;
const VIEWERS = 3;

/** Where a service user stands; one of a hundred is the platform's. */
function placeOf(plan: Plan, n: number): { scope: Scope; account: number } {
  if (n % 100 === 99) return { scope: 'system', account: 0 };
  const account = accountInTurn(plan, n);
  return { scope: account <= plan.partners ? 'partner' : 'account', account };
}

/** The numbers of service users whose token is good all through the day of measurement, at most `most`. */
export function callingServiceUsers(plan: Plan, most: number): number[] {
  const numbers: number[] = [];
  for (let n = 0; n < plan.serviceUsers && numbers.length < most; n += 1) {
    const { scope, account } = placeOf(plan, n);
    if (scope === 'account' && inServiceAllDay(plan, account)) numbers.push(n);
  }
  return numbers;
}

/** The text of the token of a service user, by its number. */
export const tokenText = (n: number): string => withChecksum(TOKEN_PREFIX + String(n).padStart(30, '0'));

const USER = [
  'id',
  'user_name',
  'email',
  'first_name',
  'last_name',
  'description',
  'access_scope',
  'primary_account_id',
  'service_user',
  'verified_at',
  'created_at',
  'updated_at',
] as const;

/** Two for each account. */
function* serviceUserRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.serviceUsers; n += 1) {
    const { scope, account } = placeOf(plan, n);
    const at = new Date(madeAt(plan, n, plan.serviceUsers));
    const own = id(plan, 'serviceUser', n);
    const name = `${TASKS[n % TASKS.length]} ${placeName(OTHERS + n)}`;
    const place = id(plan, 'account', account);
    yield [own, own, `programs-${n}@people.example`, name, '', `Runs by itself, ${n}`, scope, place, true, at, at, at];
  }
}

function* membershipRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.serviceUsers; n += 1)
    yield [id(plan, 'serviceUser', n), id(plan, 'account', placeOf(plan, n).account)];
}

function* grantRows(plan: Plan, role: string): Generator<Value[]> {
  for (let n = 0; n < plan.serviceUsers; n += 1) yield [id(plan, 'serviceUser', n), role];
}

const TOKEN = [
  'id',
  'user_id',
  'name',
  'token_hash',
  'last_four',
  'last_used_at',
  'last_used_address',
  'created_at',
  'updated_at',
] as const;

/** One for each service user, and some for each viewer. None has an end, so that nobody is reminded of one. */
function* tokenRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.serviceUsers + VIEWERS * OWN_TOKENS; n += 1) {
    const viewer = n - plan.serviceUsers;
    const text = tokenText(n);
    const at = new Date(madeAt(plan, Math.min(n, plan.serviceUsers), plan.serviceUsers));
    const isUsed = draw(n, 41) < 0.8;
    yield [
      id(plan, 'token', n),
      viewer < 0 ? id(plan, 'serviceUser', n) : id(plan, 'user', viewer % VIEWERS),
      viewer < 0 ? 'Calls' : `Script ${viewer}`,
      createHash('sha256').update(text).digest('hex'),
      text.slice(-4),
      isUsed ? at : null,
      isUsed ? '192.0.2.7' : null,
      at,
      at,
    ];
  }
}

async function grant(client: pg.ClientBase, plan: Plan): Promise<void> {
  const auditor = (await predefinedRoles(client)).get('Auditor');
  if (auditor === undefined) throw new Error('The platform has no predefined role "Auditor".');
  await copyRows(client, 'user_role', ['user_id', 'role_id'], grantRows(plan, auditor));
}

export const serviceUserSteps = (plan: Plan): Step[] => [
  {
    name: 'service users with their roles and tokens',
    rows: plan.serviceUsers,
    async run(client) {
      await copyRows(client, 'app_user', USER, serviceUserRows(plan));
      await copyRows(client, 'user_account', ['user_id', 'account_id'], membershipRows(plan));
      await grant(client, plan);
      await copyRows(client, 'api_token', TOKEN, tokenRows(plan));
    },
  },
];
