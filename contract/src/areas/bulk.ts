import { z } from 'zod';
import { SIGNED_IN } from '../access.ts';
import { plan, planRow } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf } from '../paging.ts';
import { listQueries } from '../record-schemas.ts';
import { BULK_ROW_FILTERS, BULK_ROW_SORT } from './bulk-record.ts';

const ONE = z.strictObject({ id: id.describe('Names the plan.') });
const rows = listQueries(BULK_ROW_SORT, BULK_ROW_FILTERS);
export type BulkRowQuery = z.output<typeof rows.list>;
export type BulkRowExportQuery = Omit<z.output<typeof rows.export>, 'locale'>;

const RUN = { action: 'UPDATE', resource: 'BULK_RUN' } as const;

/** A plan is its maker's alone; to all others it does not exist. */
export const bulk = {
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/bulk/{id}',
    summary: 'A plan of one’s own, with its counts, and how far its run is.',
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
    summary: 'Its rows with verdict and outcome as CSV (RFC 4180), streamed.',
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
    audit: RUN,
    params: ONE,
    success: 200,
    response: plan,
    problems: ['NOTHING_TO_DO', 'PLAN_EXPIRED'],
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
