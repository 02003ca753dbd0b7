/** Edits an organization. */
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { OrganizationForm, toBody, valuesOf } from './OrganizationForm.tsx';
import { useOrganizationCrumb } from './organization-crumb.ts';

export default function OrganizationEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  useOrganizationCrumb(id);
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/organization/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/organization/{id}', { params, query: { version }, body: toBody(values) })
      }
      saved="organizations.saved"
      back={paths.organization(id)}
    >
      {(form) => <OrganizationForm title={t('organizations.edit')} form={form} />}
    </EditPage>
  );
}
