/** Every bulk act of every area, by its name. */
import type { BulkActs } from '../bulk/act.ts';
import { accountBulkActs } from './accounts/bulk-acts.ts';
import { mailBulkActs } from './mail/bulk-acts.ts';
import { organizationBulkActs } from './organizations/bulk-acts.ts';

export const bulkActs = {
  'accounts.active': accountBulkActs.active,
  'accounts.language': accountBulkActs.language,
  'accounts.endDate': accountBulkActs.endDate,
  'accounts.partner': accountBulkActs.partner,
  'accounts.remove': accountBulkActs.remove,
  'organizations.remove': organizationBulkActs.remove,
  'mail.resend': mailBulkActs.resend,
} satisfies Required<BulkActs>;
