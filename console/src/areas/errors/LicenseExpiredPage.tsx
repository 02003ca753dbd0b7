/**
 * The platform's license has ended (S-149), or none counts any more, as when its issuer is no longer trusted: an
 * administrator can sign in to replace it.
 */
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { licenseStatusQuery } from '../../session/license-gate.ts';
import { ErrorPage } from './ErrorPage.tsx';

export default function LicenseExpiredPage() {
  const t = useText();
  const isMissing = useQuery(licenseStatusQuery).data?.status === 'not_found';
  return (
    <ErrorPage
      title={t(isMissing ? 'errors.licenseMissing.title' : 'errors.licenseExpired.title')}
      intro={t(isMissing ? 'errors.licenseMissing.intro' : 'errors.licenseExpired.intro')}
      to={paths.login({ returnPath: paths.updateLicense() })}
      act={t('errors.licenseExpired.replace')}
    />
  );
}
