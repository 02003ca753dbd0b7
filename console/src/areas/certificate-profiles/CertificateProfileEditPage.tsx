/** Edits a certificate profile; one that comes with the product says why it stays as it is. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { Refused } from '../../shell/record/Refused.tsx';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { toBody, valuesOf } from './certificate-profile-form.ts';
import { CertificateProfileForm } from './CertificateProfileForm.tsx';

const refusal = ({ name, why_not_manage: whyNot }: CertificateProfileAnswer) =>
  whyNot && <Refused name={name} reason={whyNot} />;

export default function CertificateProfileEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/profile/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      valuesOf={valuesOf}
      refusal={refusal}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/profile/{id}', { params, query: { version }, body: toBody(values) })
      }
      saved="certificateProfiles.saved"
      back={paths.certificateProfile(id)}
    >
      {(form) => <CertificateProfileForm title={t('certificateProfiles.edit')} form={form} />}
    </EditPage>
  );
}
