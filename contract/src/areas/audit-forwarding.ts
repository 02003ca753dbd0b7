import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { AUDIT_ACTIONS, AUDIT_RESULTS, AUDIT_VIAS } from '../audit.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, queryNumber, readVersion } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema } from '../record-schemas.ts';
import { SCOPES } from '../viewer.ts';
import {
  AUDIT_RECEIVER,
  DELIVERY_FAILURES,
  RECEIVER_FILTERS,
  RECEIVER_SORT,
  RECEIVER_STARTS,
} from './audit-receiver-record.ts';

/** A secret is sent once and answered never; an edit without one keeps the one that is there. */
const secret = {
  secret: z
    .string()
    .min(1)
    .max(LIMITS.privateKeyMax)
    .optional()
    .describe('The bearer token, the key of signatures, or the private key of the client certificate, in PEM.'),
};
export const receiverCreate = createSchema(AUDIT_RECEIVER).extend({
  ...secret,
  start: z.enum(RECEIVER_STARTS).optional().describe('Where it begins: at the next event, or at the first of the log.'),
});
export const receiverEdit = editSchema(AUDIT_RECEIVER).extend(secret);

/** Why something did not arrive, and in the words of the other side or the network, English, for who looks into it. */
const failure = z.object({ reason: z.enum(DELIVERY_FAILURES), detail: z.string() }).meta({ shape: 'DeliveryFailure' });

/** How far the events have come. */
const delivery = z
  .object({
    /** Events that have not arrived yet. */
    waiting: z.number().int(),
    /** The index of the event that is sent next. */
    next_index: z.number().int(),
    /** The index up to which all has arrived; null before the first. */
    last_index: z.number().int().nullable(),
    last_sent_at: dateTime.nullable(),
    /** Why the newest try failed; null where it went well. */
    failure: failure.nullable(),
    failed_tries: z.number().int(),
    failed_at: dateTime.nullable(),
    next_try_at: dateTime.nullable(),
    /** The newest test event; `done_at` is null while it is on its way. Null where none was asked for. */
    test: z
      .object({ asked_at: dateTime, done_at: dateTime.nullable(), failure: failure.nullable() })
      .meta({ shape: 'ReceiverTest' })
      .nullable(),
  })
  .meta({ shape: 'Delivery' });
export type Delivery = z.output<typeof delivery>;

const shownCertificate = z.object({ subject: z.string(), valid_to: dateTime }).meta({ shape: 'ReceiverCertificate' });

const receiver = recordSchema(AUDIT_RECEIVER)
  .extend({
    updated_by_name: z.string().nullable(),
    certificate: shownCertificate
      .nullable()
      .describe('The client certificate that is shown to the receiver, the first of `client_certificate`.'),
    delivery,
  })
  .meta({ shape: 'AuditReceiver' });
export type AuditReceiver = z.output<typeof receiver>;

const queries = listQueries(RECEIVER_SORT, RECEIVER_FILTERS);
export type ReceiverListQuery = z.output<typeof queries.list>;

const ONE = z.strictObject({ id: id.describe('Names the receiver.') });

/** An event as the log keeps it. What it has not is left out. */
const loggedEvent = z
  .object({
    id,
    at: z.string().meta({
      wire: {
        type: 'string',
        format: 'date-time',
        description:
          'Of RFC 3339, with T, milliseconds and Z, unlike other answers: the leaf is the hash of the event as it ' +
          'stands here.',
      },
    }),
    action: z.enum(AUDIT_ACTIONS),
    /** A type of this version, or of one before it. */
    resource_type: z.string(),
    resource_id: z.string().optional(),
    resource_name: z.string().optional(),
    account_id: id.optional(),
    actor_id: id.optional(),
    actor_name: z.string().optional(),
    actor_scope: z.enum(SCOPES).optional(),
    actor_via: z.enum(AUDIT_VIAS),
    credential_id: id.optional(),
    credential_name: z.string().optional(),
    ip: z.string().optional(),
    user_agent: z.string().optional(),
    correlation_id: z.string().optional(),
    result: z.enum(AUDIT_RESULTS),
    message: z.string().optional(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ shape: 'LoggedEvent' });

const place = z
  .object({
    /** Its place in the log, from 0. */
    index: z.number().int(),
    /** SHA-256(0x00 || canonical JSON of the whole event), standard base64: the leaf that `/verify` proves. */
    leaf: z.string(),
    /** Whether address, browser, correlation id and credential are left out, because the actor is of another tenant. */
    withheld: z.boolean(),
    event: loggedEvent,
  })
  .meta({ shape: 'LogPlace' });

export const auditForwarding = {
  feed: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/feed',
    summary:
      'The audit events that the caller may see, in the order of the log, for programs that collect them. Hand in ' +
      '`next` as `after` to go on: what is committed late comes late, and nothing is passed over.',
    access: ACCESS.auditLog.view,
    query: z.strictObject({
      after: queryNumber(0, 9_999_999_999)
        .optional()
        .describe('The index after which to go on; without it from the beginning.'),
      limit: queryNumber(1, LIMITS.auditFeedMax)
        .default(LIMITS.auditFeedPage)
        .describe('How many events at most. Large ones are answered in smaller numbers.'),
    }),
    success: 200,
    response: z.object({
      items: z.array(place),
      /** What to hand in as `after` next time; null as long as there is nothing to go on after. */
      next: z.number().int().nullable(),
      /** Whether more may be had at once; where not, ask again later. */
      more: z.boolean(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-receiver',
    summary: 'The receivers to which the events of the audit log are sent, and how far each has come.',
    access: ACCESS.auditForwarding.manage,
    query: queries.list,
    success: 200,
    response: listOf(receiver),
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/audit-receiver',
    summary: 'Has the events of the audit log sent to a further receiver.',
    access: ACCESS.auditForwarding.manage,
    audit: { action: 'CREATE', resource: 'AUDIT_RECEIVER' },
    reauthenticate: true,
    body: receiverCreate,
    success: 201,
    response: receiver,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-receiver/{id}',
    summary: 'One receiver and how far it has come.',
    access: ACCESS.auditForwarding.manage,
    params: ONE,
    success: 200,
    response: receiver,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/audit-receiver/{id}',
    summary:
      'Edits a receiver, switches it on or off; optional fields that are left out stay. It is tried again at once. ' +
      'What came meanwhile is sent once it is on. With the version that was read, a save after somebody else’s is ' +
      'refused with CHANGED_MEANWHILE.',
    access: ACCESS.auditForwarding.manage,
    audit: { action: 'UPDATE', resource: 'AUDIT_RECEIVER' },
    reauthenticate: true,
    params: ONE,
    query: readVersion,
    body: receiverEdit,
    success: 200,
    response: receiver,
    problems: ['CHANGED_MEANWHILE'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/audit-receiver/{id}',
    summary: 'Deletes a receiver. Nothing more is sent to it.',
    access: ACCESS.auditForwarding.manage,
    audit: { action: 'DELETE', resource: 'AUDIT_RECEIVER' },
    params: ONE,
    success: 204,
  }),
  test: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/audit-receiver/{id}/test',
    summary: 'Has a test event sent, within seconds; what came of it stands in `delivery.test`.',
    access: ACCESS.auditForwarding.manage,
    audit: { action: 'UPDATE', resource: 'AUDIT_RECEIVER' },
    params: ONE,
    success: 204,
    perMinute: 30,
  }),
  sendAgain: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/audit-receiver/{id}/send-again',
    summary:
      'Has the events from an index on sent again, in the order of the log, such as those that a receiver has lost. ' +
      'A batch that is under way is ended first, which takes up to a minute.',
    access: ACCESS.auditForwarding.manage,
    audit: { action: 'UPDATE', resource: 'AUDIT_RECEIVER' },
    params: ONE,
    body: z.strictObject({
      from_index: z.number().describe('The index of the first event that is sent again, below `delivery.next_index`.'),
    }),
    success: 204,
  }),
};
