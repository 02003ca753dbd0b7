import { z } from 'zod';
import { day, id, locale, queryBoolean, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { DEFAULT_LOCALE } from '../locales.ts';
import { listOf, paging } from '../paging.ts';

export const accountType = z.enum(['standard', 'partner']);
/** Inclusive days; `to` null means without end. */
const servicePeriod = z.object({ from: z.string(), to: z.string().nullable() });

/** An account (tenant) as a list shows it. `active` is false outside its service period too. */
export const accountRow = z.object({
  id,
  name: z.string(),
  display_name: z.string(),
  active: z.boolean(),
  friendly_identifier: z.string(),
  service_period: servicePeriod,
  locale: z.string(),
  type: accountType,
  partner_account_id: z.string().nullable(),
  partner_account_name: z.string().nullable(),
  system_account: z.boolean(),
  has_onelogin_id: z.boolean(),
  federated_account_id: z.string().nullable(),
  federated_account_name: z.string().nullable(),
  federated_account_details_url: z.string().nullable(),
  federation_status: z.string().nullable(),
});
export type AccountRow = z.output<typeof accountRow>;

export const ACCOUNT_SORT = ['name', 'active', 'friendly_identifier', 'service_period.from', 'service_period.to', 'type', 'partner_account_name'] as const;

const listQuery = z.strictObject({
  ...paging(ACCOUNT_SORT),
  name: text(LIMITS.accountNameMax).optional(),
  active: queryBoolean.optional(),
  friendly_identifier: text(255).optional(),
  type: accountType.optional(),
  partner_account_name: text(LIMITS.accountNameMax).optional(),
  end_date_from: day.optional(),
  end_date_to: day.optional(),
});
export type AccountListQuery = z.output<typeof listQuery>;
const exportQuery = listQuery.omit({ limit: true, offset: true, count: true }).extend({ locale: locale.default(DEFAULT_LOCALE) });
export type AccountExportQuery = Omit<z.output<typeof exportQuery>, 'locale'>;

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account',
    summary: 'Accounts the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: { any: ['view_account', 'manage_account'] },
    query: listQuery,
    success: 200,
    response: listOf(accountRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/export',
    summary: 'Every matching account as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: { any: ['view_account', 'manage_account'] },
    query: exportQuery,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  listCustomers: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/customer',
    summary: 'The same list with few fields, for pickers.',
    access: { any: ['view_account', 'manage_account'] },
    query: listQuery,
    success: 200,
    response: listOf(accountRow.pick({ id: true, name: true, display_name: true, active: true })),
  }),
  expiring: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/expiringAccounts',
    summary: 'How many active accounts end within 30 and within 60 days, today included.',
    access: { any: ['view_account', 'manage_account'], scopes: ['system'] },
    success: 200,
    response: z.object({ '30': z.number().int(), '60': z.number().int() }),
  }),
};
