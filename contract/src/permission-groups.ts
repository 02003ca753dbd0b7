/**
 * The permissions that a role may hold, in the groups in which people choose them, by application and by how far its
 * holders see. No schemas here, so that a page can load it without zod.
 */
import { NOT_IN_ACCOUNT_SCOPE, SYSTEM_ONLY, type AppCode, type Permission, type Scope, APP_CODES } from './viewer.ts';

/** What belongs together: to see something, and to change it. The name is a text key too (`roles.group.` + name). */
const GENERAL_GROUPS = {
  account: ['view_account', 'manage_account'],
  organization: ['view_organization', 'manage_organization'],
  user: ['view_user', 'manage_account_user', 'manage_partner_user', 'manage_system_user'],
  user_role: ['view_user_role', 'manage_user_role'],
  permission: ['manage_permission'],
  certificate: ['view_certificate', 'revoke_certificate'],
  enrollment: ['view_enrollment', 'manage_enrollment'],
  seat: ['view_seat', 'manage_seat'],
  ca: ['view_ca', 'manage_ca'],
  profile: ['view_profile', 'manage_profile'],
  template: ['view_template', 'manage_template'],
  license: ['view_license', 'manage_license'],
  licensed_seats: ['view_licensed_seats', 'manage_licensed_seats'],
  audit_log: ['view_audit_log'],
  settings: ['manage_system_settings'],
  tenant: ['view_tenant', 'manage_tenant'],
} as const satisfies Record<string, readonly Permission[]>;

const licensePermissions = (app: AppCode): Permission[] => [`view_${app}_license`, `manage_${app}_license`];

type GeneralGroup = keyof typeof GENERAL_GROUPS;
const isGeneral = (name: string): name is GeneralGroup => name in GENERAL_GROUPS;
/** The licenses of one application. */
type LicenseGroup = `${AppCode}_license`;
export type PermissionGroupName = GeneralGroup | LicenseGroup;
type NamedPermissions = { name: PermissionGroupName; permissions: readonly Permission[] };

/** Every group: in the order of the navigation, the licenses of the applications last. */
const EVERY_GROUP: readonly NamedPermissions[] = [
  ...Object.keys(GENERAL_GROUPS)
    .filter(isGeneral)
    .map((name): NamedPermissions => ({ name, permissions: GENERAL_GROUPS[name] })),
  ...APP_CODES.map((app): NamedPermissions => ({ name: `${app}_license`, permissions: licensePermissions(app) })),
];

/**
 * What a permission brings with it: whoever changes things of a group sees them, as ACCESS has it. Nothing for one that
 * only lets see.
 */
export function impliedBy(permission: Permission): Permission[] {
  if (permission.startsWith('view_')) return [];
  const group = EVERY_GROUP.find(({ permissions }) => permissions.includes(permission))?.permissions ?? [];
  return group.filter((one) => one.startsWith('view_'));
}

/** What every application's roles may have beside its own: whom and what one works for. */
const SHARED: readonly GeneralGroup[] = ['account', 'organization', 'user', 'audit_log'];

/** What the roles of each application are about. Account Manager looks after the others and has everything. */
const OWN: Record<AppCode, readonly GeneralGroup[]> = {
  account_manager: Object.keys(GENERAL_GROUPS).filter(
    (name): name is GeneralGroup => isGeneral(name) && SHARED.every((shared) => shared !== name),
  ),
  ca_manager: ['certificate', 'enrollment', 'seat', 'ca', 'profile', 'template', 'license', 'licensed_seats'],
  secure_software_manager: ['certificate', 'profile', 'template'],
  device_manager: ['certificate', 'enrollment', 'profile', 'template'],
  enterprise_manager: ['certificate', 'enrollment', 'seat', 'profile', 'template', 'licensed_seats'],
  document_signing_manager: ['certificate', 'seat', 'profile', 'template', 'licensed_seats'],
  discovery_automation_manager: ['certificate', 'profile'],
  device_trust_manager: ['certificate', 'enrollment', 'profile', 'template'],
};

/** The application whose licenses a group is about; null for every other group. */
export const licenseGroupOf = (name: string): AppCode | null =>
  APP_CODES.find((app) => name === `${app}_license`) ?? null;

/** A group that is not about licenses of one application; null for what is none. */
export const generalGroupOf = (name: string): GeneralGroup | null => (isGeneral(name) ? name : null);

/** Whether a permission means anything to people of a scope; `permissionsInScope` takes the others away. */
export function meansSomething(permission: Permission, scope: Scope): boolean {
  if (scope === 'end_user') return false;
  if (scope === 'system') return true;
  return !(scope === 'partner' ? SYSTEM_ONLY : NOT_IN_ACCOUNT_SCOPE).has(permission);
}

/** `shared`: every application's roles may have it. */
export type PermissionGroup = { name: PermissionGroupName; shared: boolean; permissions: Permission[] };

/**
 * The groups of an application's roles, its own first, with the permissions that mean something in `reach`: `system`
 * for a role of the platform, `partner` for one of a partner, `account` for one of any other account.
 */
export function permissionGroups(app: AppCode, reach: Scope): PermissionGroup[] {
  const licenses: readonly AppCode[] = app === 'account_manager' ? APP_CODES : [app];
  const general = (shared: boolean) => (name: GeneralGroup) => ({
    name,
    shared,
    permissions: GENERAL_GROUPS[name].filter((permission) => meansSomething(permission, reach)),
  });
  return [
    ...OWN[app].map(general(false)),
    ...licenses.map((of): PermissionGroup => ({
      name: `${of}_license`,
      shared: false,
      permissions: licensePermissions(of),
    })),
    ...SHARED.map(general(true)),
  ].filter(({ permissions }) => permissions.length > 0);
}

/**
 * The permissions among `names` in their groups, in the order of the navigation. What the roles of one application come
 * to (`app`) has the groups first that are chosen for them, in the same order.
 */
export function inGroups(names: readonly string[], app: AppCode | null = null): NamedPermissions[] {
  const first = app === null ? [] : permissionGroups(app, 'system').map(({ name }) => name);
  const place = ({ name }: NamedPermissions): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return EVERY_GROUP.toSorted((a, b) => place(a) - place(b))
    .map(({ name, permissions }) => ({ name, permissions: permissions.filter((one) => names.includes(one)) }))
    .filter(({ permissions }) => permissions.length > 0);
}

/** The permissions that a role of this application and reach may hold. */
export const permissionsOffered = (app: AppCode, reach: Scope): ReadonlySet<Permission> =>
  new Set(permissionGroups(app, reach).flatMap(({ permissions }) => permissions));
