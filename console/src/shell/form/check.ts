/** Turns the contract's schemas and rules into reasons by field. */
import { reasonOfIssue } from '@signet/contract/issue-reason';
import type { Reason } from '@signet/contract/problem';
import type { z } from 'zod';

export type Reasons = Record<string, Reason>;
/** What checks a form's values: a schema of the contract, or a function of rules.ts for pages that must stay small. */
export type Check<V> = Schema | ((values: V) => Record<string, Reason | null>);

/** The part of a zod schema that is used here. */
export type Schema = { safeParse(value: unknown, options: { reportInput: true }): Outcome };
type Outcome = { success: true } | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };

/** Dots for nesting, as the wire names fields. */
const fieldOfIssue = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.');

/** The first reason of each field. */
export function reasonsOf<V>(check: Check<V>, values: V): Reasons {
  if (typeof check === 'function') {
    return Object.fromEntries(
      Object.entries(check(values)).filter((entry): entry is [string, Reason] => entry[1] !== null),
    );
  }
  const outcome = check.safeParse(values, { reportInput: true });
  const reasons: Reasons = {};
  for (const issue of outcome.success ? [] : outcome.error.issues)
    reasons[fieldOfIssue(issue)] ??= reasonOfIssue(issue);
  return reasons;
}
