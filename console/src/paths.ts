/**
 * Every address of the console; the only place where one is written. Patterns use `$name` for parameters, as the router
 * does.
 */

import type { SettingGroup } from '@signet/contract/platform-settings';

const SETTING_PAGES: Record<SettingGroup, string> = {
  login: 'login-page',
  addresses: 'addresses',
  mail: 'mail-server',
  sessions: 'sessions',
  assistant: 'assistant-versions',
};

/**
 * Of a filter of a list: it does not hold. So a default filter is taken away, and so an address means all rows, where
 * one that names no filter would get those that the person had last. For a text it is a text like any other.
 */
export const ANY = 'any';

type Query = Record<string, string | undefined>;

function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

const at = (...parts: string[]): string => ['/account', ...parts.map(encodeURIComponent)].join('/');

type Person = { id: string; service_user: boolean };
const people = ({ service_user: isService }: Person) => (isService ? 'service-user' : 'administrators');

export const paths = {
  home: () => '/account',
  start: () => '/account/start',
  overview: () => '/account/overview',
  login: (query: { returnPath?: string; reason?: 'expired'; error?: string; step?: 'password' | 'choice' } = {}) =>
    withQuery('/account/login', query),
  secondFactor: () => '/account/login/second-factor',
  setupLicense: () => '/account/setup-license',
  setupUser: () => '/account/setup-user',
  verify: (userId: string, verificationCode: string) => at('verify', userId, verificationCode),
  createUser: (query: { state?: string } = {}) => withQuery('/account/create-user-account', query),
  forgotPassword: (query: { userName?: string } = {}) => withQuery('/account/forgot-password', query),
  resetPassword: (userId: string, code: string) => at('reset-password', userId, code),
  unlock: (userId: string, code: string) => at('unlock', userId, code),
  recover: () => '/account/recover',
  certificatePickup: (link?: { id: string; code: string }) =>
    `/account/certificate-pickup${link ? `#${link.id}/${link.code}` : ''}`,
  enrollmentByLink: (id: string, code: string) => at('enrollment', id, code),
  agreement: (userId: string, query: { returnPath?: string } = {}) => withQuery(at('agreement', userId), query),
  callbackOauth: () => '/account/callback/oauth',
  callbackProvider: () => '/account/callback/provider',
  welcome: (query: { app?: string; message?: string } = {}) => withQuery('/account/welcome', query),
  samlVerificationError: (errorCode?: string) => at('samlVerificationError', ...(errorCode ? [errorCode] : [])),
  clientAuthLoginVerificationError: (errorCode?: string, errorMessage?: string) =>
    at('clientAuthLoginVerificationError', ...(errorCode ? [errorCode, ...(errorMessage ? [errorMessage] : [])] : [])),
  assistantSignedIn: () => '/account/dta-sign-in-success-info',
  /** The page of such errors (S-159), which the fragment tells that it was no sign-in. */
  enrollmentError: (errorCode?: string) =>
    `${at('clientAuthLoginVerificationError', ...(errorCode ? [errorCode] : []))}#enrollment`,
  updateLicenseError: () => '/account/updateLicenseError',
  accountExpiredError: () => '/account/accountExpiredError',
  licenseExpired: () => '/account/licenseExpired',
  redirect: () => '/account/redirect',
  legal: (document: string) => at('legal', document),
  profile: () => '/account/profile',
  profileEdit: () => '/account/profile/edit',
  profilePassword: () => '/account/profile/password',
  profileAccess: (query: { check?: string } = {}) => withQuery('/account/profile/access', query),
  profileCertificates: () => '/account/profile/client-certificates',
  profileKeys: () => '/account/profile/keys',
  profileTokens: () => '/account/profile/api-tokens',
  profileSecurity: () => '/account/profile/security',
  profileApplications: () => '/account/profile/applications',
  profileSessions: () => '/account/profile/sessions',
  accounts: (query: Query = {}) => withQuery('/account/accounts', query),
  account: (id: string, section?: string) => `${at('accounts', id)}${section ? `#${section}` : ''}`,
  accountEdit: (id: string) => at('accounts', id, 'edit'),
  selfServiceLinkCreate: (id: string) => at('accounts', id, 'create-self-service-link'),
  licenseEdit: (id: string, app: string) => at('accounts', id, 'licenses', app),
  accountPackages: (id: string, application: string) => at('accounts', id, 'package', application, application),
  accountsPlan: (id: string) => at('accounts', 'bulk', id),
  accountCreateChoice: () => '/account/accounts/create',
  accountCreate: (query: { partner?: string } = {}) => withQuery('/account/accounts/create-account', query),
  partnerAccountCreate: () => '/account/accounts/create-partner-account',
  bulkRuns: () => '/account/bulk',
  organizations: (query: Query = {}) => withQuery('/account/ca/organizations', query),
  organizationCreate: (query: { account?: string } = {}) => withQuery('/account/ca/organizations/create', query),
  organizationsPlan: (id: string) => at('ca', 'organizations', 'bulk', id),
  organization: (id: string) => at('ca', 'organizations', id),
  organizationEdit: (id: string) => at('ca', 'organizations', id, 'edit'),
  organizationContacts: (id: string) => `${at('ca', 'organizations', id)}#contacts`,
  contactCreate: (organizationId: string) => at('ca', 'organizations', organizationId, 'create-contact'),
  contact: (organizationId: string, contactId: string) => at('ca', 'organizations', organizationId, contactId),
  seats: (query: Query = {}) => withQuery('/account/ca/seats', query),
  seatCreate: () => '/account/ca/seats/create',
  seat: (id: string) => at('ca', 'seats', id),
  seatEdit: (id: string) => at('ca', 'seats', id, 'edit'),
  seatIssue: (id: string) => at('ca', 'seats', id, 'issue'),
  enrollments: (query: Query = {}) => withQuery('/account/ca/enrollments', query),
  /** `seat` or `person`: for whom. */
  enrollmentCreate: (query: { seat?: string; person?: string } = {}) =>
    withQuery('/account/ca/enrollments/create', query),
  enrollmentsCreate: () => '/account/ca/enrollments/bulk-create',
  enrollmentsPlan: (id: string) => at('ca', 'enrollments', 'bulk', id),
  enrollment: (id: string) => at('ca', 'enrollments', id),
  certificateAuthorities: (query: Query = {}) => withQuery('/account/ca/authorities', query),
  certificateAuthorityCreate: () => '/account/ca/authorities/create',
  certificateAuthority: (id: string) => at('ca', 'authorities', id),
  certificateAuthorityRenew: (id: string) => at('ca', 'authorities', id, 'renew'),
  certificates: (query: Query = {}) => withQuery('/account/ca/certificates', query),
  certificatesPlan: (id: string) => at('ca', 'certificates', 'bulk', id),
  certificate: (id: string) => at('ca', 'certificates', id),
  certificateProfiles: (query: Query = {}) => withQuery('/account/ca/certificate-profiles', query),
  certificateProfileCreate: () => '/account/ca/certificate-profiles/create',
  certificateProfile: (id: string) => at('ca', 'certificate-profiles', id),
  certificateProfileEdit: (id: string) => at('ca', 'certificate-profiles', id, 'edit'),
  certificateTemplates: (query: Query = {}) => withQuery('/account/ca/certificate-templates', query),
  certificateTemplateCreate: () => '/account/ca/certificate-templates/create',
  certificateTemplate: (id: string) => at('ca', 'certificate-templates', id),
  certificateTemplateEdit: (id: string) => at('ca', 'certificate-templates', id, 'edit'),
  access: () => '/account/access',
  administrators: (query: Query = {}) => withQuery('/account/access/administrators', query),
  administratorCreate: (query: { account?: string } = {}) => withQuery('/account/access/administrators/create', query),
  administratorWithRolesCreate: (query: { account?: string } = {}) =>
    withQuery('/account/access/administrators/role-user-create', query),
  administratorsCreate: () => '/account/access/administrators/bulk-user-create',
  administratorsWithRolesCreate: () => '/account/access/administrators/role-bulk-user-create',
  administratorsPlan: (id: string) => at('access', 'administrators', 'bulk', id),
  administrator: (id: string) => at('access', 'administrators', id),
  /** An administrator or a service user. */
  person: (one: Person) => at('access', people(one), one.id),
  tokenCreate: (owner: Person) => at('access', people(owner), owner.id, 'create-api-Token'),
  tokenEdit: (owner: Person, tokenId: string) => at('access', people(owner), owner.id, 'edit-api-Token', tokenId),
  certificateGenerate: (userId: string) => at('access', 'administrators', userId, 'client-auth'),
  certificateUpload: (userId: string) => at('access', 'administrators', userId, 'upload-certificate'),
  administratorEdit: (id: string) => at('access', 'administrators', id, 'edit'),
  administratorRolesEdit: (id: string) => at('access', 'administrators', id, 'role-edit'),
  serviceUsers: () => '/account/access/service-user',
  serviceUserCreate: () => '/account/access/service-user/create',
  serviceUser: (id: string) => at('access', 'service-user', id),
  serviceUserCertificateGenerate: (id: string) => at('access', 'service-user', id, 'client-auth'),
  serviceUserCertificateUpload: (id: string) => at('access', 'service-user', id, 'upload-certificate'),
  serviceUserEdit: (id: string) => at('access', 'service-user', id, 'edit'),
  userRoles: (query: Query = {}) => withQuery('/account/access/manage-user-roles', query),
  roleCreate: () => '/account/access/manage-user-roles/create-role',
  role: (id: string) => at('access', 'manage-user-roles', 'role-detail', id),
  roleEdit: (id: string) => at('access', 'manage-user-roles', 'edit-role', id),
  roleClone: (id: string) => at('access', 'manage-user-roles', 'clone-role', id),
  roleCompare: (query: { left?: string; right?: string } = {}) =>
    withQuery('/account/access/manage-user-roles/compare', query),
  reporting: () => '/account/reporting',
  logging: (query: Query = {}) => withQuery('/account/reporting/logging', query),
  /** `filters`: those of the list, of which the page leads to the next. */
  auditEvent: (id: string, filters: Query = {}) => withQuery(at('reporting', 'logging', id), filters),
  endsSoon: (query: Query = {}) => withQuery('/account/reporting/ends-soon', query),
  settings: () => '/account/settings',
  /** Of the platform's own account without an id. */
  standardSignIn: (id?: string) => at(...(id === undefined ? ['settings'] : ['accounts', id]), 'editStandardSignIn'),
  certificateSignIn: (id?: string) =>
    at(...(id === undefined ? ['settings'] : ['accounts', id]), 'updateClientAuthCertLogin'),
  samlSignIn: (id?: string) => at(...(id === undefined ? ['settings'] : ['accounts', id]), 'createAccountSignIn'),
  oidcSignIn: (id?: string) =>
    at(...(id === undefined ? ['settings'] : ['accounts', id]), 'updateOpenidConnectIntegration'),
  oauthClientCreate: (accountId?: string) =>
    at(...(accountId === undefined ? ['settings'] : ['accounts', accountId]), 'add-oauth-integration'),
  oauthClientEdit: (id: string, accountId?: string) =>
    at(...(accountId === undefined ? ['settings'] : ['accounts', accountId]), 'edit-oauth-integration', id),
  signingClientCreate: (accountId: string) => at('accounts', accountId, 'createAccountSigningClient'),
  signingClientEdit: (accountId: string, id: string) => at('accounts', accountId, 'editAccountSigningClient', id),
  editMfa: (id?: string) => at(...(id === undefined ? ['settings'] : ['accounts', id]), 'editMfa'),
  outgoingMail: (query: Query = {}) => withQuery('/account/settings/outgoing-mail', query),
  outgoingMailPlan: (id: string) => at('settings', 'outgoing-mail', 'bulk', id),
  outgoingMailItem: (id: string) => at('settings', 'outgoing-mail', id),
  auditForwarding: () => '/account/settings/audit-forwarding',
  auditReceiverCreate: () => '/account/settings/audit-forwarding/create',
  auditReceiver: (id: string) => at('settings', 'audit-forwarding', id),
  auditReceiverEdit: (id: string) => at('settings', 'audit-forwarding', id, 'edit'),
  featureFlags: () => '/account/settings/feature-flags',
  updateLicense: () => '/account/settings/update-license',
  migrationTool: () => '/account/migrationTool',
  settingGroup: (group: SettingGroup) => at('settings', SETTING_PAGES[group]),
  migration: (id: string) => at('migrationTool', id),
  clientTools: () => '/account/client-tools',
} as const;

/** Addresses outside the console; following one is a full navigation to the server (S-007, S-039). */
export const outside = {
  logout: () => '/imauth/api/v1/logout',
} as const;

/** Below /account, but answered by the server: the API, its reference, files, client tools. */
const SERVED = /^\/account\/(?:ui-api|api|assets|management-files)(?:\/|$)/;

/** True for an address that this console shows itself. */
export function isOwnPath(pathname: string): boolean {
  return (pathname === '/account' || pathname.startsWith('/account/')) && !SERVED.test(pathname);
}
