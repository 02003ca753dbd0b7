/** An OAuth client asks to act for the person: what for, whose it is, and the two answers. */
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { callToChange, type CallResponse } from '../../api/call.ts';
import { asFailure, isForLater, type Failure } from '../../api/failure.ts';
import { useApiAnew } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { signOut } from '../../session/sign-out.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { usePermissionName } from '../../shell/permission/permission-names.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useHome } from '../../shell/routing/home.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './authorize.module.css';

const REQUEST = 'GET /account/ui-api/v1/oauth-authorization/{id}';
type Request = CallResponse<typeof REQUEST>;

/**
 * Answers the request, and leaves the console for where the client waits. Nothing is read again: the request is over
 * then, and the page would say that it is refused.
 */
function useAnswer(id: string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const answer = async (how: 'allow' | 'deny'): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { return_url } =
        how === 'allow'
          ? await callToChange('POST /account/ui-api/v1/oauth-authorization/{id}/allow', { params: { id } })
          : await callToChange('POST /account/ui-api/v1/oauth-authorization/{id}/deny', { params: { id } });
      location.assign(return_url);
    } catch (thrown) {
      setFailure(asFailure(thrown));
      setBusy(false);
    }
  };
  return { answer, busy, failure };
}

export default function AuthorizePage() {
  const t = useText();
  const { requestId: id = '' }: { requestId?: string } = useParams({ strict: false });
  const { data, error, refetch } = useApiAnew(REQUEST, { params: { id } });
  const { answer, busy, failure } = useAnswer(id);
  const answered = useRef(false);
  const passes = data?.agreed === true;
  useEffect(() => {
    // Once: what the person has agreed to before.
    if (!passes || answered.current) return;
    answered.current = true;
    void answer('allow');
  }, [passes, answer]);
  if (error && passesBy(error)) return <Unread level={1} title="page.failed" error={error} retry={refetch} />;
  if (error) return <Refused refusal={error} busy={busy} failure={failure} onBack={() => void answer('deny')} />;
  if (!data || (passes && !failure))
    return (
      <>
        <PageTitle title={t('oauthAuthorization.pageTitle')} />
        <Busy />
      </>
    );
  return <Question request={data} busy={busy} failure={failure} onAnswer={(how) => void answer(how)} />;
}

/** Nobody has refused anything: the application waits, and what it asks for can be read once more. */
const passesBy = (error: Failure): boolean => error.network || isForLater(error) || error.httpStatus >= 500;

/** `refusal`: why there is nothing to agree to; `failure`: why the way back did not work. */
type Refusal = { refusal: Failure; busy: boolean; failure: Failure | null; onBack: () => void };

/** Of these the client is told where the person wants to go back. */
const LED_BACK: ReadonlySet<string> = new Set(['OAUTH_CLIENT_ELSEWHERE', 'OAUTH_OTHER_PERSON']);

/** Nothing can be agreed to here; who is signed in is known, so that another one can be. */
function Refused({ refusal, busy, failure, onBack }: Refusal) {
  const t = useText();
  const home = useHome();
  usePageName(t('oauthAuthorization.refusedTitle'));
  return (
    <>
      <PageTitle title={t('oauthAuthorization.refusedTitle')} lead={problemText(refusal)} />
      <div className={css.banners}>{failure && <Banner tone="bad">{problemText(failure)}</Banner>}</div>
      <div className={css.acts}>
        {LED_BACK.has(refusal.status) && (
          <Button loading={busy} onClick={onBack}>
            {t('oauthAuthorization.back')}
          </Button>
        )}
        {refusal.status === 'OAUTH_OTHER_PERSON' && (
          <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
        )}
        <ButtonLink to={home.to}>{t(home.text)}</ButtonLink>
      </div>
    </>
  );
}

type Answering = {
  request: Request;
  busy: boolean;
  failure: Failure | null;
  onAnswer: (how: 'allow' | 'deny') => void;
};

function Question({ request, busy, failure, onAnswer }: Answering) {
  const t = useText();
  const { client, account_name, leads_to } = request;
  const title = t('oauthAuthorization.title', { client: client.name });
  usePageName(title);
  return (
    <>
      <PageTitle title={title} lead={t('oauthAuthorization.lead', { client: client.name })} />
      <div className={css.banners}>
        {failure && <Banner tone="bad">{problemText(failure)}</Banner>}
        {client.public && <Banner tone="warn">{t('oauthAuthorization.public')}</Banner>}
      </div>
      <div className={css.facts}>
        <Facts
          facts={[
            { label: t('oauthAuthorization.owner'), value: account_name ?? t('oauthAuthorization.ofPlatform') },
            { label: t('oauthAuthorization.leadsTo'), value: <code className="mono">{leads_to}</code> },
            {
              label: t('oauthAuthorization.howLong'),
              value: t(request.stays ? 'oauthAuthorization.stays' : 'oauthAuthorization.staysNot'),
            },
          ]}
        />
      </div>
      <Rights request={request} />
      <div className={css.acts}>
        <Button variant="filled" loading={busy} onClick={() => onAnswer('allow')}>
          {t('oauthAuthorization.allow')}
        </Button>
        <Button aria-disabled={busy} data-disabled={busy || undefined} onClick={() => busy || onAnswer('deny')}>
          {t('oauthAuthorization.deny')}
        </Button>
      </div>
    </>
  );
}

/** What it would learn and may do; what the person may not do themselves stands apart. */
function Rights({ request: { identity, permissions, not_held } }: { request: Request }) {
  const t = useText();
  const nameOf = usePermissionName();
  const granted = [
    ...identity.map((scope) => ({ key: scope, text: t(`oauthAuthorization.identity.${scope}`) })),
    ...permissions.map((name) => ({ key: name, text: nameOf(name) })),
  ];
  return (
    <section className={`card ${css.rights}`}>
      <h2>{t('oauthAuthorization.asks')}</h2>
      {granted.length === 0 && <p className="t3">{t('oauthAuthorization.asksNothing')}</p>}
      <ul>
        {granted.map(({ key, text }) => (
          <li key={key}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            {text}
          </li>
        ))}
        {not_held.map((name) => (
          <li key={name} className="t3">
            <IconCircleMinus size={18} stroke={1.75} aria-hidden />
            {t('oauthAuthorization.notHeld', { permission: nameOf(name) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
