/** A sign-in with a certificate that could not be verified; the message is shown as text, never as markup (S-036). */
import { useParams } from '@tanstack/react-router';
import { isTextKey, useText } from '../../i18n/text.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

export default function ClientAuthErrorPage() {
  const t = useText();
  const { errorCode, errorMessage }: { errorCode?: string; errorMessage?: string } = useParams({ strict: false });
  const key = `errors.clientAuth.code.${errorCode?.toLowerCase() ?? ''}`;
  return (
    <ErrorPage title={t('errors.clientAuth.title')} intro={isTextKey(key) ? t(key) : t('errors.clientAuth.intro')}>
      <ErrorFacts code={errorCode} message={errorMessage} />
    </ErrorPage>
  );
}
