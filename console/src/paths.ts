/**
 * Every address of the console; the only place where one is written. Patterns use `$name` for parameters, as the router
 * does.
 */

type Query = Record<string, string | undefined>;

function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

const at = (...parts: string[]): string => ['/account', ...parts.map(encodeURIComponent)].join('/');

export const paths = {
  home: () => '/account',
  login: (query: { returnPath?: string; reason?: 'expired'; error?: string; step?: 'password' } = {}) =>
    withQuery('/account/login', query),
  setupLicense: () => '/account/setup-license',
  setupUser: () => '/account/setup-user',
  verify: (userId: string, verificationCode: string) => at('verify', userId, verificationCode),
  forgotPassword: (query: { userName?: string } = {}) => withQuery('/account/forgot-password', query),
  resetPassword: (userId: string, code: string) => at('reset-password', userId, code),
  agreement: (userId: string, query: { returnPath?: string } = {}) => withQuery(at('agreement', userId), query),
  callbackOauth: () => '/account/callback/oauth',
  welcome: (query: { app?: string; message?: string } = {}) => withQuery('/account/welcome', query),
  samlVerificationError: (errorCode?: string) => at('samlVerificationError', ...(errorCode ? [errorCode] : [])),
  clientAuthLoginVerificationError: (errorCode?: string, errorMessage?: string) =>
    at('clientAuthLoginVerificationError', ...(errorCode ? [errorCode, ...(errorMessage ? [errorMessage] : [])] : [])),
  updateLicenseError: () => '/account/updateLicenseError',
  accountExpiredError: () => '/account/accountExpiredError',
  licenseExpired: () => '/account/licenseExpired',
  redirect: () => '/account/redirect',
  legal: (document: string) => at('legal', document),
  profile: () => '/account/profile',
  profileEdit: () => '/account/profile/edit',
  profilePassword: () => '/account/profile/password',
  profileSessions: () => '/account/profile/sessions',
  accounts: (query: Query = {}) => withQuery('/account/accounts', query),
  account: (id: string, section?: string) => `${at('accounts', id)}${section ? `#${section}` : ''}`,
  accountEdit: (id: string) => at('accounts', id, 'edit'),
  accountsPlan: (id: string) => at('accounts', 'bulk', id),
  accountCreateChoice: () => '/account/accounts/create',
  accountCreate: () => '/account/accounts/create-account',
  partnerAccountCreate: () => '/account/accounts/create-partner-account',
  organizations: (query: Query = {}) => withQuery('/account/ca/organizations', query),
  organizationCreate: (query: { account?: string } = {}) => withQuery('/account/ca/organizations/create', query),
  organizationsPlan: (id: string) => at('ca', 'organizations', 'bulk', id),
  organization: (id: string) => at('ca', 'organizations', id),
  organizationEdit: (id: string) => at('ca', 'organizations', id, 'edit'),
  contactCreate: (organizationId: string) => at('ca', 'organizations', organizationId, 'create-contact'),
  contact: (organizationId: string, contactId: string) => at('ca', 'organizations', organizationId, contactId),
  access: () => '/account/access',
  administrators: () => '/account/access/administrators',
  administrator: (id: string) => at('access', 'administrators', id),
  serviceUsers: () => '/account/access/service-user',
  userRoles: () => '/account/access/manage-user-roles',
  reporting: () => '/account/reporting',
  logging: () => '/account/reporting/logging',
  endsSoon: () => '/account/reporting/ends-soon',
  settings: () => '/account/settings',
  outgoingMail: (query: Query = {}) => withQuery('/account/settings/outgoing-mail', query),
  outgoingMailPlan: (id: string) => at('settings', 'outgoing-mail', 'bulk', id),
  outgoingMailItem: (id: string) => at('settings', 'outgoing-mail', id),
  featureFlags: () => '/account/settings/feature-flags',
  updateLicense: () => '/account/settings/update-license',
  migrationTool: () => '/account/migrationTool',
  clientTools: () => '/account/client-tools',
} as const;

/** Addresses outside the console; following one is a full navigation to the server (S-007, S-039). */
export const outside = {
  logout: () => '/imauth/api/v1/logout',
} as const;

/** Below /account, but answered by the server: the API, its reference, files. */
const SERVED = /^\/account\/(?:ui-api|api|assets)(?:\/|$)/;

/** True for an address that this console shows itself. */
export function isOwnPath(pathname: string): boolean {
  return (pathname === '/account' || pathname.startsWith('/account/')) && !SERVED.test(pathname);
}
