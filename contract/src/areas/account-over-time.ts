/** What has become of an account, and what of it ends. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, dateTime, id, ONE_ACCOUNT } from '../fields.ts';
import { listOf, paging } from '../paging.ts';
import { APP_CODES } from '../viewer.ts';

/** One change of an account or of what belongs to it, from the audit log. */
const historyEvent = z.object({
  id,
  at: dateTime,
  action: z.string(),
  resource_type: z.string(),
  resource_name: z.string().nullable(),
  actor_name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

/** Something of the account that ends within a year; days from today. */
const ending = z.object({
  kind: z.enum(['service_period', 'trial']),
  id,
  name: z.string(),
  /** The application that is tried; null for the service period. */
  app_code: z.enum(APP_CODES).nullable(),
  ends: answeredDay,
  days: z.number().int(),
});

export const accountOverTime = {
  history: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/history',
    summary:
      'Who changed what of the account, newest first. Whoever may read the audit log reads of everything, others of ' +
      'what they may read lists of.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    query: z.strictObject(paging(['at'])),
    success: 200,
    response: listOf(historyEvent),
  }),
  endings: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/endings',
    summary: 'What of the account ends within a year, soonest first.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    success: 200,
    response: z.object({ items: z.array(ending), total: z.number().int() }),
  }),
};
