/** Where a set-up link leads: somebody without a user enters one provider of one account, once. */
import type { SignInSetup } from '@signet/contract/areas/sign-in-setup';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure, Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { OidcSetup } from './OidcSetup.tsx';
import { SamlSetup } from './SamlSetup.tsx';

export default function SignInSetupPage() {
  const [id = '', secret = ''] = useOwnAddress().hash.split('/');
  const { data, error } = useQuery({
    queryKey: ['sign-in-setup', id, secret],
    queryFn: async () =>
      (await callPublic('POST /account/ui-api/v1/auth/sign-in-setup/open', { body: { id, secret } })).data,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  if (error) return <Ended why={asFailure(error)} />;
  return data ? <Open id={id} secret={secret} setup={data} /> : <PageBusy />;
}

/** An address that is cut off is for its reader the same as one that is used up. */
function Ended({ why }: { why: Failure }) {
  const t = useText();
  usePageName(t('link.usedUpTitle'));
  const cut = why.status === 'INVALID_INPUT';
  return (
    <PublicPage
      title={t('link.usedUpTitle')}
      intro={cut ? t('notifications.exceptions.SETUP_LINK_ENDED') : problemText(why)}
    />
  );
}

function Open({ id, secret, setup }: { id: string; secret: string; setup: SignInSetup }) {
  const t = useText();
  const dateTime = useDateTimeFormat();
  const [ended, setEnded] = useState<Failure | null>(null);
  const [done, setDone] = useState(false);
  const {
    account_name: account,
    expires_at,
    purpose,
    service_provider_config: saml,
    redirect_uri: redirectUri,
  } = setup;
  const renews = purpose === 'saml_certificates';
  /** Sends what was entered; a link that has ended meanwhile says so in place of the form. */
  const save = async (send: (link: { id: string; secret: string }) => Promise<unknown>): Promise<void> => {
    try {
      await send({ id, secret });
      setDone(true);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.status !== 'SETUP_LINK_ENDED') throw thrown;
      setEnded(thrown);
    }
  };
  if (ended) return <Ended why={ended} />;
  if (done)
    return (
      <PublicPage
        title={t('signInSetup.doneTitle')}
        intro={t(renews ? 'signInSetup.doneCertificates' : 'signInSetup.done', { account })}
      />
    );
  return (
    <PublicPage
      title={t(renews ? 'signInSetup.titleCertificates' : 'signInSetup.title')}
      intro={t(renews ? 'signInSetup.introCertificates' : 'signInSetup.intro', { account, time: dateTime(expires_at) })}
    >
      {saml && <SamlSetup values={saml} renews={renews} save={save} />}
      {redirectUri !== null && <OidcSetup redirectUri={redirectUri} save={save} />}
    </PublicPage>
  );
}
