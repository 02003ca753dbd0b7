/** Every bulk act of every area, by its name. */
import type { BulkActs } from '../bulk/act.ts';
import { accountBulkActs } from './accounts/bulk-acts.ts';
import { organizationBulkActs } from './organizations/bulk-acts.ts';

const ALL = [...Object.values(accountBulkActs), ...Object.values(organizationBulkActs)];

export const bulkActs: BulkActs = Object.fromEntries(ALL.map((act) => [act.name, act]));
