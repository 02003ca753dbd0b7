/** One outgoing mail: its facts and, until it is sent, its text. */
import { whyNotResend } from '@signet/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { CallResponse } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { DetailPage, DetailSection } from '../../shell/detail/DetailPage.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { letterParts } from './letter.ts';
import { MailServerBanner } from './MailServerBanner.tsx';
import { MailStatus, useMailKind } from './status.tsx';
import css from './mail.module.css';

type Mail = CallResponse<'GET /account/ui-api/v1/mail/{id}'>;

/** How often a mail that is on its way is looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

export default function MailPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/mail/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? LOOK_AGAIN_MS : false),
  });
  const facts = useFacts();
  return (
    <DetailPage query={query} name={(mail) => mail.subject} actions={tryAgain} banners={serverBanner} facts={facts}>
      {letter}
    </DetailPage>
  );
}

const tryAgain = (mail: Mail) => <TryAgain mail={mail} />;
const serverBanner = (mail: Mail) => mail.status === 'held' && !mail.mail_server && <MailServerBanner />;
const letter = (mail: Mail) => <Letter text={mail.text} />;

function useFacts(): (mail: Mail) => Fact[] {
  const t = useText();
  const time = useDateTimeFormat();
  const kindOf = useMailKind();
  return (mail) => [
    { label: t('outgoingMail.status'), value: <MailStatus status={mail.status} block /> },
    { label: t('outgoingMail.to'), value: <CopyValue value={mail.to} name={t('outgoingMail.to')} />, wide: true },
    { label: t('outgoingMail.kind'), value: kindOf(mail.kind) },
    { label: t('outgoingMail.time'), value: <DateText value={mail.created_at} text={time(mail.created_at)} /> },
    {
      label: t('outgoingMail.sent'),
      value:
        mail.sent_at === null ? (
          <span className="t3">{t('outgoingMail.notSent')}</span>
        ) : (
          <DateText value={mail.sent_at} text={time(mail.sent_at)} />
        ),
    },
    { label: t('outgoingMail.attempts'), value: mail.attempts },
    ...(mail.error === null
      ? []
      : [{ label: t('outgoingMail.error'), value: <span className="mono">{mail.error}</span>, wide: true }]),
  ];
}

/** The text as it is sent; a link of this console can be followed from here. */
function Letter({ text }: { text: string | null }) {
  const t = useText();
  return (
    <DetailSection title={t('outgoingMail.text')}>
      {text === null ? (
        <p className="t2">{t('outgoingMail.textDeleted')}</p>
      ) : (
        <div className={`card ${css.letter}`}>
          {letterParts(text, location.origin).map((part, index) =>
            part.href === null ? (
              part.text
            ) : (
              <a key={index} href={part.href}>
                {part.text}
              </a>
            ),
          )}
        </div>
      )}
    </DetailSection>
  );
}

/** For a mail that is not sent, also one that waits for its next try; says why when it can't help. */
function TryAgain({ mail }: { mail: Mail }) {
  const t = useText();
  if (mail.status === 'sent') return null;
  const icon = <IconRefresh size={16} stroke={1.75} aria-hidden />;
  const whyNot = whyNotResend(mail.status, mail.mail_server);
  if (whyNot)
    return (
      <RefusedButton whyNot={whyNot} leftSection={icon}>
        {t('common.tryAgain')}
      </RefusedButton>
    );
  return (
    <ConfirmAction
      label={t('common.tryAgain')}
      title={t('outgoingMail.againTitle')}
      act={t('outgoingMail.againAct')}
      danger={false}
      run={() => change('PUT /account/ui-api/v1/mail/{id}/resend', { params: { id: mail.id } })}
      done="outgoingMail.again"
      button={{ leftSection: icon }}
    >
      {t('outgoingMail.againBody', { to: mail.to })}
    </ConfirmAction>
  );
}
