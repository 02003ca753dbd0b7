/** Roles that people of the demo platform have made: of an account, of a partner, of the platform, and one archived. */
import type { AppCode, Permission } from '@signet/contract/viewer';
import { newId } from '../src/ids.ts';
import { momentOf } from './demo-log.ts';
import type { FurnishStep } from './demo.ts';

type SeedRole = {
  name: string;
  description: string;
  app: AppCode;
  /** Friendly identifier; null for one of the platform. */
  account: string | null;
  permissions: Permission[];
  /** User names of those who have it. */
  people: string[];
  clonedFrom?: string;
  archived?: true;
};

const ROLES: readonly SeedRole[] = [
  {
    name: 'Branch issuer',
    description: 'Issues for people in the branches, without revoking',
    app: 'ca_manager',
    account: 'nordmark-lb',
    permissions: ['view_seat', 'view_enrollment', 'manage_enrollment', 'view_certificate'],
    // Of this account alone: its administrators change what the role allows.
    people: ['maren', 'dora'],
  },
  {
    name: 'Branch reader',
    description: 'Looks up certificates for people in the branches',
    app: 'ca_manager',
    account: 'nordmark-lb',
    permissions: ['view_seat', 'view_certificate'],
    // They belong to other accounts too, where it holds as well.
    people: ['jonas', 'nils'],
    clonedFrom: 'Branch issuer',
  },
  {
    name: 'Front desk',
    description: '',
    app: 'account_manager',
    account: 'nordmark-lb',
    permissions: ['view_user', 'view_organization'],
    people: ['nils'],
    archived: true,
  },
  {
    name: 'Custody auditor',
    description: 'Reads accounts, organizations and the audit log',
    app: 'account_manager',
    account: 'orsini-custody',
    permissions: ['view_account', 'view_organization', 'view_audit_log'],
    people: ['tove'],
  },
  {
    name: 'Customer care',
    description: 'Helps the people of our customers in',
    app: 'account_manager',
    account: 'umbra-trust',
    permissions: ['view_user', 'manage_account_user', 'view_account', 'view_organization'],
    people: [],
  },
  {
    name: 'License desk',
    description: 'Looks after licenses and what they are used for',
    app: 'account_manager',
    account: null,
    permissions: ['view_account', 'view_license', 'view_licensed_seats', 'view_audit_log'],
    people: [],
  },
];

/** Inserts the roles, and gives them to people. */
export const furnishRoles: FurnishStep = async ({ db, now, accountIds, personIds }) => {
  const ids = new Map(ROLES.map(({ name }) => [name, newId()]));
  const idOf = (name: string): string => ids.get(name) ?? '';
  await db
    .insertInto('role')
    .values(
      ROLES.map(({ name, description, app, account, permissions, clonedFrom, archived }) => ({
        id: idOf(name),
        app_code: app,
        name,
        description,
        account_id: account === null ? null : (accountIds.get(account) ?? null),
        permissions,
        cloned_from_id: clonedFrom === undefined ? null : idOf(clonedFrom),
        archived_at: archived ? momentOf(now, 96, 875) : null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const grants = ROLES.flatMap(({ name, people }) =>
    people.map((person) => ({ user_id: personIds.get(person) ?? '', role_id: idOf(name) })),
  );
  await db.insertInto('user_role').values(grants).execute();
  return {};
};
