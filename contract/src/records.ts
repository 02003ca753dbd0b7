/** Every record whose columns are declared, by what the audit log calls it. */
import { ACCOUNT } from './areas/account-record.ts';
import { API_TOKEN } from './areas/api-token-record.ts';
import { AUDIT_RECEIVER } from './areas/audit-receiver-record.ts';
import { CERTIFICATE_PROFILE } from './areas/certificate-profile-record.ts';
import { CERTIFICATE_TEMPLATE } from './areas/certificate-template-record.ts';
import { ENROLLMENT } from './areas/enrollment-record.ts';
import { OAUTH_CLIENT } from './areas/oauth-client-record.ts';
import { OIDC_CONFIG } from './areas/oidc-config-record.ts';
import { CONTACT, ORGANIZATION } from './areas/organization-record.ts';
import { ROLE } from './areas/role-record.ts';
import { SEAT } from './areas/seat-record.ts';
import { SIGNING_CLIENT } from './areas/signing-client-record.ts';
import type { AuditResourceType } from './audit.ts';
import type { Columns } from './record.ts';

export const RECORDS = {
  ACCOUNT,
  AUDIT_RECEIVER,
  ORGANIZATION,
  CONTACT,
  ROLE,
  CERTIFICATE_PROFILE,
  TEMPLATE: CERTIFICATE_TEMPLATE,
  SEAT,
  ENROLLMENT,
  APIKEY: API_TOKEN,
  OAUTH_CLIENT,
  OAUTH_CONFIG: SIGNING_CLIENT,
  SSO_OIDC: OIDC_CONFIG,
} satisfies Partial<Record<AuditResourceType, Columns>>;
