/** Edits a role (S-066); one that comes with the platform says why it stays as it is. */
import type { Role } from '@signet/contract/areas/roles';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { Refused } from '../../shell/record/Refused.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { RoleForm } from './RoleForm.tsx';
import { editBody, permissionsText, type RoleValues } from './role-form.ts';

export default function RoleEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/role/{id}', { params })}
      name={({ name }) => name}
      crumb="own"
      valuesOf={valuesOf}
      refusal={refusal}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/role/{id}', { params, query: { version }, body: editBody(values) })
      }
      saved="roles.saved"
      back={paths.role(id)}
    >
      {(form, role) => <RoleForm title={t('roles.edit')} form={form} role={role} />}
    </EditPage>
  );
}

const refusal = (role: Role) =>
  role.why_not.edit && (
    <Refused name={role.name} reason={role.why_not.edit} actions={role.abilities.clone && <Clone id={role.id} />} />
  );

const valuesOf = (role: Role): RoleValues => ({
  app_code: role.app_code,
  account_id: role.account_id ?? '',
  name: role.name,
  description: role.description,
  permissions: permissionsText(role.permissions),
});

function Clone({ id }: { id: string }) {
  const t = useText();
  return <ButtonLink to={paths.roleClone(id)}>{t('roles.clone')}</ButtonLink>;
}
