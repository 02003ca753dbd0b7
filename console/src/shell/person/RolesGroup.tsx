/** The roles of a person or service user in its form, or why those that there are could not be read. */
import type { HeldRole } from '@signet/contract/areas/people';
import { useText } from '../../i18n/text.ts';
import { FormGroup } from '../../ui/FormGroup.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { Unread } from '../routing/Unread.tsx';
import type { AssignableRoles } from './assignable-roles.ts';
import { RoleChoice } from './RoleChoice.tsx';

type Props = {
  field: FieldProps;
  assignable: AssignableRoles;
  held: readonly HeldRole[];
};

export function RolesGroup({ field, assignable: { roles, error, refetch }, held }: Props) {
  const t = useText();
  return (
    <FormGroup title={t('people.roles')} lead={t('people.rolesLead')}>
      {roles && <RoleChoice field={field} roles={roles} held={held} />}
      {!roles && error && <Unread error={error} retry={refetch} />}
    </FormGroup>
  );
}
