/** Who asks: scopes, applications, permission names and the viewer every store call takes first. */

export const SCOPES = ['system', 'partner', 'account', 'end_user'] as const;
export type Scope = (typeof SCOPES)[number];

export const APP_CODES = [
  'account_manager',
  'ca_manager',
  'secure_software_manager',
  'device_manager',
  'enterprise_manager',
  'document_signing_manager',
  'discovery_automation_manager',
  'device_trust_manager',
] as const;
export type AppCode = (typeof APP_CODES)[number];

const GENERAL_PERMISSIONS = [
  'view_tenant',
  'manage_tenant',
  'view_user',
  'manage_system_user',
  'manage_account_user',
  'manage_partner_user',
  'view_account',
  'manage_account',
  'view_organization',
  'manage_organization',
  'manage_permission',
  'view_seat',
  'manage_seat',
  'view_enrollment',
  'manage_enrollment',
  'view_ca',
  'manage_ca',
  'view_profile',
  'manage_profile',
  'view_license',
  'manage_license',
  'view_licensed_seats',
  'manage_licensed_seats',
  'view_template',
  'manage_template',
  'view_certificate',
  'revoke_certificate',
  'view_audit_log',
  'manage_system_settings',
  'view_user_role',
  'manage_user_role',
] as const;

type LicensePermission = `${'view' | 'manage'}_${AppCode}_license`;
export type Permission = (typeof GENERAL_PERMISSIONS)[number] | LicensePermission;

const licensePermissions = APP_CODES.flatMap((app): LicensePermission[] => [
  `view_${app}_license`,
  `manage_${app}_license`,
]);

/** Every permission name of the platform: the general ones and view/manage of each product's license. */
export const PERMISSIONS: readonly Permission[] = [...GENERAL_PERMISSIONS, ...licensePermissions];
const known: ReadonlySet<string> = new Set(PERMISSIONS);
export const isPermission = (name: string): name is Permission => known.has(name);

/** Permissions that mean nothing outside system scope, whoever's role lists them. */
export const SYSTEM_ONLY: ReadonlySet<Permission> = new Set<Permission>([
  'manage_system_user',
  'manage_tenant',
  'view_tenant',
  'manage_system_settings',
]);
/** Permissions that mean nothing in account scope. */
export const NOT_IN_ACCOUNT_SCOPE: ReadonlySet<Permission> = new Set<Permission>([
  ...SYSTEM_ONLY,
  'manage_partner_user',
]);

/** The permissions that stay of `names` in `scope`: a role can never lift its holder above the scope. */
export function permissionsInScope(names: Iterable<Permission>, scope: Scope): Permission[] {
  const without = scope === 'system' ? null : scope === 'partner' ? SYSTEM_ONLY : NOT_IN_ACCOUNT_SCOPE;
  if (scope === 'end_user') return [];
  return [...new Set(names)].filter((name) => !without?.has(name));
}

/** How a caller proves who it is. */
const VIAS = ['session', 'token', 'certificate', 'oauth', 'oauth_client'] as const;
export type Via = (typeof VIAS)[number];

/** The session of the console: its id is that of the refresh-token family that the access token belongs to. */
export type BySession = { readonly by: 'session'; readonly sessionId: string };
/**
 * An access token of our authorization server, and the OAuth client that it was given to, by its id and its name of
 * today: `oauth` of a client that a person lets act for them, `oauth_client` of one that acts by itself.
 */
export type ByOauth = { readonly by: 'oauth' | 'oauth_client'; readonly clientId: string; readonly name: string };
/** A client certificate, and the API token whose rights count where its user must show both. */
export type ByCertificate = {
  readonly by: 'certificate';
  readonly certificateId: string;
  readonly tokenId?: string | undefined;
};
/**
 * What a request came with: a session of the console, an API token by its name of today, a client certificate, an OAuth
 * client.
 */
export type Credential =
  | BySession
  | { readonly by: 'token'; readonly tokenId: string; readonly name: string }
  | ByCertificate
  | ByOauth;

/** The signed-in person or service of one request, resolved afresh from the database for each. Ids are UUIDs. */
export type Viewer = {
  userId: string;
  userName: string;
  name: string;
  scope: Scope;
  /** The account the person belongs to first; null for system scope without one. */
  primaryAccountId: string | null;
  /** Accounts the person is a member of, the primary one included. */
  accountIds: readonly string[];
  permissions: ReadonlySet<Permission>;
  /** A program has none to accept. */
  termsAccepted: boolean;
  via: Credential;
};

/** What most rules ask of a viewer; the console knows it of the person as well. */
export type RuleViewer = Pick<Viewer, 'scope' | 'permissions'>;

/** A viewer who sits at the console: whoever calls an endpoint whose access is for sessions alone. */
export type SessionViewer = Viewer & { via: BySession };
