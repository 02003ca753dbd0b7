/** What can be done to many organizations at once. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan } from '../bulk.ts';
import { ORGANIZATION_FILTERS } from './organization-record.ts';

/** What each act is given. */
export const ORGANIZATION_BULK_INPUT = { remove: z.strictObject({}) };

export const organizationsBulk = {
  planRemove: bulkPlan({
    path: '/account/ui-api/v1/organization/bulk/delete',
    summary: 'Deletes organizations with their contacts.',
    access: ACCESS.organizations.manage,
    filters: ORGANIZATION_FILTERS,
    shape: 'OrganizationFilters',
    input: ORGANIZATION_BULK_INPUT.remove,
  }),
};
