/**
 * Somebody makes a user of an account for themselves, by a link (S-024): their address, the passcode that proves it,
 * names and how they sign in.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { asFailure, type Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ToSignIn } from '../../shell/public/ToSignIn.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { AddressStep } from './AddressStep.tsx';
import { keepRequest, openLink, type LinkInfo, type OwnRequest } from './own-request.ts';
import { PasscodeStep } from './PasscodeStep.tsx';
import { ProviderAlone } from './ProviderWay.tsx';
import { NotHere } from './NotHere.tsx';
import { UserStep } from './UserStep.tsx';

const NO_PASSWORD = { status: 'SELF_SERVICE_NO_PASSWORD' } as const;

export default function CreateUserPage() {
  const { state = '' }: { state?: string } = useSearch({ strict: false });
  const { data, error } = useQuery({
    queryKey: ['self-service', state],
    queryFn: () => openLink(state),
    staleTime: 'static',
    gcTime: 0,
  });
  if (error) return <Refused failure={asFailure(error)} />;
  return data ? <Steps link={state} info={data.info} begun={data.request} /> : <PageBusy />;
}

/** The link, or the account behind it, has ended: who has a user already can still sign in. */
function Refused({ failure }: { failure: Failure }) {
  const t = useText();
  usePageName(t('link.usedUpTitle'));
  const message =
    failure.status === 'INVALID_INPUT' ? t('notifications.exceptions.SELF_SERVICE_LINK_ENDED') : problemText(failure);
  return (
    <PublicPage title={t('link.usedUpTitle')} intro={message}>
      <ToSignIn />
    </PublicPage>
  );
}

function Steps({ link, info, begun }: { link: string; info: LinkInfo; begun: OwnRequest | null }) {
  const [request, setRequest] = useState(begun);
  const [readdressing, setReaddressing] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);
  function onRequest(next: OwnRequest) {
    keepRequest(link, next);
    setReaddressing(false);
    setRequest(next);
  }
  function startAgain() {
    keepRequest(link, null);
    setRequest(null);
    setRefused(null);
  }
  const step = { onRequest, onRefused: setRefused };
  if (refused?.status === 'SELF_SERVICE_REQUEST_ENDED') return <StartAgain failure={refused} onStart={startAgain} />;
  if (refused) return <Refused failure={refused} />;
  if (!info.ways.standard_login)
    return info.ways.idp_url === null ? <NotHere reason={NO_PASSWORD} /> : <ProviderAlone link={link} info={info} />;
  if (!request || readdressing) return <AddressStep link={link} info={info} request={request} {...step} />;
  if (request.status === 'VALIDATED')
    return <UserStep request={request} {...step} onDone={() => keepRequest(link, null)} />;
  return <PasscodeStep request={request} {...step} onOtherAddress={() => setReaddressing(true)} />;
}

function StartAgain({ failure, onStart }: { failure: Failure; onStart: () => void }) {
  const t = useText();
  return (
    <PublicPage title={t('selfService.startAgain')} intro={problemText(failure)}>
      <PublicActions>
        <Button size="md" variant="filled" onClick={onStart}>
          {t('selfService.startAgain')}
        </Button>
      </PublicActions>
    </PublicPage>
  );
}
