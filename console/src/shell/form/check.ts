/** Turns the contract's schemas and rules into reasons by field. */
import type { Reason } from '@signet/contract/problem';

export type Reasons = Record<string, Reason>;
/** What checks a form's values: a schema of the contract, or a function of rules.ts for pages that must stay small. */
export type Check<V> = Schema | ((values: V) => Record<string, Reason | null>);

/** The part of a standard schema (standardschema.dev) that is used here. */
type Schema = { '~standard': { validate(value: unknown): Outcome | Promise<Outcome> } };
type Outcome = { issues?: readonly Issue[] | undefined };
type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };
/** What a zod issue carries beyond the standard. */
type ZodIssue = Issue & {
  code?: string;
  params?: { reason?: Reason };
  maximum?: number;
  minimum?: number;
  input?: unknown;
};

/** The reason of an issue: the rule's own, else by its kind. */
export function reasonOfIssue(issue: ZodIssue): Reason {
  if (issue.params?.reason) return issue.params.reason;
  if (issue.code === 'too_big') return { status: 'MAX_LENGTH', params: { max: issue.maximum ?? 0 } };
  if (issue.code === 'too_small') return { status: 'REQUIRED' };
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null))
    return { status: 'REQUIRED' };
  return { status: 'INVALID_INPUT' };
}

/** Dots for nesting, as the wire names fields. */
export function fieldOfIssue(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

/** The first reason of each field. Schemas with asynchronous parts are not for forms. */
export function reasonsOf<V>(check: Check<V>, values: V): Reasons {
  if (typeof check === 'function') {
    return Object.fromEntries(
      Object.entries(check(values)).filter((entry): entry is [string, Reason] => entry[1] !== null),
    );
  }
  const outcome = check['~standard'].validate(values);
  if (outcome instanceof Promise) throw new Error('This schema is asynchronous.');
  const reasons: Reasons = {};
  for (const issue of outcome.issues ?? []) reasons[fieldOfIssue(issue)] ??= reasonOfIssue(issue);
  return reasons;
}
