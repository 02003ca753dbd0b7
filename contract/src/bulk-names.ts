/** The words of bulk acts, without schemas. */

/** What a plan says of a row. */
export const BULK_VERDICTS = ['refused', 'change', 'same'] as const;
export type BulkVerdict = (typeof BULK_VERDICTS)[number];

/** What came of a row: `changed` by somebody since the plan, `gone` or out of sight since. */
export const BULK_OUTCOMES = ['done', 'same', 'refused', 'changed', 'gone'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** `expired`: not run within its time. `stopped`: rows wait that will stay as they are. */
export const BULK_STATUSES = ['planned', 'expired', 'running', 'stopping', 'stopped', 'done'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];
