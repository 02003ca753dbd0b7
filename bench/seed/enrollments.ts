/** Enrollments as rows to copy: people who were invited to the certificate by which they sign in. */
import { createHash } from 'node:crypto';
import { inServiceAllDay } from './accounts.ts';
import { copyRows, type Value } from './copy.ts';
import { draw, pick } from './draw.ts';
import { accountsSeen, id, madeAt, type Person, type Plan } from './plan.ts';
import type { Step } from './step.ts';
import { isActiveUser, primaryAccountOf, userOf } from './users.ts';

const DAY = 86_400_000;
/** How long a link is open. */
const OPEN = 14 * DAY;
/** The newest, of which each is open: also on the smallest platform there are some. */
const NEWEST = 5;

/** What stands in the link of an enrollment beside its id. */
export const codeOf = (n: number): string => `bench-enrollment-${n}`;
const stageOf = (plan: Plan, n: number): 'invited' | 'redeemed' | 'canceled' => {
  if (n >= plan.enrollments - NEWEST) return 'invited';
  const chance = draw(n, 31);
  return chance < 0.25 ? 'invited' : chance < 0.9 ? 'redeemed' : 'canceled';
};
/** The account whose person it invites; 0 where there is none. */
const accountOf = primaryAccountOf;

/** The numbers for which `holds`, of those that there are. */
function numbersOf(plan: Plan, holds: (n: number) => boolean): number[] {
  return Array.from({ length: plan.enrollments }, (_, n) => n).filter((n) => accountOf(plan, n) > 0 && holds(n));
}

/** The numbers of the enrollments that a person sees. */
export function enrollmentsSeen(plan: Plan, person: Person): number[] {
  const accounts = new Set(accountsSeen(plan, person));
  return numbersOf(plan, (n) => accounts.has(accountOf(plan, n)));
}
const expiry = (plan: Plan, n: number): number => madeAt(plan, n, plan.enrollments) + OPEN;
/** Those whose link opens something all through the day of measurement. */
export const openEnrollments = (plan: Plan): number[] =>
  numbersOf(
    plan,
    (n) =>
      stageOf(plan, n) === 'invited' &&
      expiry(plan, n) > Date.parse(`${plan.today}T00:00:00Z`) + 2 * DAY &&
      isActiveUser(n) &&
      inServiceAllDay(plan, accountOf(plan, n)),
  );

const COLUMNS = [
  'id',
  'account_id',
  'user_id',
  'name',
  'first_name',
  'last_name',
  'email',
  'locale',
  'keystore_location',
  'enrollment_method',
  'stage',
  'code_hash',
  'certificate_id',
  'sent_at',
  'expires_at',
  'redeemed_at',
  'created_at',
  'updated_at',
] as const;

/** A quarter is open or has expired, one of ten is canceled, the others have their certificate. */
function* enrollmentRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.enrollments; n += 1) {
    const user = userOf(plan, n);
    const account = user.accounts[0] ?? 0;
    if (account === 0) continue;
    const at = new Date(madeAt(plan, n, plan.enrollments));
    const stage = stageOf(plan, n);
    const isRedeemed = stage === 'redeemed';
    yield [
      id(plan, 'enrollment', n),
      id(plan, 'account', account),
      user.id,
      user.name,
      user.first,
      user.last,
      `${user.userName}@people.example`,
      'en_US',
      pick(['browser', 'software', 'hardware_token'], n, 32),
      'DTA',
      stage,
      createHash('sha256').update(codeOf(n)).digest('hex'),
      isRedeemed ? id(plan, 'certificate', n % plan.certificates) : null,
      at,
      new Date(expiry(plan, n)),
      isRedeemed ? at : null,
      at,
      at,
    ];
  }
}

export const enrollmentSteps = (plan: Plan): Step[] => [
  {
    name: 'enrollments',
    rows: plan.enrollments,
    run: (client) => copyRows(client, 'enrollment', COLUMNS, enrollmentRows(plan)),
  },
];
