/**
 * The person switch of `npm run dev`. buildApp binds these calls in development only, and they answer for a furnished
 * platform only: two locks, since they sign in without a password.
 */
import type { development } from '@signet/contract/development';
import type { HandlersOf } from '../../http/handler.ts';
import { callbackUrl } from '../../sign-in/callback.ts';
import { findDemoPerson, listDemoPeople } from './store.ts';

export const developmentRoutes: HandlersOf<typeof development> = {
  people: ({ db }) => listDemoPeople(db),

  // The same code as after an identity provider's sign-in: the session begins at the callback, nowhere else.
  signIn: async ({ db, now, body }) => ({
    return_url: await callbackUrl({ db, now }, await findDemoPerson(db, body.user_name), { proofs: ['link'] }),
  }),
};
