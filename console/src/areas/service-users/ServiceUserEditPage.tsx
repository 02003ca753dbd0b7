/** Edits a service user, roles and all (S-058, S-062). */
import { ACCESS, NO_LACK } from '@signet/contract/access';
import type { ServiceUser } from '@signet/contract/areas/service-users';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { toBody, valuesOf } from './service-user-form.ts';
import { ServiceUserForm } from './ServiceUserForm.tsx';

export default function ServiceUserEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  const refusal = ({ why_not: { edit } }: ServiceUser) =>
    edit && (
      <NoPermission access={ACCESS.serviceUsers.manage} lack={NO_LACK} reason={problemText({ message: '', ...edit })} />
    );
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/service-user/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      refusal={refusal}
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/service-user/{id}', { params, query: { version }, body: toBody(values) })
      }
      saved="serviceUsers.saved"
      back={paths.serviceUser(id)}
    >
      {(form) => <ServiceUserForm title={t('serviceUsers.edit')} form={form} current={form.current} />}
    </EditPage>
  );
}
