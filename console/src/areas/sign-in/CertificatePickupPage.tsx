/** Where the link of a mail leads by which a person makes a certificate in this browser, to sign in with it (S-299). */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { GenerateCertificate } from '../../shell/certificate/GenerateCertificate.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';

/** As long as a common name may be (RFC 5280, A.1: ub-common-name). */
const COMMON_NAME_MAX = 64;
/** What a link says that makes no certificate (any more), or is not whole. */
const USED_UP: readonly string[] = ['CODE_INVALID', 'INVALID_INPUT'];

export default function CertificatePickupPage() {
  const t = useText();
  // In the fragment, so that no log of a proxy has it.
  const [userId = '', code = ''] = useOwnAddress().hash.split('/');
  const link = { user_id: userId, code };
  const [usedUp, setUsedUp] = useState(false);
  const person = useQuery({
    queryKey: ['certificate-pickup', userId, code],
    queryFn: async () =>
      (await callPublic('POST /account/ui-api/v1/auth/certificate-pickup/check', { body: link })).data,
    staleTime: 'static',
    gcTime: 0,
  });
  const signIn = useQuery({
    queryKey: ['certificate-sign-in'],
    queryFn: async () => (await callPublic('GET /account/api/v1/clientAuthLoginUrl', {})).data.url,
    staleTime: 'static',
  });

  async function submit(csr: string) {
    try {
      return (await callPublic('POST /account/ui-api/v1/auth/certificate-pickup', { body: { ...link, csr } })).data;
    } catch (thrown) {
      if (asFailure(thrown).status === 'CODE_INVALID') setUsedUp(true);
      throw thrown;
    }
  }

  if (usedUp || (person.error && USED_UP.includes(asFailure(person.error).status)))
    return <LinkUsedUp to={paths.login()} act={t('login.signIn')} />;
  if (person.error) {
    const message = problemText(asFailure(person.error));
    return <Failed level={1} title={t('page.failed')} message={message} onRetry={() => void person.refetch()} />;
  }
  if (!person.data) return <PageBusy />;
  const { name, user_name } = person.data;
  return (
    <PublicPage title={t('pickup.title')} intro={t('pickup.intro', { name, user_name })}>
      <PublicFields>
        <div>
          <GenerateCertificate
            commonName={Array.from(name).slice(0, COMMON_NAME_MAX).join('').trim()}
            submit={submit}
            next={<ButtonLink to={signIn.data ?? paths.login()}>{t('login.withCertificate')}</ButtonLink>}
          />
        </div>
      </PublicFields>
    </PublicPage>
  );
}
