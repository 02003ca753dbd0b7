import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { readFeatures, switchFeatures } from './store.ts';

export const featuresRoutes: HandlersOf<typeof areas.features> = {
  list: ({ viewer, db, params, now }) => readFeatures(viewer, db, params.id, now),

  async switch({ viewer, db, params, query, body, now, audit }) {
    const { after, events } = await switchFeatures(viewer, db, params, body, query.version, now);
    if (events.length === 0) audit('nothing');
    for (const event of events) audit(event);
    // Nothing of the platform refuses a switch once it is stored.
    return { ...after, error: false, message: null };
  },
};
