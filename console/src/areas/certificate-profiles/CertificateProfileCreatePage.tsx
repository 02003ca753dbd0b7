/** A new certificate profile. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useOwner } from '../../shell/account/OwnerField.tsx';
import { useCreate } from '../../shell/record/use-create.ts';
import { NO_PROFILE, toBody } from './certificate-profile-form.ts';
import { CertificateProfileForm } from './CertificateProfileForm.tsx';

export default function CertificateProfileCreatePage() {
  const t = useText();
  const form = useCreate({
    initial: { ...NO_PROFILE, account_id: useOwner() },
    create: ({ account_id, ...values }) =>
      change('POST /account/ui-api/v1/profile', {
        body: { ...toBody({ ...values, account_id }), ...(account_id === '' ? {} : { account_id }) },
      }),
    act: 'certificateProfiles.create',
    created: 'certificateProfiles.created',
    to: ({ id }) => paths.certificateProfile(id),
    back: paths.certificateProfiles(),
  });
  return <CertificateProfileForm title={t('certificateProfiles.create')} form={form} isNew />;
}
