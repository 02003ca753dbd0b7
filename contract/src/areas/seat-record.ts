/** What a seat is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';

/** Who or what certificates are issued for. */
export const SEAT_TYPES = ['user', 'device', 'server', 'organization'] as const;
export type SeatType = (typeof SEAT_TYPES)[number];

/** Account, type and identifier are chosen when the seat is made, and stay: they are what certificates name. */
export const SEAT = columns({
  id: { type: 'id' },
  account_id: { type: 'id', audited: true },
  type: {
    type: 'choice',
    of: SEAT_TYPES,
    input: 'required',
    fixed: true,
    label: 'seats.type',
    valueTexts: 'seats.type',
  },
  name: { type: 'text', format: 'filledLine', max: LIMITS.seatNameMax, input: 'required', label: 'seats.name' },
  identifier: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.domainMax,
    input: 'required',
    fixed: true,
    label: 'seats.identifier',
  },
  email: {
    type: 'text',
    format: 'line',
    max: LIMITS.emailMax,
    from: 'default',
    input: 'optional',
    label: 'seats.email',
  },
  description: {
    type: 'text',
    format: 'line',
    max: LIMITS.nameMax,
    from: 'default',
    input: 'optional',
    label: 'seats.description',
  },
  name_folded: { type: 'text', from: 'generated', internal: true },
  owner_account_id: { type: 'id', nullable: true, from: 'trigger', internal: true },
  ...STAMPS,
  created_at: { type: 'instant', label: 'seats.created_at' },
});

export const SEAT_ROW = ['id', 'account_id', 'type', 'name', 'identifier', 'email', 'created_at'] as const;
export const SEAT_FILTERS = filters({
  name: {
    type: 'text',
    max: LIMITS.nameMax,
    description: 'Rows whose name, identifier or address contains this; neither case nor accents matter.',
  },
  type: { type: 'choice', of: SEAT_TYPES },
  account_id: { type: 'id' },
});
export const SEAT_SORT = ['name', 'identifier', 'type', 'created_at'] as const;
