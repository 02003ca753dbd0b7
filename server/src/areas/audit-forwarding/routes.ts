import type { areas } from '@signet/contract';
import { LIMITS } from '@signet/contract/limits';
import { readVisiblePlaces } from '../../audit/place-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { feedItem } from './feed-item.ts';
import { askForTest, createReceiver, deleteReceiver, sendAgain, updateReceiver } from './change-store.ts';
import { listReceivers, readReceiver } from './store.ts';

export const auditForwardingRoutes: HandlersOf<typeof areas.auditForwarding> = {
  async feed({ viewer, db, query: { after, limit } }) {
    const from = after === undefined ? 0 : after + 1;
    const { events, more } = await readVisiblePlaces(viewer, db, { from, limit, bytes: LIMITS.auditFeedBytes });
    return {
      items: events.map(feedItem),
      next: events.at(-1)?.index ?? after ?? null,
      more,
    };
  },

  list: ({ viewer, db, query }) => listReceivers(viewer, db, query),

  async create({ viewer, db, body, now, runtime: { seal }, audit }) {
    const { after, event } = await createReceiver(viewer, db, body, { now, seal });
    audit(event);
    return after;
  },

  read: ({ viewer, db, params }) => readReceiver(viewer, db, params.id),

  async update({ viewer, db, params, query: { version }, body, now, runtime: { seal }, audit }) {
    const { after, event } = await updateReceiver(viewer, db, params.id, body, { version, now, seal });
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteReceiver(viewer, db, params.id, now);
    audit(event);
  },

  async test({ viewer, db, params, now, audit }) {
    audit(await askForTest(viewer, db, params.id, now));
  },

  async sendAgain({ viewer, db, params, body, now, audit }) {
    audit(await sendAgain(viewer, db, params.id, body.from_index, now));
  },
};
