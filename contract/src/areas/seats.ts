import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, id, idOrNone, readVersion, ruled } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf } from '../paging.ts';
import { poolAbove } from '../pool-above.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { whyNotEmail } from '../rules.ts';
import { SEAT, SEAT_FILTERS, SEAT_ROW, SEAT_SORT, SEAT_TYPES } from './seat-record.ts';
import { whyNotSeatIdentifier } from './seat-rules.ts';

const email = ruled((value) => (value === '' ? null : whyNotEmail(value)), {
  maxLength: LIMITS.emailMax,
  anyOf: [{ format: 'email' }, { maxLength: 0 }],
  description: 'Where its person is reached; may be empty.',
}).optional();

export const seatEdit = editSchema(SEAT).extend({ email }).meta({ shape: 'SeatInput' });
export const seatCreate = createSchema(SEAT)
  .extend({ email, account_id: idOrNone.describe('Whose it will be; without it the viewer’s primary account.') })
  .superRefine(({ type, identifier }, context) => {
    const reason = whyNotSeatIdentifier(type, identifier);
    if (reason) context.addIssue({ code: 'custom', path: ['identifier'], message: reason.status, params: { reason } });
  });

const account = { account_name: z.string() };
const seatRow = rowSchema(SEAT, SEAT_ROW)
  .extend({
    ...account,
    certificates: z.number().int().describe('Certificates of it, by authorities of this platform, that are good now.'),
  })
  .meta({ shape: 'SeatRow' });
export type SeatRow = z.output<typeof seatRow>;
const seat = recordSchema(SEAT)
  .extend({
    ...account,
    certificates: z.number().int().describe('Certificates of it, by authorities of this platform, that are good now.'),
    updated_by_name: z.string().nullable(),
    abilities: z.object({ edit: z.boolean(), issue: z.boolean() }).meta({ shape: 'SeatAbilities' }),
    why_not_delete: answeredReason.nullable(),
  })
  .meta({ shape: 'Seat' });
export type Seat = z.output<typeof seat>;

const queries = listQueries(SEAT_SORT, SEAT_FILTERS);
export type SeatListQuery = z.output<typeof queries.list>;

const ONE = z.strictObject({ id: id.describe('Names the seat.') });
const { view, manage } = ACCESS.seats;

export const seats = {
  types: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/seat/types',
    summary: 'The types of seats.',
    access: view,
    success: 200,
    response: z.object({ items: z.array(z.object({ type: z.enum(SEAT_TYPES) })), total: z.number().int() }),
  }),
  available: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/seat/available',
    summary: 'How many seats an account may still have by its license.',
    access: view,
    query: z.strictObject({
      account_id: idOrNone.describe('Names the account; without it the viewer’s primary one.'),
    }),
    success: 200,
    response: z.object({
      account_id: id.nullable().describe('Null for the platform as a whole.'),
      seats: z.number().int().describe('How many it has.'),
      available: z.number().int().nullable().describe('How many more; -1 without limit, null where none are counted.'),
      draws_on: poolAbove
        .nullable()
        .describe('Whose licenses those are, where it was never given any of its own; null where it was.'),
    }),
    problems: ['NOT_FOUND'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/seat',
    summary: 'Seats of the accounts that the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: view,
    query: queries.list,
    success: 200,
    response: listOf(seatRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/seat',
    summary: 'Makes a seat, which counts against the license of its account.',
    access: manage,
    audit: { action: 'CREATE', resource: 'SEAT' },
    body: seatCreate,
    success: 201,
    response: seat,
    problems: ['NOT_FOUND', 'SEAT_EXISTS', 'LICENSE_USED_UP'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/seat/{id}',
    summary: 'One seat.',
    access: view,
    params: ONE,
    success: 200,
    response: seat,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v2/seat/{id}',
    summary:
      'Edits a seat; account, type, identifier and optional fields that are left out stay. With the version that ' +
      'was read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    audit: { action: 'UPDATE', resource: 'SEAT' },
    params: ONE,
    query: readVersion,
    body: seatEdit,
    success: 200,
    response: seat,
    problems: ['CHANGED_MEANWHILE'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v2/seat/{id}',
    summary: 'Deletes a seat that has no certificate any more; its place in the license is free again.',
    access: manage,
    audit: { action: 'DELETE', resource: 'SEAT' },
    params: ONE,
    success: 204,
    problems: ['SEAT_IN_USE'],
  }),
};
