/** The own sessions: where the person is signed in, and the way to end that. */
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { SessionList } from '../../shell/person/SessionList.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

const SESSIONS = 'GET /account/ui-api/v1/session';

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
      {error && !data && <Unread error={error} retry={refetch} title="page.failed" />}
      {!error && !data && <Busy />}
      {data && (
        <SessionList
          sessions={data.items}
          end={(id) => change('DELETE /account/ui-api/v1/session/{id}', { params: { id } })}
        />
      )}
    </>
  );
}
