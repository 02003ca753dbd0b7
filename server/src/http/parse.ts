import { reasonOfIssue } from '@signet/contract/issue-reason';
import { LIMITS } from '@signet/contract/limits';
import { Problem, type Reason } from '@signet/contract/problem';
import type { z } from 'zod';

/** The client wrote these names: one that is longer than any of ours is cut. */
const cut = (name: string): string =>
  name.length > LIMITS.problemFieldNameMax ? `${name.slice(0, LIMITS.problemFieldNameMax)}…` : name;

/** The fields that an issue concerns, dots for nesting. Each part is cut before they are joined, for many share one. */
function namesOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map((part) => cut(String(part)));
  if (issue.code !== 'unrecognized_keys') return [cut(path.join('.'))];
  return issue.keys.map((key) => cut([...path, cut(key)].join('.')));
}

/** The reason of each wrong field: what is wrong with those that we know, before those that we don't. */
function reasonsOf(issues: readonly z.core.$ZodIssue[]): Map<string, Reason> {
  const reasons = new Map<string, Reason>();
  const unknownLast = issues.toSorted(
    (a, b) => Number(a.code === 'unrecognized_keys') - Number(b.code === 'unrecognized_keys'),
  );
  for (const issue of unknownLast) {
    const reason = reasonOfIssue(issue);
    for (const name of namesOf(issue)) if (!reasons.has(name)) reasons.set(name, reason);
  }
  return reasons;
}

/**
 * Parses one part of a request. Throws a 400 problem that carries a reason under a handful of wrong fields, and says
 * how many more there are. What it costs grows no faster than the value.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // Zod's own messages, which nobody sees, would hold all unknown keys.
  const result = schema.safeParse(value, { reportInput: true, error: () => '' });
  if (result.success) return result.data;
  const reasons = reasonsOf(result.error.issues);
  const [only] = reasons.size === 1 ? reasons.values() : [];
  throw new Problem(only?.status ?? 'INVALID_INPUT', {
    ...(only?.params ? { params: only.params } : {}),
    fields: Object.fromEntries([...reasons].slice(0, LIMITS.problemFields)),
    moreFields: Math.max(0, reasons.size - LIMITS.problemFields),
  });
}
