import { PROBLEMS, Problem, type ProblemStatus, type Reason } from '@signet/contract/problem';
import type { z } from 'zod';

function isStatus(text: string): text is ProblemStatus {
  return Object.hasOwn(PROBLEMS, text);
}

/** The reason behind one zod issue: our own rule's, or the nearest word for zod's. */
function reasonOf(issue: z.core.$ZodIssue): Reason {
  if (issue.code === 'custom') {
    const reason: unknown = issue.params?.['reason'];
    if (typeof reason === 'object' && reason !== null && 'status' in reason) return reason as Reason;
  }
  if (issue.code === 'invalid_key' && issue.issues[0]) return reasonOf(issue.issues[0]);
  if (isStatus(issue.message)) return { status: issue.message };
  if (issue.code === 'unrecognized_keys') return { status: 'UNKNOWN_FIELD' };
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return { status: 'REQUIRED' };
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { status: 'MAX_LENGTH', params: { max: Number(issue.maximum) } };
  if (issue.code === 'too_small' && issue.origin === 'string') return { status: 'REQUIRED' };
  return { status: 'INVALID_INPUT' };
}

/**
 * Parses one part of a request. Throws a 400 problem that carries a reason under every wrong field.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const fields: Record<string, Reason> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.');
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => (path ? `${path}.${key}` : key)) : [path];
    for (const name of names) fields[name] ??= reasonOf(issue);
  }
  const reasons = Object.values(fields);
  const only = reasons.length === 1 ? reasons[0] : undefined;
  throw new Problem(only?.status ?? 'INVALID_INPUT', { ...(only?.params ? { params: only.params } : {}), fields });
}
