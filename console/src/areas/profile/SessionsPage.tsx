/** The own sessions: where the person is signed in, and the way to end that. */
import type { CallResponse } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Tag } from '../../ui/State.tsx';
import { deviceOf } from './device.ts';
import css from './profile.module.css';

const SESSIONS = 'GET /account/ui-api/v1/session';
type Session = CallResponse<typeof SESSIONS>['items'][number];

export default function SessionsPage() {
  const t = useText();
  const { data, error, refetch } = useApi(SESSIONS);
  const others = (data?.items.length ?? 0) > 1 && (
    <ConfirmAction
      label={t('sessions.endOthers')}
      title={t('sessions.endOthersTitle')}
      act={t('sessions.endOthers')}
      run={() => change('DELETE /account/ui-api/v1/session')}
      done="sessions.othersEnded"
    >
      {t('sessions.endOthersBody')}
    </ConfirmAction>
  );
  return (
    <>
      <PageTitle title={t('sessions.title')} lead={t('sessions.lead')} actions={others} />
      {error && !data && (
        <Failed
          title={t('page.failed')}
          message={problemText(error)}
          correlationId={error.correlationId}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Busy />}
      {data && (
        <ul className={`card ${css.sessions}`} aria-label={t('sessions.title')}>
          {data.items.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

function SessionLine({ session }: { session: Session }) {
  const t = useText();
  const date = useDateTimeFormat();
  const { browser, system } = deviceOf(session.user_agent);
  const device =
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknownDevice'));
  return (
    <li>
      <div>
        <p>
          <span className="strong">{device}</span> {session.current && <Tag>{t('sessions.current')}</Tag>}
        </p>
        <p className="sm t3">
          {t('sessions.lastUsed')} <DateText value={session.last_used_at} text={date(session.last_used_at)} />,{' '}
          {t('sessions.since')} <DateText value={session.created_at} text={date(session.created_at)} />,{' '}
          <span className="mono">{session.ip}</span>
        </p>
      </div>
      {!session.current && (
        <ConfirmAction
          label={t('sessions.end')}
          title={t('sessions.endTitle')}
          act={t('sessions.end')}
          run={() => change('DELETE /account/ui-api/v1/session/{id}', { params: { id: session.id } })}
          done="sessions.ended"
        >
          {t('sessions.endBody', { device })}
        </ConfirmAction>
      )}
    </li>
  );
}
