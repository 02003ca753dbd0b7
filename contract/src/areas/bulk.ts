import { z } from 'zod';
import { ACCESS, SIGNED_IN } from '../access.ts';
import { plan, planRow, planSummary } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf } from '../paging.ts';
import { listQueries } from '../record-schemas.ts';
import { BULK_FILTERS, BULK_ROW_FILTERS, BULK_ROW_SORT, BULK_SORT } from './bulk-record.ts';

const ONE = z.strictObject({ id: id.describe('Names the plan.') });
const plans = listQueries(BULK_SORT, BULK_FILTERS);
export type BulkListQuery = z.output<typeof plans.list>;
const rows = listQueries(BULK_ROW_SORT, BULK_ROW_FILTERS);
export type BulkRowQuery = z.output<typeof rows.list>;
export type BulkRowExportQuery = Omit<z.output<typeof rows.export>, 'locale'>;

const RUN = { action: 'UPDATE', resource: 'BULK_RUN' } as const;

/**
 * A plan is its maker's alone; to all others it does not exist. Once it runs, those see it too whom
 * `ACCESS.bulk.viewOthers` names, where they may do the act themselves.
 */
export const bulk = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/bulk',
    summary: 'Plans and runs, one’s own before those of others. Default sort: the newest first.',
    access: ACCESS.bulk.view,
    query: plans.list,
    success: 200,
    response: listOf(planSummary),
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/bulk/{id}',
    summary: 'A plan with its counts, and how far its run is.',
    access: SIGNED_IN,
    params: ONE,
    success: 200,
    response: plan,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/bulk/{id}/row',
    summary: 'Its rows with verdict and outcome. Default sort: refused rows first, then by name.',
    access: SIGNED_IN,
    params: ONE,
    query: rows.list,
    success: 200,
    response: listOf(planRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/bulk/{id}/row/export',
    summary:
      'Its rows with verdict and outcome as CSV (RFC 4180), streamed. ' +
      'Formulas are made harmless by a leading apostrophe.',
    access: SIGNED_IN,
    params: ONE,
    query: rows.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  run: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/bulk/{id}/run',
    summary: 'Runs the plan as a job, for as long as its maker may do the single act. Asked again it changes nothing.',
    access: SIGNED_IN,
    reauthenticate: true,
    audit: RUN,
    params: ONE,
    success: 200,
    response: plan,
    problems: ['FORBIDDEN', 'NOTHING_TO_DO', 'PLAN_EXPIRED'],
  }),
  stop: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/bulk/{id}/stop',
    summary: 'Stops the run after the row in hand.',
    access: SIGNED_IN,
    audit: RUN,
    params: ONE,
    success: 200,
    response: plan,
  }),
  seen: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/bulk/{id}/seen',
    summary: 'Says that its maker has looked at what came of the run. One that has not ended is left alone.',
    access: SIGNED_IN,
    audit: { none: 'That somebody has looked at their own run changes nothing that anybody else sees.' },
    params: ONE,
    success: 204,
  }),
  again: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/bulk/{id}/again',
    summary: 'A new plan of the same act and input: before the run of all rows, after it of those that were not done.',
    access: SIGNED_IN,
    audit: { none: 'A plan changes nothing; its run is recorded, and each row by its own event.' },
    params: ONE,
    success: 201,
    response: plan,
    problems: [
      'FORBIDDEN',
      'NOTHING_TO_DO',
      'NO_UNDO',
      'RUN_UNDER_WAY',
      // What may be wrong with an input by now.
      'END_IN_PAST',
      'PARTNER_INACTIVE',
      'PARTNER_GONE',
    ],
    perMinute: 60,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/bulk/{id}/undo',
    summary: 'A plan that takes back what the run has done. Rows that were changed since are refused in it.',
    access: SIGNED_IN,
    audit: { none: 'A plan changes nothing; its run is recorded, and each row by its own event.' },
    params: ONE,
    success: 201,
    response: plan,
    problems: ['NO_UNDO'],
    perMinute: 60,
  }),
};
