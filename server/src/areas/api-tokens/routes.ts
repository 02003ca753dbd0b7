import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import type { AskedOwner } from '../../people/owner-store.ts';
import { listEndingTokens } from './ending-store.ts';
import { tellOwner } from './made-mail.ts';
import { createToken, deleteToken, enableToken, listTokens, readToken, updateToken, type TokenPlace } from './store.ts';

const ofServiceUser = ({ id }: { id: string }): AskedOwner => ({ userId: id, serviceUser: true });
const oneOfServiceUser = ({ id, tokenId }: { id: string; tokenId: string }): TokenPlace => ({ id: tokenId, of: id });

export const apiTokensRoutes: HandlersOf<typeof areas.apiTokens> = {
  list: ({ viewer, db, query: { user_id, ...query } }) =>
    listTokens(viewer, db, { userId: user_id ?? viewer.userId }, query),

  async create({ viewer, db, body: { user_id, ...values }, now, runtime, audit }) {
    const { after, event, text } = await createToken(viewer, db, { userId: user_id ?? viewer.userId }, values, now);
    audit(event);
    await tellOwner(viewer, db, runtime, after);
    return { ...after, token: text };
  },

  ending: ({ viewer, db, now }) => listEndingTokens(viewer, db, now),

  read: ({ viewer, db, params }) => readToken(viewer, db, params),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateToken(viewer, db, params, body, query.version, now);
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteToken(viewer, db, params, now);
    audit(event);
  },

  async enable({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enableToken(viewer, db, params, body.enabled, now);
    audit(event);
    return after;
  },

  listOfServiceUser: ({ viewer, db, params, query }) => listTokens(viewer, db, ofServiceUser(params), query),

  async createOfServiceUser({ viewer, db, params, body, now, audit }) {
    const { after, event, text } = await createToken(viewer, db, ofServiceUser(params), body, now);
    audit(event);
    return { ...after, token: text };
  },

  readOfServiceUser: ({ viewer, db, params }) => readToken(viewer, db, oneOfServiceUser(params)),

  async updateOfServiceUser({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateToken(viewer, db, oneOfServiceUser(params), body, query.version, now);
    audit(event);
    return after;
  },

  async removeOfServiceUser({ viewer, db, params, now, audit }) {
    const { event } = await deleteToken(viewer, db, oneOfServiceUser(params), now);
    audit(event);
  },

  async enableOfServiceUser({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enableToken(viewer, db, oneOfServiceUser(params), body.enabled, now);
    audit(event);
    return after;
  },
};
