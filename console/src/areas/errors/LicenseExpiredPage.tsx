/** The platform's license has ended: an administrator can sign in to replace it (S-149). */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ErrorPage } from './ErrorPage.tsx';

export default function LicenseExpiredPage() {
  const t = useText();
  return (
    <ErrorPage
      title={t('errors.licenseExpired.title')}
      intro={t('errors.licenseExpired.intro')}
      to={paths.login({ returnPath: paths.updateLicense() })}
      act={t('errors.licenseExpired.replace')}
    />
  );
}
