/** What can be done to many people at once, making them included; each is the single act, for every row. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan, judgedRow, LIST_CALL, listedText, plan } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { id, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ADMINISTRATOR_FILTERS } from './administrator-record.ts';

/** What each act is given. `given` is what the person has afterwards: the role, or not. */
export const ADMINISTRATOR_BULK_INPUT = {
  active: z.strictObject({ active: z.boolean() }),
  role: z.strictObject({ role_id: id, given: z.boolean() }),
  remove: z.strictObject({}),
};

const people = { filters: ADMINISTRATOR_FILTERS, shape: 'AdministratorFilters' };

const listed = z.array(text(LIMITS.nameMax)).max(LIMITS.chosenMax).optional();
const place = { access_scope: listedText, primary_account_id: listedText, account_ids: listed, role_ids: listed };
/** Whatever texts stand in a list of people to be made: what is wrong with one is said of its row. */
const candidate = z
  .strictObject({
    first_name: listedText,
    last_name: listedText,
    user_name: listedText,
    email: listedText,
    phone: listedText,
    locale: listedText,
    ...place,
  })
  .describe('As POST /user takes it; what is left out is taken from the defaults.')
  .meta({ shape: 'ListedPerson' });
const candidates = z
  .strictObject({
    defaults: z
      .strictObject({ locale: listedText, ...place })
      .default({})
      .describe('What holds for whoever says nothing.'),
    users: z.array(candidate).min(1).max(LIMITS.bulkMax),
  })
  .meta({ shape: 'ListedPeople' });
export type ListedPeople = z.output<typeof candidates>;
export type ListedPerson = ListedPeople['users'][number];

const count = z.number().int();
const judgedPeople = z
  .object({
    total: count,
    create: count.describe('Rows that can be created.'),
    same: count.describe('Rows of people who are there already: same email and same name.'),
    refused: count,
    items: z.array(judgedRow).describe('The rows that can’t be created, in the order in which they were sent.'),
  })
  .meta({ shape: 'JudgedPeople' });
export type JudgedPeople = z.output<typeof judgedPeople>;

const many = { body: candidates, ...LIST_CALL };

export const administratorsBulk = {
  validateMany: endpoint({
    ...many,
    access: ACCESS.administrators.manage,
    method: 'POST',
    path: '/account/ui-api/v1/user/bulk/validate',
    summary: 'Says of each person of a list why they can’t be created. Creates nobody.',
    audit: { none: 'It changes nothing.' },
    success: 200,
    response: judgedPeople,
  }),
  createMany: endpoint({
    ...many,
    access: ACCESS.administrators.manage,
    reauthenticate: true,
    method: 'POST',
    path: '/account/ui-api/v1/user/bulk',
    summary:
      'Creates the people of a list whom nothing is wrong with, as a job, and mails the invitations. Answers its ' +
      'run, with a verdict for every row.',
    audit: { action: 'UPDATE', resource: 'BULK_RUN' },
    success: 201,
    response: plan,
    problems: ['NOTHING_TO_DO'],
  }),
  planActive: bulkPlan({
    ...people,
    access: ACCESS.administrators.manage,
    path: '/account/ui-api/v1/user/bulk/active',
    summary: 'Switches people on or off.',
    input: ADMINISTRATOR_BULK_INPUT.active,
  }),
  planRole: bulkPlan({
    ...people,
    access: ACCESS.administrators.manage,
    path: '/account/ui-api/v1/user/bulk/role',
    summary: 'Gives people a role, or takes it from them.',
    input: ADMINISTRATOR_BULK_INPUT.role,
    problems: ['NOT_FOUND', 'ABOVE_OWN_RIGHTS', 'ROLE_NOT_ASSIGNABLE'],
  }),
  planRemove: bulkPlan({
    ...people,
    access: ACCESS.administrators.manage,
    path: '/account/ui-api/v1/user/bulk/delete',
    summary: 'Deletes people.',
    input: ADMINISTRATOR_BULK_INPUT.remove,
  }),
};
