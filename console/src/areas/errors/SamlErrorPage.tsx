/** A single sign-on that could not be verified; known codes have words of their own (S-035). */
import { useParams } from '@tanstack/react-router';
import { isTextKey, useText } from '../../i18n/text.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

export default function SamlErrorPage() {
  const t = useText();
  const { errorCode }: { errorCode?: string } = useParams({ strict: false });
  const code = errorCode?.toUpperCase() ?? '';
  const key = [
    `errors.saml.code.${code.toLowerCase()}`,
    `notifications.exceptions.SAML_${code}`,
    `notifications.exceptions.${code}`,
  ].find(isTextKey);
  return (
    <ErrorPage title={t('errors.saml.title')} intro={key ? t(key) : t('errors.saml.intro')}>
      <ErrorFacts code={errorCode} />
    </ErrorPage>
  );
}
