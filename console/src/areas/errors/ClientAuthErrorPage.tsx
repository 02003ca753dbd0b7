/** A sign-in with a certificate that could not be verified; the message is shown as text, never as markup (S-036). */
import { useParams } from '@tanstack/react-router';
import { isTextKey, useText } from '../../i18n/text.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** What a code is said with: an enrollment's own words, those of a certificate, those of any refusal of a sign-in. */
const keysOf = (code: string): string[] => [
  `errors.clientAuth.code.${code.toLowerCase()}`,
  `notifications.exceptions.CLIENT_CERTIFICATE_${code.toUpperCase()}`,
  ...(SAID.has(code.toUpperCase()) ? [`notifications.exceptions.${code.toUpperCase()}`] : []),
];
const SAID = new Set([
  'METHOD_DISABLED',
  'STATE_EXPIRED',
  'USER_DISABLED',
  'ACCOUNT_EXPIRED',
  'PLATFORM_LICENSE_EXPIRED',
]);

export default function ClientAuthErrorPage() {
  const t = useText();
  const { errorCode, errorMessage }: { errorCode?: string; errorMessage?: string } = useParams({ strict: false });
  const keys = keysOf(errorCode ?? '');
  const key = keys.find(isTextKey);
  return (
    <ErrorPage title={t('errors.clientAuth.title')} intro={key ? t(key) : t('errors.clientAuth.intro')}>
      <ErrorFacts code={errorCode} message={errorMessage} />
    </ErrorPage>
  );
}
