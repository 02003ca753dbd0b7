/** The record of an administrator in its form. */
import { ACCESS, NO_LACK } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { activateLanguage } from '../../i18n/language.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { personBody, placeBody, valuesOf } from './administrator-form.ts';
import { AdministratorForm } from './AdministratorForm.tsx';

/** `rolesOnly`: only the roles are asked for; the rest is sent as it was read. */
export function AdministratorEdit({ rolesOnly = false }: { rolesOnly?: boolean }) {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  const isSelf = useProfile().id === id;
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const refusal = ({ why_not: { edit, govern } }: Administrator) => {
    const reason = rolesOnly ? govern : edit;
    return (
      reason && (
        <NoPermission
          access={ACCESS.administrators.manage}
          lack={NO_LACK}
          reason={problemText({ message: '', ...reason })}
        />
      )
    );
  };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/user/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      refusal={refusal}
      valuesOf={valuesOf}
      save={async (values, { version, why_not: { govern } }) => {
        const { locale } = await change('PUT /account/ui-api/v1/user/{id}', {
          params,
          query: { version },
          body: {
            ...personBody(values),
            ...(govern || rolesOnly ? {} : placeBody(values)),
            ...(govern || !givesRoles ? {} : { role_ids: values.role_ids }),
          },
        });
        // What is saved is saved, whether or not its texts can be loaded.
        if (isSelf) await activateLanguage(locale).catch(showProblem);
      }}
      saved="administrators.saved"
      back={paths.administrator(id)}
    >
      {(form) => (
        <AdministratorForm
          title={t(rolesOnly ? 'administrators.editRoles' : 'administrators.edit')}
          form={form}
          current={form.current}
          rolesOnly={rolesOnly}
        />
      )}
    </EditPage>
  );
}
