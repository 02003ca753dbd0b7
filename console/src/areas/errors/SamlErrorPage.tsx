/** A single sign-on, or its end, that could not be verified; known codes have words of their own (S-035). */
import { useParams } from '@tanstack/react-router';
import { isTextKey, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

export default function SamlErrorPage() {
  const t = useText();
  const { errorCode }: { errorCode?: string } = useParams({ strict: false });
  const code = errorCode?.toUpperCase() ?? '';
  if (code.startsWith('LOGOUT_'))
    return (
      <ErrorPage
        title={t('errors.samlLogout.title')}
        intro={t('errors.samlLogout.intro')}
        to={paths.home()}
        act={t('errors.samlLogout.toConsole')}
      >
        <ErrorFacts code={errorCode} />
      </ErrorPage>
    );
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
