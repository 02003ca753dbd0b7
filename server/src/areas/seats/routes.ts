import type { areas } from '@signet/contract';
import { SEAT_TYPES } from '@signet/contract/areas/seat-record';
import type { HandlersOf } from '../../http/handler.ts';
import { availableSeats, createSeat, deleteSeat, listSeats, readSeat, updateSeat } from '../../seats/seat-store.ts';

export const seatsRoutes: HandlersOf<typeof areas.seats> = {
  types: async () => ({ items: SEAT_TYPES.map((type) => ({ type })), total: SEAT_TYPES.length }),

  available: ({ viewer, db, query }) => availableSeats(viewer, db, query.account_id),

  list: ({ viewer, db, query, now }) => listSeats(viewer, db, query, now),

  async create({ viewer, db, body, now, audit }) {
    const { after, event } = await createSeat(viewer, db, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params, now }) => readSeat(viewer, db, params.id, { now }),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateSeat(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, runtime, audit }) {
    const { event, also } = await deleteSeat(runtime, viewer, db, params.id, now);
    audit(event);
    for (const one of also) audit(one);
  },
};
