/**
 * The reason behind one issue of a zod schema: what forms show, and what the server refuses with. Nothing of zod is
 * loaded here.
 */
import type { z } from 'zod';
import type { ProblemStatus, Reason } from './problem.ts';
import { notAllowed, whyNotSort } from './rules.ts';

/** A status is one word; what zod says of itself is a sentence. The table of all statuses is not loaded for that. */
export const isStatus = (text: string): text is ProblemStatus => /^\w+$/.test(text);

/** As many of the values that are allowed as a sentence bears. */
const VALUES_NAMED = 12;

function oneOf(values: readonly unknown[]): Reason {
  const named = values.slice(0, VALUES_NAMED).join(', ');
  return notAllowed('choice', { values: values.length > VALUES_NAMED ? `${named} …` : named });
}

/** `issue` as the schema reports it, with its input (`reportInput`). */
export function reasonOfIssue(issue: z.core.$ZodIssue): Reason {
  if (issue.code === 'custom') {
    const reason: unknown = issue.params?.['reason'];
    if (typeof reason === 'object' && reason !== null && 'status' in reason) return reason as Reason;
  }
  if (issue.code === 'invalid_key' && issue.issues[0]) return reasonOfIssue(issue.issues[0]);
  if (issue.code === 'invalid_value' && issue.message === 'UNKNOWN_SORT_COLUMN')
    return whyNotSort(issue.input, issue.values.map(String)) ?? { status: 'UNKNOWN_SORT_COLUMN' };
  if (isStatus(issue.message)) return { status: issue.message };
  return plainReason(issue);
}

/** A field without a value. What holds the fields is never missing: it is of another type. */
const isMissing = ({ input, path }: z.core.$ZodIssue): boolean =>
  input === undefined || (input === null && path.length > 0);

/** The reason of an issue that the contract says nothing of. */
function plainReason(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { status: 'UNKNOWN_FIELD' };
    case 'invalid_type':
      return isMissing(issue) ? { status: 'REQUIRED' } : notAllowed(issue.expected);
    case 'invalid_value':
      if (issue.input === '') return { status: 'REQUIRED_CHOICE' };
      return isMissing(issue) ? { status: 'REQUIRED' } : oneOf(issue.values);
    case 'too_big':
      return issue.origin === 'string'
        ? { status: 'MAX_LENGTH', params: { max: Number(issue.maximum) } }
        : notAllowed('items', { max: Number(issue.maximum) });
    case 'too_small':
      return issue.origin === 'string' ? { status: 'REQUIRED' } : notAllowed('least', { min: Number(issue.minimum) });
    case 'invalid_format':
      return issue.format === 'regex'
        ? notAllowed('pattern', { pattern: issue.pattern ?? '' })
        : notAllowed(issue.format);
    default:
      return notAllowed('other');
  }
}
