/** The newest events of a person or service user, by them and about them, with the way to all of each. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useEventTitle } from '../../shell/events/event-title.ts';
import { ResourceName } from '../../shell/events/ResourceName.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Actor } from './Actor.tsx';
import { newestOf } from '../../shell/events/recent-events.ts';
import { Result } from './Result.tsx';
import css from './audit-log.module.css';

const EVENTS = 'GET /account/ui-api/v1/audit-log';
const SHOWN = 6;

export default function PersonEventsSection({ record: { id } }: { record: { id: string } }) {
  return (
    <Section
      actions={
        <>
          <EventsLink of={{ person: id }} label="audit.byThem" />
          <EventsLink of={{ resource: id }} label="audit.aboutThem" />
        </>
      }
    >
      {() => <Recent id={id} />}
    </Section>
  );
}

function Recent({ id }: { id: string }) {
  const t = useText();
  const by = useApiList(EVENTS, { query: { actor_id: id, limit: SHOWN } });
  const about = useApiList(EVENTS, { query: { resource_id: id, limit: SHOWN } });
  const failed = [by, about].find(({ data, error }) => error && !data);
  if (failed?.error) return <Unread error={failed.error} retry={failed.refetch} />;
  if (!by.data || !about.data) return <Busy />;
  const events = newestOf([by.data.items, about.data.items], SHOWN);
  if (events.length === 0) return <p className="t2">{t('audit.noneOfThem')}</p>;
  return (
    <ol className={`card ${css.recent}`}>
      {events.map((event) => (
        <EventLine key={event.id} event={event} isOwn={event.actor_id === id} />
      ))}
    </ol>
  );
}

/** `isOwn`: the person of the page did it, which need not be said in each line. */
function EventLine({ event, isOwn }: { event: AuditEventRow; isOwn: boolean }) {
  const time = useDateTimeFormat();
  const title = useEventTitle();
  return (
    <li>
      <span className={css.event}>
        <PageLink to={paths.auditEvent(event.id)} title={title(event)}>
          {title(event)}
        </PageLink>{' '}
        <ResourceName event={event} className="t2" />
      </span>
      {!isOwn && (
        <span className="t2">
          <Actor event={event} />
        </span>
      )}
      {event.result === 'failure' && <Result event={event} />}
      <span className="t3">
        <DateText value={event.at} text={time(event.at)} />
      </span>
    </li>
  );
}
