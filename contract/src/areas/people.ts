/** What administrators and service users share: the roles that somebody has, and those that can be given. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, id, ids } from '../fields.ts';
import { listOf, paging } from '../paging.ts';
import { APP_CODES, SCOPES } from '../viewer.ts';

const named = { id, app_code: z.enum(APP_CODES), name: z.string() };

/** A role that somebody has. */
export const heldRole = z.object({ ...named, archived: z.boolean() }).meta({ shape: 'HeldRole' });
export type HeldRole = z.output<typeof heldRole>;

const assignableRole = z
  .object({
    ...named,
    description: z.string(),
    permissions: z.array(z.string()).describe('What it comes to in the scope.'),
    account_id: id.nullable().describe('Of an account that made it for itself.'),
    account_name: z.string().nullable(),
    why_not: answeredReason.nullable().describe('Why the viewer may not give it; null where they may.'),
  })
  .meta({ shape: 'AssignableRole' });
export type AssignableRole = z.output<typeof assignableRole>;

export const people = {
  assignableRoles: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/assignable-role',
    summary:
      'The roles that people of a scope and of these accounts can have, by application and name: those of the ' +
      'platform and of the accounts, none archived. Each with the reason why the viewer may not give it.',
    access: ACCESS.people.manage,
    query: z.strictObject({
      ...paging(['name']),
      access_scope: z.enum(SCOPES).describe('The scope of the person who is to have them.'),
      account_id: z
        .preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), ids.optional())
        .describe('The accounts that the person belongs to, repeated.'),
    }),
    success: 200,
    response: listOf(assignableRole),
  }),
};
