/** Partners and accounts, as rows to copy. */
import type { Value } from './copy.ts';
import { draw } from './draw.ts';
import { companyName, plainName, scriptOf } from './names.ts';
import { dayFrom, id, madeAt, ofCleo, partnerOf, type Plan } from './plan.ts';
import { copyUnsearched, type Step } from './step.ts';

const ACCOUNT_COLUMNS = [
  'id',
  'name',
  'display_name',
  'friendly_identifier',
  'active',
  'service_from',
  'service_to',
  'locale',
  'type',
  'partner_account_id',
  'system_account',
  'created_at',
  'updated_at',
] as const;

/**
 * The first and the last day of an account's service: six of a hundred have ended, two have not begun, five have no
 * end.
 */
function service(plan: Plan, n: number): [from: string, to: string | null] {
  const fate = draw(n, 2);
  const began = dayFrom(plan, -400 - Math.floor(draw(n, 3) * 2_000));
  if (fate < 0.06) return [began, dayFrom(plan, -1 - Math.floor(draw(n, 4) * 300))];
  if (fate < 0.08) return [dayFrom(plan, 1 + Math.floor(draw(n, 4) * 60)), null];
  return [began, fate < 0.13 ? null : dayFrom(plan, Math.floor(draw(n, 4) * 1_000))];
}

/** Those that are in service, whatever the others draw: the platform's own, Ben's and Cleo's. */
const alwaysInService = (plan: Plan): ReadonlySet<number> => new Set([...ofCleo(plan), 0, 1]);
const isActive = (n: number): boolean => draw(n, 5) > 0.04;

/** Whether an account is in service on the day of measurement and on the next, on which a long run may end. */
export function inServiceAllDay(plan: Plan, n: number): boolean {
  if (alwaysInService(plan).has(n)) return true;
  const [from, to] = service(plan, n);
  return isActive(n) && from <= plan.today && (to === null || to > plan.today);
}

/** The platform's own account, then the partners, then everybody else, so that partners come before their customers. */
export function* accountRows(plan: Plan): Generator<Value[]> {
  const alwaysActive = alwaysInService(plan);
  for (let n = 0; n <= plan.accounts; n += 1) {
    const partner = partnerOf(plan, n);
    const name = n === 0 ? 'Signet platform' : companyName(n);
    const [from, to] = alwaysActive.has(n) ? [dayFrom(plan, -900), null] : service(plan, n);
    const type = n >= 1 && n <= plan.partners ? 'partner' : 'standard';
    const createdAt = new Date(madeAt(plan, n, plan.accounts + 1));
    yield [
      id(plan, 'account', n),
      name,
      name,
      n === 0 ? 'signet-platform' : plainName(n),
      alwaysActive.has(n) || isActive(n),
      from,
      to,
      scriptOf(n).locale,
      type,
      partner === null ? null : id(plan, 'account', partner),
      n === 0,
      createdAt,
      createdAt,
    ];
  }
}

export const accountSteps = (plan: Plan): Step[] => [
  {
    name: 'accounts',
    rows: plan.accounts + 1,
    run: (client) => copyUnsearched(client, 'account', ACCOUNT_COLUMNS, accountRows(plan)),
  },
];
