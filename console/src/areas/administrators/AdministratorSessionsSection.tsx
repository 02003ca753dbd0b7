/** Where an administrator is signed in; whoever manages people of the scope ends a session here. */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { SessionList } from '../../shell/person/SessionList.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';

export default function AdministratorSessionsSection({ record }: { record: Administrator }) {
  const t = useText();
  const { id, name } = record;
  const ends = useAllows(ACCESS.administrators.manage) && !record.why_not.help;
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/user/{id}/session', { params: { id } });
  const endAll = ends && (data?.total ?? 0) > 0 && (
    <ConfirmAction
      label={t('administrators.endSessions')}
      title={t('administrators.endSessionsTitle', { name })}
      act={t('administrators.endSessions')}
      run={() => change('DELETE /account/ui-api/v1/user/{id}/session', { params: { id } })}
      done="administrators.sessionsEnded"
    >
      {t('administrators.endSessionsBody')}
    </ConfirmAction>
  );
  const end = (sid: string) => change('DELETE /account/ui-api/v1/user/{id}/session/{sid}', { params: { id, sid } });
  return (
    <Section count={data?.total} actions={endAll}>
      {() => {
        if (error && !data) return <Unread error={error} retry={refetch} title="page.failed" />;
        if (!data) return <Busy />;
        if (data.total === 0) return <p className="t2">{t('administrators.noSessions')}</p>;
        return <SessionList sessions={data.items} end={ends ? end : null} />;
      }}
    </Section>
  );
}
