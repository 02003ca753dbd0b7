/** The account's service period is over or has not begun, or it is inactive (S-038). */
import { useText } from '../../i18n/text.ts';
import { ErrorPage } from './ErrorPage.tsx';

export default function AccountExpiredErrorPage() {
  const t = useText();
  return (
    <ErrorPage
      title={t('errors.accountExpired.title')}
      intro={t('errors.accountExpired.intro')}
      act={t('errors.accountExpired.other')}
    />
  );
}
