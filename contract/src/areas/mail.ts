import { z } from 'zod';
import { dateTime, id } from '../fields.ts';
import { ACCESS } from '../access.ts';
import { bulkPlan } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../paging.ts';
import { listQueries } from '../record-schemas.ts';
import { MAIL_FILTERS, MAIL_SORT, MAIL_STATUSES } from './mail-record.ts';

const queries = listQueries(MAIL_SORT, MAIL_FILTERS);

const mailRow = z
  .object({
    id,
    created_at: dateTime,
    sent_at: dateTime.nullable(),
    to: z.string(),
    subject: z.string(),
    kind: z.string(),
    status: z.enum(MAIL_STATUSES),
    attempts: z.number().int(),
    error: z.string().nullable(),
  })
  .meta({ shape: 'MailRow' });
export type MailRow = z.output<typeof mailRow>;

const ONE = z.strictObject({ id: id.describe('Names the mail.') });

/** What the bulk act is given. */
export const MAIL_BULK_INPUT = { resend: z.strictObject({}) };

/** Whether a mail server is configured; without one every mail is held. */
const mailServer = { mail_server: z.boolean() };

export const mail = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/mail',
    summary: 'Outgoing mail, newest first.',
    access: ACCESS.outgoingMail.manage,
    query: queries.list,
    success: 200,
    response: listOf(mailRow).extend(mailServer),
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/mail/{id}',
    summary: 'One mail with its text. The text is kept only until the mail has been sent.',
    access: ACCESS.outgoingMail.manage,
    params: ONE,
    success: 200,
    response: mailRow.extend({ text: z.string().nullable(), ...mailServer }),
  }),
  resend: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/mail/{id}/resend',
    summary: 'Tries a held, failed or waiting mail again at once.',
    access: ACCESS.outgoingMail.manage,
    audit: { action: 'UPDATE', resource: 'MAIL' },
    params: ONE,
    success: 204,
    problems: ['CONFLICT', 'NO_MAIL_SERVER'],
  }),
  planResend: bulkPlan({
    path: '/account/ui-api/v1/mail/bulk/resend',
    summary: 'Tries held, failed and waiting mail again at once.',
    access: ACCESS.outgoingMail.manage,
    filters: MAIL_FILTERS,
    shape: 'MailFilters',
    input: MAIL_BULK_INPUT.resend,
  }),
};
