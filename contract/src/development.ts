/** Calls that exist only while NODE_ENV is development: no area, not in the API's document, never in production. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { LIMITS } from './limits.ts';
import { SCOPES } from './viewer.ts';

export const development = {
  people: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/development/people',
    summary: 'The people of a furnished platform who may sign in.',
    access: 'public',
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          user_name: z.string(),
          name: z.string(),
          scope: z.enum(SCOPES),
          account_name: z.string().nullable(),
        }),
      ),
    }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/development/sign-in',
    summary: 'The callback address that signs one of them in, without a password.',
    access: 'public',
    audit: { none: 'The session begins at the callback, which is audited.' },
    body: z.strictObject({ user_name: text(LIMITS.userNameMax) }),
    success: 200,
    response: z.object({ return_url: z.string() }),
  }),
};
