/** Every record whose columns are declared, by what the audit log calls it. */
import { ACCOUNT } from './areas/account-record.ts';
import { CONTACT, ORGANIZATION } from './areas/organization-record.ts';
import type { AuditResourceType } from './audit.ts';
import type { Columns } from './record.ts';

export const RECORDS = { ACCOUNT, ORGANIZATION, CONTACT } satisfies Partial<Record<AuditResourceType, Columns>>;
