import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { regenerateSecret } from './secret-store.ts';
import { deleteClient, listClients, readClient, switchClient } from './store.ts';
import { createClient, updateClient } from './values-store.ts';

export const oauthClientsRoutes: HandlersOf<typeof areas.oauthClients> = {
  list: ({ viewer, db, query, now }) => listClients(viewer, db, null, query, now),

  listOfAccount: ({ viewer, db, params, query, now }) => listClients(viewer, db, params.id, query, now),

  async create({ viewer, db, body: { accountId, ...values }, now, audit }) {
    const { after, event, text } = await createClient(viewer, db, accountId, values, now);
    audit(event);
    return { ...after, client_secret: text };
  },

  async createOfAccount({ viewer, db, params, now, audit }) {
    const { after, event, text } = await createClient(viewer, db, params.id, {}, now);
    audit(event);
    return { ...after, client_secret: text };
  },

  read: ({ viewer, db, params, now }) => readClient(viewer, db, params.id, { now }),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { event } = await updateClient(viewer, db, params.id, body, query.version, now);
    audit(event);
  },

  async status({ viewer, db, params, body, now, audit }) {
    const { event } = await switchClient(viewer, db, params.id, body.enabled, now);
    audit(event);
  },

  async regenerate({ viewer, db, params, query, body, now, audit }) {
    const renewal = { keepDays: body.keep_days, dropCurrent: body.drop_current, version: query.version };
    const { after, event, text } = await regenerateSecret(viewer, db, params.id, renewal, now);
    audit(event);
    return { client_secret: text, secrets: after.secrets };
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteClient(viewer, db, params.id, now);
    audit(event);
  },
};
