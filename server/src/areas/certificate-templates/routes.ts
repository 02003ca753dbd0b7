import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import {
  archiveTemplate,
  createTemplate,
  listTemplates,
  listTemplatesOf,
  readTemplate,
  updateTemplate,
} from './store.ts';

export const certificateTemplatesRoutes: HandlersOf<typeof areas.certificateTemplates> = {
  list: ({ viewer, db, query }) => listTemplates(viewer, db, query),

  listOfAccount: ({ viewer, db, params, query }) => listTemplatesOf(viewer, db, params.id, query),

  async create({ viewer, db, body, now, audit }) {
    const { after, event } = await createTemplate(viewer, db, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params }) => readTemplate(viewer, db, params.id),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateTemplate(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  async archive({ viewer, db, params, body, now, audit }) {
    const { after, event } = await archiveTemplate(viewer, db, params.id, body.archived, now);
    audit(event);
    return after;
  },
};
