/** After a license that could not replace the old one (S-037). */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ErrorPage } from './ErrorPage.tsx';

export default function UpdateLicenseErrorPage() {
  const t = useText();
  return (
    <ErrorPage
      title={t('errors.updateLicense.title')}
      intro={t('errors.updateLicense.intro')}
      to={paths.updateLicense()}
      act={t('errors.updateLicense.again')}
    />
  );
}
