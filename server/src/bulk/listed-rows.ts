/** Rows of a list of which nothing is made yet: what a run is to do with each, and how a client is told of them. */
import type { judgedRow } from '@signet/contract/bulk';
import type { Reason } from '@signet/contract/problem';
import type { z } from 'zod';
import type { Verdict } from './act.ts';

type JudgedRow = z.output<typeof judgedRow>;

/** What comes of a row: something that can be made, which is there already, or what is wrong. */
export type ListedVerdict<One> =
  | ({ verdict: 'create' | 'same' } & One)
  | { verdict: 'refused'; fields: Record<string, Reason>; reason: Reason | null };

/** The version of what is not made yet: nobody can have saved it. */
export const UNMADE = 0;

/** What the run is to do with the row. */
export function verdictOfListed(one: ListedVerdict<object>): Verdict {
  if (one.verdict === 'refused')
    return { refused: one.reason ?? Object.values(one.fields)[0] ?? { status: 'INVALID_INPUT' } };
  return one.verdict === 'same' ? 'same' : { change: 'light' };
}

type Judged = { total: number; create: number; same: number; refused: number; items: JudgedRow[] };

/** How many rows can be made, and which ones can't, by their place in the list. */
export function judgedList(verdicts: readonly ListedVerdict<object>[]): Judged {
  const items = verdicts.flatMap((one, at): JudgedRow[] => {
    if (one.verdict === 'create') return [];
    const wrong = one.verdict === 'refused' ? { fields: one.fields, reason: one.reason } : { fields: {}, reason: null };
    return [{ row: at + 1, verdict: one.verdict, ...wrong }];
  });
  const same = items.filter(({ verdict }) => verdict === 'same').length;
  const total = verdicts.length;
  return { total, create: total - items.length, same, refused: items.length - same, items };
}
