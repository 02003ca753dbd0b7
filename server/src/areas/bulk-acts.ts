/** Every bulk act of every area, by its name. */
import type { BulkActs } from '../bulk/act.ts';
import { accountBulkActs } from './accounts/bulk-acts.ts';
import { administratorBulkActs } from './administrators/bulk-acts.ts';
import { certificateBulkActs } from './certificates/bulk-acts.ts';
import { createManyAct } from './administrators/create-many.ts';
import { enrollmentBulkActs } from './enrollments/bulk-acts.ts';
import { inviteManyAct } from './enrollments/invite-many.ts';
import { mailBulkActs } from './mail/bulk-acts.ts';
import { organizationBulkActs } from './organizations/bulk-acts.ts';

export const bulkActs = {
  'accounts.active': accountBulkActs.active,
  'accounts.language': accountBulkActs.language,
  'accounts.endDate': accountBulkActs.endDate,
  'accounts.partner': accountBulkActs.partner,
  'accounts.remove': accountBulkActs.remove,
  'organizations.remove': organizationBulkActs.remove,
  'certificates.revoke': certificateBulkActs.revoke,
  'mail.resend': mailBulkActs.resend,
  'administrators.create': createManyAct,
  'administrators.active': administratorBulkActs.active,
  'administrators.role': administratorBulkActs.role,
  'administrators.remove': administratorBulkActs.remove,
  'enrollments.create': inviteManyAct,
  'enrollments.cancel': enrollmentBulkActs.cancel,
  'enrollments.resend': enrollmentBulkActs.resend,
} satisfies Required<BulkActs>;
