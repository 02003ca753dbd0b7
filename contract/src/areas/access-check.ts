import { z } from 'zod';
import { SIGNED_IN } from '../access.ts';
import { ACTS } from '../acts.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, day, id, idOrNone } from '../fields.ts';
import { APP_CODES, PERMISSIONS, SCOPES } from '../viewer.ts';
import { OBSTACLES } from './access-check-rules.ts';

const checkedRole = z.object({ id, app_code: z.enum(APP_CODES), name: z.string() }).meta({ shape: 'CheckedRole' });

const permissionStep = z
  .object({
    name: z.enum(PERMISSIONS),
    needed: z.enum(['all', 'any']).describe('Every one of `all` is needed, of `any` one.'),
    held: z.boolean(),
    roles: z.array(checkedRole).describe('The roles of the person that list it, of those that the viewer sees.'),
    hidden_roles: z.number().int().describe('How many more of the person’s roles list it.'),
    given_by: z
      .array(checkedRole)
      .describe('Roles that would give it, those with the fewest permissions first; of today alone.'),
  })
  .meta({ shape: 'CheckedPermission' });

const accessCheckResult = z
  .object({
    act: z.string(),
    date: answeredDay.nullable().describe('The day at whose end it held; null for now.'),
    allowed: z.boolean(),
    person: z.object({ id, name: z.string(), service_user: z.boolean(), access_scope: z.enum(SCOPES) }),
    obstacles: z.array(z.enum(OBSTACLES)).describe('What keeps the person from doing anything at all.'),
    scopes: z.array(z.enum(SCOPES)).nullable().describe('The scopes it is for; null for all.'),
    permissions: z.array(permissionStep),
    feature: z.object({ name: z.string(), on: z.boolean() }).nullable().describe('The feature flag it needs.'),
    in_session_only: z.boolean().describe('It is done at the console alone, by no API token.'),
    tokens: z
      .array(z.object({ id, name: z.string(), allowed: z.boolean() }))
      .describe('The person’s API tokens that work now, up to 20, and whether each may do it.'),
  })
  .meta({ shape: 'AccessCheck' });
export type AccessCheck = z.output<typeof accessCheckResult>;

const query = z.strictObject({
  act: z
    .enum([...ACTS.keys()])
    .describe('What is asked about, such as accounts.edit: an access by its area and its act.'),
  user_id: idOrNone.describe('The person or service user; without it the caller.'),
  date: day
    .optional()
    .describe('A day gone by: what held at its end, UTC. Without it, and for the current day, what holds now.'),
});
export type AccessCheckQuery = z.output<typeof query>;

export const accessCheck = {
  check: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/access-check',
    summary:
      'Why a person can do something, or can’t: obstacles, scope, permissions with the roles that give them, feature ' +
      'flag. Of oneself, and of the people whom one sees. What one record allows beside that is said by the record.',
    access: SIGNED_IN,
    query,
    success: 200,
    response: accessCheckResult,
    problems: ['NOT_FOUND', 'DATE_AHEAD', 'NOT_RECORDED', 'BEFORE_CUSTOMER'],
  }),
};
