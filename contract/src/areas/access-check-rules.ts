/** Why somebody can do something, or can't: asked of the predicate that decides it at every call. Without schemas. */
import { whatLacks, type Access, type Holder, type Lack } from '../access.ts';
import type { Permission } from '../viewer.ts';

/** What keeps somebody from doing anything at all, in the order in which it is told. */
export const OBSTACLES = [
  'not_yet',
  'disabled',
  'not_verified',
  'accounts_ended',
  'license_ended',
  'terms_open',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** Which of the obstacles there are. `terms_open` hinders nothing that is answered before the terms are accepted. */
export type Standing = Readonly<Record<Obstacle, boolean>>;

/** Somebody with what they have, as it holds or held on a day; roles as they list permissions, whatever the scope. */
export type CheckedPerson = Holder & {
  readonly standing: Standing;
  readonly roles: readonly { readonly id: string; readonly permissions: readonly Permission[] }[];
};

/** One permission of an access: `all` must be held, of `any` one. `roles`: those that list it. */
export type PermissionStep = { name: Permission; needed: 'all' | 'any'; held: boolean; roles: string[] };

/** `permissions` in the order of the access; one that is listed by a role and not held means nothing in the scope. */
export type AccessExplanation = {
  allowed: boolean;
  obstacles: Obstacle[];
  lack: Lack | null;
  permissions: PermissionStep[];
};

/** Whether the person has this access, and by what, or what stands in the way. */
export function explainAccess(access: Access, person: CheckedPerson): AccessExplanation {
  const obstacles = OBSTACLES.filter(
    (name) => person.standing[name] && !(name === 'terms_open' && access.beforeTerms === true),
  );
  const step =
    (needed: PermissionStep['needed']) =>
    (name: Permission): PermissionStep => ({
      name,
      needed,
      held: person.permissions.has(name),
      roles: person.roles.filter(({ permissions }) => permissions.includes(name)).map(({ id }) => id),
    });
  const lack = whatLacks(access, person);
  return {
    allowed: obstacles.length === 0 && lack === null,
    obstacles,
    lack,
    permissions: [...(access.all ?? []).map(step('all')), ...(access.any ?? []).map(step('any'))],
  };
}
