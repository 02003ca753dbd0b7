/** A new role, empty or as another one is: what its form begins with, sends and leads to. */
import type { Role } from '@signet/contract/areas/roles';
import { LIMITS } from '@signet/contract/limits';
import { APP_CODES } from '@signet/contract/viewer';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { useOwner } from '../../shell/account/OwnerField.tsx';
import type { FormSource } from '../../shell/form/form-source.ts';
import { shortened } from '../../shell/form/shortened.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { createBody, permissionsText, type RoleValues } from './role-form.ts';

export function useNewRole(source: Role | null): FormSource<RoleValues> {
  const t = useText();
  const self = useSelf();
  const owner = useOwner();
  const account_id = source?.account_id ?? owner;
  const copyName = (name: string): string => {
    const room = LIMITS.nameMax - t('roles.copyName', { name: '' }).length;
    return t('roles.copyName', { name: shortened(name, room) });
  };
  return useCreate<Role, RoleValues>({
    initial: source
      ? {
          app_code: source.app_code,
          account_id,
          name: copyName(source.name),
          description: source.description,
          permissions: permissionsText(source.permissions.filter((one) => self.permissions.has(one))),
        }
      : { app_code: APP_CODES[0], account_id, name: '', description: '', permissions: '' },
    create: (values) =>
      change('POST /account/ui-api/v1/role', {
        body: { ...createBody(values), ...(source ? { cloned_from_id: source.id } : {}) },
      }),
    act: source ? 'roles.clone' : 'roles.create',
    created: source ? 'roles.cloned' : 'roles.created',
    to: ({ id }) => paths.role(id),
    back: source ? paths.role(source.id) : paths.userRoles(),
  });
}
