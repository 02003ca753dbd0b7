/** A new template. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useOwner } from '../../shell/account/OwnerField.tsx';
import { useCreate } from '../../shell/record/use-create.ts';
import { NO_TEMPLATE, toBody } from './certificate-template-form.ts';
import { CertificateTemplateForm } from './CertificateTemplateForm.tsx';

export default function CertificateTemplateCreatePage() {
  const t = useText();
  const form = useCreate({
    initial: { ...NO_TEMPLATE, account_id: useOwner() },
    create: (values) =>
      change('POST /account/ui-api/v1/template', {
        body: { ...toBody(values), ...(values.account_id === '' ? {} : { account_id: values.account_id }) },
      }),
    act: 'templates.create',
    created: 'templates.created',
    to: ({ id }) => paths.certificateTemplate(id),
    back: paths.certificateTemplates(),
  });
  return <CertificateTemplateForm title={t('templates.create')} form={form} isNew />;
}
