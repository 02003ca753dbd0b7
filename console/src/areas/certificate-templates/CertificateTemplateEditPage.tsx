/** Edits a template; where somebody may not, it says why. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { Refused } from '../../shell/record/Refused.tsx';
import { toBody, valuesOf } from './certificate-template-form.ts';
import { CertificateTemplateForm } from './CertificateTemplateForm.tsx';

const refusal = ({ name, why_not_manage: whyNot }: TemplateAnswer) => whyNot && <Refused name={name} reason={whyNot} />;

export default function CertificateTemplateEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/template/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      valuesOf={valuesOf}
      refusal={refusal}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/template/{id}', { params, query: { version }, body: toBody(values) })
      }
      saved="templates.saved"
      back={paths.certificateTemplate(id)}
    >
      {(form, { authority_name }) => (
        <CertificateTemplateForm title={t('templates.edit')} form={form} authorityName={authority_name} />
      )}
    </EditPage>
  );
}
