/** What can be done to many enrollments at once, making them included; each is the single act, for every row. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan, judgedRow, LIST_CALL, listedText, plan } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ENROLLMENT_FILTERS } from './enrollment-record.ts';

export const ENROLLMENT_BULK_INPUT = { cancel: z.strictObject({}), resend: z.strictObject({}) };

const chosen = { filters: ENROLLMENT_FILTERS, shape: 'EnrollmentFilters', body: 'EnrollmentsChosen' };

/** Whatever texts stand in a list of those to be invited: what is wrong with one is said of its row. */
const candidate = z
  .strictObject({
    email: listedText,
    first_name: listedText,
    last_name: listedText,
    seat_id: listedText,
    user_id: listedText,
    locale: listedText,
    organization_units: listedText,
    street_address: listedText,
    postal_code: listedText,
    locality: listedText,
    state: listedText,
    country: listedText,
  })
  .meta({ shape: 'ListedInvitation' });
const candidates = z
  .strictObject({
    defaults: z
      .strictObject({
        account_id: listedText,
        template_id: listedText,
        keystore_location: listedText,
        enrollment_method: listedText,
        locale: listedText,
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

const many = { body: candidates, ...LIST_CALL };

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
