/** What can be done to many certificates at once. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { bulkPlan } from '../bulk.ts';
import { CERTIFICATE_FILTERS } from './certificate-record.ts';
import { GIVEN_REASONS } from './certificate-rules.ts';

/** What each act is given. */
export const CERTIFICATE_BULK_INPUT = { revoke: z.strictObject({ reason: z.enum(GIVEN_REASONS) }) };

export const certificatesBulk = {
  planRevoke: bulkPlan({
    path: '/account/ui-api/v1/certificate/bulk/revoke',
    summary: 'Revokes certificates, or puts them on hold.',
    access: ACCESS.certificates.revoke,
    filters: CERTIFICATE_FILTERS,
    shape: 'CertificateFilters',
    input: CERTIFICATE_BULK_INPUT.revoke,
  }),
};
