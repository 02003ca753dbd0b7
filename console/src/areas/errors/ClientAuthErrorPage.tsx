/**
 * A sign-in with a certificate that could not be verified (S-036), or an invitation to one that opens nothing (S-159);
 * the message is shown as text, never as markup.
 */
import { useParams } from '@tanstack/react-router';
import { isTextKey, useText, type TextKey } from '../../i18n/text.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

type Said = { title: (code: string) => TextKey; intro: TextKey; keys: (code: string) => string[] };

/** What a code is said with: those of a certificate, those of any refusal of a sign-in. */
const OF_SIGN_IN: Said = {
  title: () => 'errors.clientAuth.title',
  intro: 'errors.clientAuth.intro',
  keys: (code) => [
    `errors.clientAuth.code.${code.toLowerCase()}`,
    `notifications.exceptions.CLIENT_CERTIFICATE_${code.toUpperCase()}`,
    ...(SAID.has(code.toUpperCase()) ? [`notifications.exceptions.${code.toUpperCase()}`] : []),
  ],
};
const SAID = new Set([
  'METHOD_DISABLED',
  'STATE_EXPIRED',
  'USER_DISABLED',
  'ACCOUNT_EXPIRED',
  'PLATFORM_LICENSE_EXPIRED',
]);

/** An address may have any code: said is what an enrollment answers, and what any server may that has much to do. */
const OF_ENROLLMENT: Said = {
  title: (code) => (FOR_LATER.has(code.toUpperCase()) ? 'enrollment.laterTitle' : 'enrollment.refusedTitle'),
  intro: 'enrollment.refusedIntro',
  keys: (code) => [
    // Many people of one network may open theirs in the same minute.
    ...(code.toUpperCase() === 'TOO_MANY_REQUESTS' ? ['enrollment.tooOften'] : []),
    ...(code.toUpperCase() === 'INTERNAL' ? ['enrollment.noAnswer'] : []),
    ...(ENROLLMENT_CODES.has(code.toUpperCase()) ? [`notifications.exceptions.${code.toUpperCase()}`] : []),
  ],
};
/** The link may be good: nobody has looked at it. */
const FOR_LATER = new Set(['TOO_MANY_REQUESTS', 'OVERLOADED', 'DATABASE_UNAVAILABLE', 'INTERNAL']);
const ENROLLMENT_CODES = new Set([
  'REDEEMED',
  'CANCELED',
  'EXPIRED',
  'SUSPENDED',
  'RENEWAL_OVER',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
]);

export default function ClientAuthErrorPage() {
  const t = useText();
  const { errorCode, errorMessage }: { errorCode?: string; errorMessage?: string } = useParams({ strict: false });
  const { title, intro, keys } = useOwnAddress().hash === 'enrollment' ? OF_ENROLLMENT : OF_SIGN_IN;
  const key = keys(errorCode ?? '').find(isTextKey);
  return (
    <ErrorPage title={t(title(errorCode ?? ''))} intro={t(key ?? intro)}>
      <ErrorFacts code={errorCode} message={errorMessage} />
    </ErrorPage>
  );
}
