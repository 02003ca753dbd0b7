import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, dateTime, day, filledLine, id, ruled } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf } from '../paging.ts';
import { listQueries, ranged } from '../record-schemas.ts';
import { whyNotWebAddress } from '../rules.ts';
import { APP_CODES } from '../viewer.ts';
import { DELIVERY_FAILURES } from './audit-receiver-record.ts';
import { ENDING_FILTERS, ENDING_KINDS, ENDING_SORT, ENDING_WEEK_MOST, ENDING_WEEKS } from './ends-soon-record.ts';

const snooze = z
  .object({
    until: answeredDay.describe('The first day on which it is told of again.'),
    reason: z.string(),
    by_name: z.string().nullable(),
    at: dateTime,
  })
  .meta({ shape: 'EndingSnooze' });

const ending = z
  .object({
    key: z.string().describe('The kind and what it is of, a colon apart; it stays the same when the end is moved.'),
    kind: z.enum(ENDING_KINDS),
    name: z.string(),
    record_id: id.nullable().describe('The record whose page shows it: an account, a person, a certificate …'),
    account_id: id.nullable().describe('Null for what is the platform’s own.'),
    account_name: z.string().nullable(),
    /** The first moment at which it is no longer good. */
    ends_at: dateTime,
    ends_on: answeredDay.describe('The last day on which it is good, in UTC.'),
    app_code: z.enum(APP_CODES).nullable().describe('Of a trial.'),
    owner_name: z.string().nullable().describe('Who has it, or has last looked after it.'),
    service_user: z.boolean().describe('Whether `record_id` names a service user.'),
    last_used_at: dateTime.nullable(),
    people: z
      .number()
      .int()
      .nullable()
      .describe(`Who can’t sign in without it; counted up to ${LIMITS.countBound}. Null where nobody is shut out.`),
    certificates: z
      .number()
      .int()
      .nullable()
      .describe(
        `Of an account or authority: those that can’t be renewed or end with it; of a person: the others. Counted up ` +
          `to ${LIMITS.countBound}. Null of the platform’s authorities, but for system scope.`,
      ),
    snooze: snooze.nullable().describe('Who has put it off, until when and why.'),
  })
  .meta({ shape: 'Ending' });
export type Ending = z.output<typeof ending>;

const queries = listQueries(ENDING_SORT, ENDING_FILTERS);
export type EndingListQuery = z.output<typeof queries.list>;
// What omits a field loses what is refused of them together.
const exportQuery = ranged(z.strictObject(queries.export.shape).omit({ id: true }), ENDING_FILTERS);
export type EndingExportQuery = Omit<z.output<typeof exportQuery>, 'locale'>;

const weeks = z
  .object({
    from: answeredDay.describe('The Monday of the first week, in UTC.'),
    kinds: z
      .array(
        z
          .object({
            kind: z.enum(ENDING_KINDS),
            weeks: z
              .array(z.number().int())
              .length(ENDING_WEEKS)
              .describe(`How many end in each week; ${ENDING_WEEK_MOST} stands for that and more.`),
          })
          .meta({ shape: 'EndingWeeksOfKind' }),
      )
      .describe('The kinds of which something ends in these weeks.'),
  })
  .meta({ shape: 'EndingWeeks' });
export type EndingWeeks = z.output<typeof weeks>;

const feed = z.object({ made_at: dateTime, last_read_at: dateTime.nullable() }).meta({ shape: 'CalendarFeed' });
export type CalendarFeed = z.output<typeof feed>;

const failure = z
  .object({
    reason: z.enum(DELIVERY_FAILURES),
    detail: z.string().describe('What the other side or the network said.'),
  })
  .meta({ shape: 'EndingWebhookFailure' });
const webhook = z
  .object({
    address: z.string(),
    made_at: dateTime,
    sent_at: dateTime.nullable().describe('When a message arrived last; a test is none.'),
    failure: failure
      .extend({ at: dateTime, next_try_at: dateTime })
      .meta({ shape: 'EndingWebhookTry' })
      .nullable()
      .describe('Why the newest message has not arrived yet.'),
  })
  .meta({ shape: 'EndingWebhook' });
export type EndingWebhook = z.output<typeof webhook>;

const ONE = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z_]+:[\w.:-]{1,200}$/)
    .describe('Names the row.'),
});
const AUDIT = { action: 'UPDATE', resource: 'ENDING' } as const;

export const endsSoon = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon',
    summary:
      'Everything that ends by itself, of what the viewer may see: accounts, trials, certificates, tokens, ' +
      'authorities. What was renewed or replaced is left out. Default sort: the soonest first.',
    access: ACCESS.endsSoon.view,
    query: queries.list,
    success: 200,
    response: listOf(ending),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon/export',
    summary: 'Every matching row as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.endsSoon.view,
    query: exportQuery,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  weeks: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon/weeks',
    summary: 'How many of each kind end in each of the next weeks, this one included.',
    access: ACCESS.endsSoon.view,
    success: 200,
    response: weeks,
  }),
  snooze: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/ends-soon/{key}/snooze',
    summary:
      'Puts a row off until a day, with a reason, for everybody on the same side: the people of the platform, of the ' +
      'partner, or of the account. It ends by itself on that day, and when the end of the row is moved.',
    access: ACCESS.endsSoon.snooze,
    audit: AUDIT,
    params: ONE,
    body: z.strictObject({ until: day, reason: filledLine(LIMITS.snoozeReasonMax) }),
    success: 200,
    response: ending,
    problems: ['NOT_FOUND', 'ENDED_ALREADY', 'SNOOZE_IN_PAST', 'SNOOZE_BEYOND_END'],
  }),
  wake: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/ends-soon/{key}/snooze',
    summary: 'Ends the putting off of a row.',
    access: ACCESS.endsSoon.snooze,
    audit: AUDIT,
    params: ONE,
    success: 204,
    problems: ['NOT_FOUND'],
  }),
  readFeed: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon/calendar',
    summary: 'Whether the viewer has an address for calendars, and when it was read last.',
    access: ACCESS.endsSoon.subscribe,
    success: 200,
    response: z.object({ feed: feed.nullable() }),
  }),
  makeFeed: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/ends-soon/calendar',
    summary:
      'Makes an address from which the viewer’s calendar reads what ends, answered this once. It is a secret with ' +
      'the rights of its person. One that was made before opens nothing any more.',
    access: ACCESS.endsSoon.subscribe,
    audit: { action: 'CREATE', resource: 'CALENDAR_FEED' },
    reauthenticate: true,
    success: 201,
    response: z.object({ url: z.string() }),
  }),
  revokeFeed: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/ends-soon/calendar',
    summary: 'Revokes the viewer’s address for calendars.',
    access: ACCESS.endsSoon.subscribe,
    audit: { action: 'DELETE', resource: 'CALENDAR_FEED' },
    success: 204,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon/calendar/{secret}.ics',
    summary:
      'What ends within a year, as a calendar (RFC 5545): what the person of the address may see now, without what ' +
      'was put off, in the person’s language.',
    access: 'public',
    params: z.strictObject({ secret: z.string().max(100).describe('The secret of the address.') }),
    success: 200,
    octets: ['text/calendar; charset=utf-8'],
    caches: true,
    problems: ['NOT_FOUND'],
    perMinute: 60,
  }),
  readWebhook: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ends-soon/webhook',
    summary: 'Where the viewer has messages of ends sent, and what came of the newest one.',
    access: ACCESS.endsSoon.subscribe,
    success: 200,
    response: z.object({ webhook: webhook.nullable() }),
  }),
  makeWebhook: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/ends-soon/webhook',
    summary:
      'Has a message sent each day of what ends in 60, 30, 7 days and in one, of what the viewer may see then; on ' +
      'days without any, nothing is sent. Signed as Standard Webhooks has it with a secret that is answered this ' +
      'once, and sent again until it is answered by 2xx. In place of the address and secret before.',
    access: ACCESS.endsSoon.subscribe,
    audit: { action: 'CREATE', resource: 'ENDING_WEBHOOK' },
    reauthenticate: true,
    body: z.strictObject({
      address: ruled(whyNotWebAddress, {
        format: 'uri',
        maxLength: LIMITS.urlMax,
        description: 'By https, on the internet. Where the operator allows the own network, plain http within it.',
      }),
    }),
    success: 201,
    response: z.object({ secret: z.string() }),
    problems: ['INVALID_WEBHOOK_ADDRESS'],
    perMinute: 10,
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/ends-soon/webhook',
    summary: 'Ends the messages of ends to the viewer’s address.',
    access: ACCESS.endsSoon.subscribe,
    audit: { action: 'DELETE', resource: 'ENDING_WEBHOOK' },
    success: 204,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/ends-soon/webhook/test',
    summary: 'Sends a message that names nothing to the viewer’s address, once, and answers why it has not arrived.',
    access: ACCESS.endsSoon.subscribe,
    audit: { none: 'It changes nothing: the message says no more than that it is one.' },
    asks: true,
    success: 200,
    response: z.object({ failure: failure.nullable() }),
    problems: ['NOT_FOUND'],
    perMinute: 10,
  }),
};
