import { z } from 'zod';
import { dateTime, id, text } from '../fields.ts';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { listOf, paging } from '../paging.ts';

/** held: no mail server is configured, read it here. */
export const mailStatus = z.enum(['queued', 'held', 'sent', 'failed']);

const mailRow = z.object({
  id,
  created_at: dateTime,
  sent_at: dateTime.nullable(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: mailStatus,
  attempts: z.number().int(),
  error: z.string().nullable(),
});
export type MailRow = z.output<typeof mailRow>;

/** Whether a mail server is configured; without one every mail is held. */
const mailServer = { mail_server: z.boolean() };

export const mail = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/mail',
    summary: 'Outgoing mail, newest first.',
    access: ACCESS.outgoingMail.manage,
    query: z.strictObject({
      ...paging(['created_at', 'to', 'status']),
      to: text(254).optional(),
      status: mailStatus.optional(),
    }),
    success: 200,
    response: listOf(mailRow).extend(mailServer),
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/mail/{id}',
    summary: 'One mail with its text. The text is kept only until the mail has been sent.',
    access: ACCESS.outgoingMail.manage,
    params: z.strictObject({ id }),
    success: 200,
    response: mailRow.extend({ text: z.string().nullable(), ...mailServer }),
  }),
  resend: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/mail/{id}/resend',
    summary: 'Tries a held or failed mail again.',
    access: ACCESS.outgoingMail.manage,
    audit: { action: 'UPDATE', resource: 'MAIL' },
    params: z.strictObject({ id }),
    success: 204,
    problems: ['CONFLICT', 'NO_MAIL_SERVER'],
  }),
};
