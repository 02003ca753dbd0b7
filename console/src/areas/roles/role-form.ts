/** What stands in the form of a role. Permissions are one text there, so that a form knows equal sets for equal. */
import { ROLE } from '@signet/contract/areas/role-record';
import type { Reason } from '@signet/contract/problem';
import { APP_CODES, isPermission, PERMISSIONS, type AppCode, type Permission } from '@signet/contract/viewer';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';

const roleCreate = laterSchema(async () => (await import('@signet/contract/areas/roles')).roleCreate);

export type RoleValues = {
  app_code: string;
  /** Empty: the platform's, in system scope. */
  account_id: string;
  name: string;
  description: string;
  permissions: string;
};

/** Sets of permissions as the form holds them, always in the same order. */
export const permissionsText = (permissions: readonly Permission[]): string =>
  PERMISSIONS.filter((permission) => permissions.includes(permission)).join(' ');
export const permissionsOf = (text: string): Permission[] => text.split(' ').filter(isPermission);

export const applicationOf = (code: string): AppCode => APP_CODES.find((app) => app === code) ?? APP_CODES[0];

export const FIELDS = {
  app_code: { label: ROLE.app_code.label },
  account_id: { label: 'roles.account' },
  name: { label: ROLE.name.label },
  description: { label: ROLE.description.label, optional: true },
  permissions: { label: ROLE.permissions.label },
} as const;

/** What is sent to create it. */
export const createBody = ({ account_id, permissions, app_code, ...values }: RoleValues) => ({
  ...values,
  app_code: applicationOf(app_code),
  permissions: permissionsOf(permissions),
  ...(account_id === '' ? {} : { account_id }),
});

/** What is sent to edit it. */
export const editBody = ({ name, description, permissions }: RoleValues) => ({
  name,
  description,
  permissions: permissionsOf(permissions),
});

/** By field; `isTaken`: the server has said so of this name. */
export function checkRole(values: RoleValues, isTaken: boolean): Record<string, Reason | null> {
  const reasons = reasonsOf(roleCreate, createBody(values));
  return { ...reasons, name: reasons['name'] ?? (isTaken ? { status: 'ROLE_NAME_EXISTS' } : null) };
}
