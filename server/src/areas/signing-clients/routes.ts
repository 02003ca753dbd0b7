import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import {
  createSigningClient,
  deleteSigningClient,
  listSigningClients,
  readSigningClient,
  updateSigningClient,
} from './store.ts';

export const signingClientsRoutes: HandlersOf<typeof areas.signingClients> = {
  list: ({ viewer, db, params }) => listSigningClients(viewer, db, params.id),

  async create({ viewer, db, params, body, now, audit }) {
    const { after, event } = await createSigningClient(viewer, db, params, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params }) => readSigningClient(viewer, db, params),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { event } = await updateSigningClient(viewer, db, params, body, query.version, now);
    audit(event);
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteSigningClient(viewer, db, params, now);
    audit(event);
  },
};
