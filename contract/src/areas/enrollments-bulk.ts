/** What can be done to many enrollments at once, making them included; each is the single act, for every row. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan, judgedRow, plan } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ENROLLMENT_FILTERS } from './enrollment-record.ts';

export const ENROLLMENT_BULK_INPUT = { cancel: z.strictObject({}), resend: z.strictObject({}) };

const chosen = { filters: ENROLLMENT_FILTERS, shape: 'EnrollmentFilters', body: 'EnrollmentsChosen' };

/** What is longer than any field takes is cut, and is too long still: it is said of its row, as all else is. */
const written = text(LIMITS.bulkBodyBytes)
  .transform((value) => value.slice(0, LIMITS.urlMax))
  .optional();
/** Whatever texts stand in a list of those to be invited: what is wrong with one is said of its row. */
const candidate = z
  .strictObject({
    email: written,
    first_name: written,
    last_name: written,
    seat_id: written,
    user_id: written,
    locale: written,
    organization_units: written,
    street_address: written,
    postal_code: written,
    locality: written,
    state: written,
    country: written,
  })
  .meta({ shape: 'ListedInvitation' });
const candidates = z
  .strictObject({
    defaults: z
      .strictObject({
        account_id: written,
        template_id: written,
        keystore_location: written,
        enrollment_method: written,
        locale: written,
        validity: z.number().int().optional(),
        open_days: z.number().int().optional(),
        asked: z.array(text(LIMITS.nameMax)).max(20).optional(),
      })
      .describe('What is the same for all, as POST /enrollment takes it.')
      .meta({ shape: 'InvitationDefaults' }),
    enrollments: z.array(candidate).min(1).max(LIMITS.bulkMax),
  })
  .meta({ shape: 'ListedInvitations' });
export type ListedInvitations = z.output<typeof candidates>;
export type ListedInvitation = ListedInvitations['enrollments'][number];

const count = z.number().int();
const judged = z
  .object({
    total: count,
    create: count.describe('Rows that can be invited.'),
    same: count.describe('Rows that have an open invitation of this account already.'),
    refused: count,
    items: z.array(judgedRow).describe('The rows that can’t be invited, in the order in which they were sent.'),
  })
  .meta({ shape: 'JudgedInvitations' });
export type JudgedInvitations = z.output<typeof judged>;

const many = {
  body: candidates,
  bodyMax: { bytes: LIMITS.bulkBodyBytes, values: LIMITS.bulkBodyValues },
  perMinute: 30,
};

export const enrollmentsBulk = {
  validateMany: endpoint({
    ...many,
    access: ACCESS.enrollments.invite,
    method: 'POST',
    path: '/account/ui-api/v2/enrollment/bulk/validate',
    summary: 'Says of each row of a list why it can’t be invited. Invites nobody.',
    audit: { none: 'It changes nothing.' },
    success: 200,
    response: judged,
  }),
  createMany: endpoint({
    ...many,
    access: ACCESS.enrollments.invite,
    reauthenticate: true,
    method: 'POST',
    path: '/account/ui-api/v2/enrollment/bulk',
    summary:
      'Invites those of a list with whom nothing is wrong, as a job, by mail. Answers its run, with a verdict for ' +
      'every row.',
    audit: { action: 'UPDATE', resource: 'BULK_RUN' },
    success: 201,
    response: plan,
    problems: ['NOTHING_TO_DO'],
  }),
  planCancel: bulkPlan({
    ...chosen,
    access: ACCESS.enrollments.manage,
    path: '/account/ui-api/v2/enrollment/bulk/cancel',
    summary: 'Cancels enrollments.',
    input: ENROLLMENT_BULK_INPUT.cancel,
  }),
  planResend: bulkPlan({
    ...chosen,
    access: ACCESS.enrollments.manage,
    path: '/account/ui-api/v2/enrollment/bulk/resend',
    summary: 'Mails invitations again, each with a new link.',
    input: ENROLLMENT_BULK_INPUT.resend,
  }),
};
