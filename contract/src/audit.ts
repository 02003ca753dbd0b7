import { ACCESS, allows, type Access, type Holder } from './access.ts';
import { accountsAuditResources } from './areas/accounts-names.ts';
import { auditForwardingAuditResources } from './areas/audit-forwarding-names.ts';
import { backupAuditResources } from './areas/backup-names.ts';
import { bulkAuditResources } from './areas/bulk-names.ts';
import { certificateAuthoritiesAuditResources } from './areas/certificate-authorities-names.ts';
import { certificatesAuditResources } from './areas/certificates-names.ts';
import { certificateProfilesAuditResources } from './areas/certificate-profiles-names.ts';
import { certificateTemplatesAuditResources } from './areas/certificate-templates-names.ts';
import { seatsAuditResources } from './areas/seats-names.ts';
import { enrollmentsAuditResources } from './areas/enrollments-names.ts';
import { endsSoonAuditResources } from './areas/ends-soon-names.ts';
import { featuresAuditResources } from './areas/features-names.ts';
import { licensesAuditResources } from './areas/licenses-names.ts';
import { mailAuditResources } from './areas/mail-names.ts';
import { oauthAuthorizationAuditResources } from './areas/oauth-authorization-names.ts';
import { migrationAuditResources } from './areas/migration-names.ts';
import { organizationsAuditResources } from './areas/organizations-names.ts';
import { packagesAuditResources } from './areas/packages-names.ts';
import { rolesAuditResources } from './areas/roles-names.ts';
import { secondFactorsAuditResources } from './areas/second-factors-names.ts';
import { selfServiceAuditResources } from './areas/self-service-names.ts';
import { serviceUsersAuditResources } from './areas/service-users-names.ts';
import { settingsAuditResources } from './areas/settings-names.ts';
import { signInAuditResources } from './areas/sign-in-names.ts';
import { signInSetupAuditResources } from './areas/sign-in-setup-names.ts';

/**
 * What an event says beside what changed, each in words: `audit.note.BACKED_UP`. A refused call says its problem
 * instead. Names stand in `after`: a sentence would be of one language.
 */
export const AUDIT_NOTES = [
  'BACKED_UP',
  'BY_ENROLLMENT',
  'BY_SETUP_LINK',
  'NEW_RECOVERY_CODES',
  'OAUTH_CLIENT_REFUSED',
  'OAUTH_TOKEN_REPLAYED',
  'PASSCODE_SENT',
  'RECOVERY_LINK_MADE',
  'RECOVERY_LINK_USED',
  'RESTORED',
  'TOKEN_REUSED',
] as const;
export type AuditNote = (typeof AUDIT_NOTES)[number];

/** The nine actions that the action filter of the audit list offers (S-128). */
export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'LOGIN',
  'LOGIN_ERROR',
  'LOGOUT',
  'UPDATE_PASSWORD',
  'TERMS_AND_CONDITIONS',
  'SEND_RESET_PASSWORD',
] as const;

/** One of the nine actions. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The eighteen resource types that the resource filter of the audit list offers first (S-129). */
export const AUDIT_RESOURCE_TYPES = [
  'APIKEY',
  'ACCOUNT',
  'USER',
  'SSO_SAML',
  'SSO_SAML_MFA',
  'SSO_OIDC',
  'SSO_OIDC_MFA',
  'ONELOGIN',
  'BASIC_AUTH',
  'BASIC_AUTH_MFA',
  'SAML2_CONFIG',
  'CLIENT_AUTH_CERT',
  'CLIENT_AUTH_CERT_MFA',
  'OAUTH_CLIENT',
  'OAUTH_CONFIG',
  'LICENSE',
  'DIGEST_AUTH',
  'SSO_OIDC_IDP_MFA',
] as const;

/** Resource types of our own, for changes that the eighteen have no word for. The filter offers them after those. */
const AUDIT_OWN_RESOURCE_TYPES = [
  ...accountsAuditResources,
  ...auditForwardingAuditResources,
  ...backupAuditResources,
  ...bulkAuditResources,
  ...certificateAuthoritiesAuditResources,
  ...certificatesAuditResources,
  ...certificateProfilesAuditResources,
  ...certificateTemplatesAuditResources,
  ...seatsAuditResources,
  ...enrollmentsAuditResources,
  ...endsSoonAuditResources,
  ...featuresAuditResources,
  ...licensesAuditResources,
  ...mailAuditResources,
  ...oauthAuthorizationAuditResources,
  ...migrationAuditResources,
  ...organizationsAuditResources,
  ...packagesAuditResources,
  ...rolesAuditResources,
  ...secondFactorsAuditResources,
  ...selfServiceAuditResources,
  ...serviceUsersAuditResources,
  ...settingsAuditResources,
  ...signInAuditResources,
  ...signInSetupAuditResources,
] as const;

/** Every resource type that the filter offers, in its order. */
export const AUDIT_RESOURCES = [...AUDIT_RESOURCE_TYPES, ...AUDIT_OWN_RESOURCE_TYPES] as const;

/** Any resource type that an audit event may carry. */
export type AuditResourceType = (typeof AUDIT_RESOURCE_TYPES)[number] | (typeof AUDIT_OWN_RESOURCE_TYPES)[number];

/**
 * What somebody may see who may read of changes of each kind without the audit log: the list that has what was changed.
 * Null is what no list has, or none that one access leads to: the audit log alone tells of it.
 */
const LISTED: Record<AuditResourceType, Access | null> = {
  APIKEY: ACCESS.administrators.view,
  ACCOUNT: ACCESS.accounts.view,
  USER: ACCESS.administrators.view,
  SSO_SAML: null,
  SSO_SAML_MFA: null,
  SSO_OIDC: ACCESS.accounts.editSignIn,
  SSO_OIDC_MFA: null,
  ONELOGIN: null,
  BASIC_AUTH: null,
  BASIC_AUTH_MFA: null,
  SAML2_CONFIG: ACCESS.accounts.editSignIn,
  CLIENT_AUTH_CERT: ACCESS.administrators.view,
  CLIENT_AUTH_CERT_MFA: null,
  OAUTH_CLIENT: ACCESS.oauthClients.view,
  OAUTH_CONFIG: ACCESS.signingClients.view,
  LICENSE: ACCESS.license.view,
  DIGEST_AUTH: null,
  SSO_OIDC_IDP_MFA: null,
  EMAIL_DOMAIN: ACCESS.accounts.view,
  SIGN_IN_TRIAL: ACCESS.accounts.editSignIn,
  AUDIT_RECEIVER: ACCESS.auditForwarding.manage,
  BACKUP: null,
  BULK_RUN: null,
  CERTIFICATE_AUTHORITY: ACCESS.certificateAuthorities.view,
  CERTIFICATE: ACCESS.certificates.view,
  CERTIFICATE_PROFILE: ACCESS.certificateProfiles.view,
  TEMPLATE: ACCESS.certificateTemplates.view,
  SEAT: ACCESS.seats.view,
  ENROLLMENT: ACCESS.enrollments.view,
  ENDING: ACCESS.endsSoon.view,
  CALENDAR_FEED: null,
  ENDING_WEBHOOK: null,
  FEATURE: ACCESS.features.view,
  // Each application's has a permission of its own.
  LICENSE_ALLOCATION: null,
  MAIL: ACCESS.outgoingMail.manage,
  OAUTH_CONSENT: null,
  ACCOUNT_MIGRATION: ACCESS.migration.send,
  ORGANIZATION: ACCESS.organizations.view,
  CONTACT: ACCESS.organizations.view,
  PACKAGE: ACCESS.packages.view,
  ROLE: ACCESS.roles.view,
  SECOND_FACTOR: ACCESS.administrators.view,
  SELF_SERVICE_LINK: ACCESS.selfService.manage,
  SELF_SERVICE_REQUEST: null,
  SERVICE_USER: ACCESS.serviceUsers.view,
  // It may be switched for one person of the account, who is named.
  FEATURE_FLAG: ACCESS.administrators.view,
  PLATFORM_SETTING: ACCESS.settings.editPlatform,
  SESSION: ACCESS.administrators.view,
  SIGN_IN_SETUP_LINK: ACCESS.accounts.editSignIn,
};

/** The kinds of which somebody may read what was changed because they may read their list. */
export const auditKindsListed = (holder: Holder): AuditResourceType[] =>
  AUDIT_RESOURCES.filter((kind) => {
    const access = LISTED[kind];
    return access !== null && allows(access, holder);
  });

/** The ways to sign in, as sign-ins and sign-outs are logged by (S-132). */
export type LoggedSignIn = Extract<
  AuditResourceType,
  'BASIC_AUTH' | 'BASIC_AUTH_MFA' | 'SSO_SAML' | 'SSO_OIDC' | 'CLIENT_AUTH_CERT'
>;

/** How a call ended (S-130). */
export const AUDIT_RESULTS = ['success', 'failure'] as const;

/** `success` or `failure`. */
export type AuditResult = (typeof AUDIT_RESULTS)[number];

/**
 * By what the actor was known: a console session, an API token, a client certificate, an OAuth client that a person
 * lets act for them, an OAuth client that acts by itself, nothing (a stranger at the sign-in page), or the system
 * itself (a job, the setup).
 */
export const AUDIT_VIAS = ['session', 'token', 'certificate', 'oauth', 'oauth_client', 'none', 'system'] as const;

/** One of {@link AUDIT_VIAS}. */
export type AuditVia = (typeof AUDIT_VIAS)[number];
