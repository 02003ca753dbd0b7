import { z } from 'zod';
import { ACCESS, SIGNED_IN, type Access } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { id, ruled } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { whyNotSearchText } from '../rules.ts';
import { APP_CODES, SCOPES } from '../viewer.ts';

/** What a viewer needs to find things of a kind. */
export const SEARCHED = {
  account: ACCESS.accounts.view,
  organization: ACCESS.organizations.view,
  person: ACCESS.administrators.view,
  role: ACCESS.roles.view,
  service_user: ACCESS.serviceUsers.view,
} as const satisfies Record<string, Access>;
export type SearchKind = keyof typeof SEARCHED;

/** A group is absent when the viewer may not see its kind at all; at most LIMITS.searchResults each, the best first. */
const found = z.object({
  accounts: z.array(z.object({ id, name: z.string(), friendly_identifier: z.string() })).optional(),
  organizations: z.array(z.object({ id, name: z.string(), account_name: z.string() })).optional(),
  people: z
    .array(
      z.object({
        id,
        name: z.string(),
        user_name: z.string(),
        access_scope: z.enum(SCOPES),
        account_id: id.nullable(),
        account_name: z.string().nullable(),
      }),
    )
    .optional(),
  roles: z
    .array(
      z.object({
        id,
        name: z.string(),
        app_code: z.enum(APP_CODES),
        predefined: z.boolean(),
        account_name: z.string().nullable(),
      }),
    )
    .optional(),
  service_users: z.array(z.object({ id, name: z.string(), account_name: z.string().nullable() })).optional(),
});
export type Found = z.output<typeof found>;

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/search',
    summary:
      'Accounts by name or identifier, organizations by name, people by name, user name or email, of ' +
      'those that the viewer may see. Each word of the text must be found: one of one or two characters ' +
      'at the beginning of a word, a longer one anywhere. Case and accents do not matter. Roles by name and ' +
      'service users by name, description or contact email, of a text with three letters or digits together.',
    access: SIGNED_IN,
    query: z.strictObject({
      text: ruled(whyNotSearchText, { minLength: 1, maxLength: LIMITS.searchTextMax })
        .transform((text) => text.trim())
        .describe('The words to find.'),
    }),
    success: 200,
    response: found,
    // Somebody who types asks a few times a second; many share one address.
    perMinute: 600,
  }),
};
