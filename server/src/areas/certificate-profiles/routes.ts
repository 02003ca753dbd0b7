import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { archiveProfile, createProfile, listProfiles, listProfilesOf, readProfile, updateProfile } from './store.ts';

export const certificateProfilesRoutes: HandlersOf<typeof areas.certificateProfiles> = {
  list: ({ viewer, db, query }) => listProfiles(viewer, db, query),

  listOfAccount: ({ viewer, db, params, query }) => listProfilesOf(viewer, db, params.id, query),

  async create({ viewer, db, body, now, audit }) {
    const { after, event } = await createProfile(viewer, db, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params }) => readProfile(viewer, db, params.id),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateProfile(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  async archive({ viewer, db, params, body, now, audit }) {
    const { after, event } = await archiveProfile(viewer, db, params.id, body.archived, now);
    audit(event);
    return after;
  },
};
