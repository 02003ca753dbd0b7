/**
 * One act on many records: a plan with a verdict per row, confirmed and run as a job with an outcome per row, undone
 * where it can be. An area declares the plan of each of its acts with {@link bulkPlan}; all else is the area `bulk`.
 */
import { z } from 'zod';
import type { Access } from './access.ts';
import { BULK_ACTS, BULK_OUTCOMES, BULK_STATUSES, BULK_VERDICTS } from './bulk-names.ts';
import { endpoint } from './endpoint.ts';
import { answeredReason, dateTime, id, text } from './fields.ts';
import type { Filters } from './filter.ts';
import { LIMITS } from './limits.ts';
import type { ProblemStatus } from './problem.ts';
import { filterShape } from './record-schemas.ts';

/**
 * A cell of a list of things to be made. What is longer than any field takes is cut, and is too long still: it is said
 * of its row, as all else is.
 */
export const listedText = text(LIMITS.bulkBodyBytes)
  .transform((value) => value.slice(0, LIMITS.urlMax))
  .optional();

/** What calls have in common that are sent such a list. */
export const LIST_CALL = { bodyMax: { bytes: LIMITS.bulkBodyBytes, values: LIMITS.bulkBodyValues }, perMinute: 30 };

const count = z.number().int();
const counts = <const N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<N, typeof count>);

/** A plan, and what has become of it. Counts are rows. */
export const plan = z
  .object({
    id,
    act: z.enum(BULK_ACTS),
    /** What the act is given, the same for every row; null for an undo, where each row has its own. */
    input: z.record(z.string(), z.unknown()).nullable(),
    /** The filters that chose the rows; null where they were chosen one by one. */
    filters: z.record(z.string(), z.string()).nullable(),
    status: z.enum(BULK_STATUSES),
    made_at: dateTime,
    made_by_name: z.string(),
    /** Whether the viewer made it: only its maker runs, stops, repeats and undoes it. */
    own: z.boolean(),
    /** Whether it is a run that has ended, and that its maker has not looked at since. */
    unseen: z.boolean(),
    /** Until when it can be run. */
    expires_at: dateTime,
    started_at: dateTime.nullable(),
    ended_at: dateTime.nullable(),
    total: count,
    verdicts: counts(BULK_VERDICTS),
    /** Of the rows that will change: what came of them, and how many wait. */
    outcomes: counts([...BULK_OUTCOMES, 'waiting']),
    /** Why rows are refused, the most frequent reason first. */
    refusals: z.array(answeredReason.extend({ count })),
    /** What follows of it, by name: `people`, `sessions` … */
    effects: z.record(z.string(), count),
    /** Whether it weighs so much that a word is typed before it is run. */
    typed: z.boolean(),
    /** Whether the act has a way back. */
    undoable: z.boolean(),
    /** Until when what was done can be undone; null before it has ended, and where it can't. */
    undo_until: dateTime.nullable(),
    /** The run that this one takes back. */
    undoes: id.nullable(),
  })
  .meta({ shape: 'BulkPlan' });
export type BulkPlan = z.output<typeof plan>;

/** A plan or a run as a list shows it. Counts are rows. */
export const planSummary = plan
  .pick({
    id: true,
    act: true,
    input: true,
    undoes: true,
    status: true,
    made_at: true,
    made_by_name: true,
    own: true,
    unseen: true,
    started_at: true,
    ended_at: true,
    total: true,
  })
  .extend({
    /**
     * How many the plan would change; of these, how many have an outcome, how many were done, and how many could not
     * be. The others were so already.
     */
    change: count,
    settled: count,
    done: count,
    failed: count,
  })
  .meta({ shape: 'BulkPlanSummary' });
export type BulkPlanSummary = z.output<typeof planSummary>;

/** One row of a plan. */
export const planRow = z.object({
  /** Of the record. */
  id,
  name: z.string(),
  verdict: z.enum(BULK_VERDICTS),
  /** Why it is refused. */
  reason: answeredReason.nullable(),
  /** What came of it; null while it waits, and where nothing was to be done. */
  outcome: z.enum(BULK_OUTCOMES).nullable(),
  outcome_reason: answeredReason.nullable(),
});
export type BulkRow = z.output<typeof planRow>;

/** A row of a list that can't be made, or is there already. */
export const judgedRow = z
  .object({
    row: count.describe('From 1, in the order in which they were sent.'),
    verdict: z.enum(['refused', 'same']),
    fields: z.record(z.string(), answeredReason).describe('What is wrong, by field.'),
    reason: answeredReason.nullable().describe('What is wrong with the row as a whole.'),
  })
  .meta({ shape: 'JudgedRow' });

/**
 * Declares the plan of an act: which records, by their ids or by the filters of their list, and what the act is given.
 * `access` is that of the single act; `shape` names the filters in the API's document.
 */
export const bulkPlan = <const P extends string, F extends Filters, I extends z.ZodObject>(declared: {
  path: P;
  summary: string;
  access: Access;
  filters: F;
  shape: string;
  /** Names the whole body, where several acts of an area take the same. */
  body?: string;
  input: I;
  /** What may be wrong with the input, beside what its schema says. */
  problems?: readonly ProblemStatus[];
}) =>
  endpoint({
    method: 'POST',
    path: declared.path,
    summary: `${declared.summary} Answers a plan with a verdict per row; changes nothing.`,
    access: declared.access,
    audit: { none: 'A plan changes nothing; its run is recorded, and each row by its own event.' },
    body: z
      .strictObject({
        /** Either these, or the filters; never both. */
        ids: z.array(id).min(1).max(LIMITS.bulkChosenMax).optional(),
        filters: z.strictObject(filterShape(declared.filters)).meta({ shape: declared.shape }).optional(),
        input: declared.input,
      })
      .meta(declared.body === undefined ? {} : { shape: declared.body }),
    success: 201,
    response: plan,
    problems: ['TOO_MANY_ROWS', 'NOT_FOUND', ...(declared.problems ?? [])],
    perMinute: 60,
  });
