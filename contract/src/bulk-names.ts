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

/** Every bulk act, area and act: what a plan calls it, and the end of the keys of its texts. */
export const BULK_ACTS = [
  'accounts.active',
  'accounts.language',
  'accounts.endDate',
  'accounts.partner',
  'accounts.remove',
  'organizations.remove',
  'certificates.revoke',
  'mail.resend',
  'administrators.create',
  'administrators.active',
  'administrators.role',
  'administrators.remove',
  'enrollments.create',
  'enrollments.cancel',
  'enrollments.resend',
] as const;
export type BulkActName = (typeof BULK_ACTS)[number];

/** Those that may weigh so much that a word is typed first. */
export const TYPED_BULK_ACTS = [
  'accounts.active',
  'accounts.remove',
  'organizations.remove',
  'certificates.revoke',
  'administrators.remove',
] as const;
