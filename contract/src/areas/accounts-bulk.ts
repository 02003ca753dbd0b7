/** What can be done to many accounts at once; each is the single act of the same name, for every row. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan } from '../bulk.ts';
import { day, idOrNull, locale } from '../fields.ts';
import { ACCOUNT_FILTERS } from './account-record.ts';

/** What each act is given. */
export const ACCOUNT_BULK_INPUT = {
  active: z.strictObject({ active: z.boolean() }),
  language: z.strictObject({ locale }),
  endDate: z.strictObject({ to: day }),
  partner: z.strictObject({ partner_account_id: idOrNull }),
  remove: z.strictObject({}),
};

const accounts = { filters: ACCOUNT_FILTERS, shape: 'AccountFilters' };

export const accountsBulk = {
  planActive: bulkPlan({
    ...accounts,
    path: '/account/ui-api/v1/account/bulk/active',
    summary: 'Switches accounts on or off.',
    access: ACCESS.accounts.edit,
    input: ACCOUNT_BULK_INPUT.active,
  }),
  planLanguage: bulkPlan({
    ...accounts,
    path: '/account/ui-api/v1/account/bulk/language',
    summary: 'Gives accounts another language.',
    access: ACCESS.accounts.edit,
    input: ACCOUNT_BULK_INPUT.language,
  }),
  planEndDate: bulkPlan({
    ...accounts,
    path: '/account/ui-api/v1/account/bulk/end-date',
    summary: 'Gives accounts another end of their service period.',
    access: ACCESS.accounts.edit,
    input: ACCOUNT_BULK_INPUT.endDate,
    problems: ['END_IN_PAST'],
  }),
  planPartner: bulkPlan({
    ...accounts,
    path: '/account/ui-api/v1/account/bulk/partner',
    summary: 'Gives customers to another partner, or to none.',
    access: ACCESS.accounts.reassign,
    input: ACCOUNT_BULK_INPUT.partner,
    problems: ['PARTNER_INACTIVE', 'PARTNER_GONE'],
  }),
  planRemove: bulkPlan({
    ...accounts,
    path: '/account/ui-api/v1/account/bulk/delete',
    summary: 'Deletes accounts.',
    access: ACCESS.accounts.delete,
    input: ACCOUNT_BULK_INPUT.remove,
  }),
};
