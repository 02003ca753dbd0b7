/** What others have changed lately on the accounts that the person may see, by days. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { localDay, localTime, useDateTimeFormat } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useEventTitle } from '../../shell/events/event-title.ts';
import { newestOf } from '../../shell/events/recent-events.ts';
import { ResourceName } from '../../shell/events/ResourceName.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import css from './overview.module.css';

const EVENTS = 'GET /account/ui-api/v1/audit-log';
/** How many are shown: so many of each kind are asked for. */
const SHOWN = 10;

export function Changes() {
  const t = useText();
  const time = useDateTimeFormat();
  // What the platform does by itself is no news.
  const ofAction = { result: 'success', others: 'true', limit: SHOWN } as const;
  const queries = [
    useApi(EVENTS, { query: { ...ofAction, action: 'CREATE' } }),
    useApi(EVENTS, { query: { ...ofAction, action: 'UPDATE' } }),
    useApi(EVENTS, { query: { ...ofAction, action: 'DELETE' } }),
  ];
  const failed = queries.find(({ data, error }) => error && !data);
  const lists = queries.flatMap(({ data }) => (data ? [data.items] : []));
  // Where not all was looked at: up to the latest moment at which one of the lists ended.
  const lookedTo = queries
    .flatMap(({ data }) => data?.looked_to ?? [])
    .toSorted()
    .at(-1);
  const found = lists.length < queries.length ? null : newestOf(lists, SHOWN);
  // Of what is earlier, some that is not here may be newer than some that is.
  const changes = found && found.filter(({ at }) => lookedTo === undefined || at >= lookedTo);
  const days = Object.entries(Object.groupBy(changes ?? [], ({ at }) => localDay(at)));
  return (
    <section className={css.changes} aria-labelledby="changes-by-others">
      <header>
        <h2 id="changes-by-others">{t('overview.changes')}</h2>
      </header>
      {!changes && (failed?.error ? <Unread error={failed.error} retry={failed.refetch} /> : <Busy />)}
      {changes?.length === 0 && (
        <p className="t2">
          {lookedTo === undefined ? t('overview.noChanges') : t('overview.noChangesSince', { time: time(lookedTo) })}
        </p>
      )}
      {days.map(([day, events]) => (
        <Day key={day} day={day} events={events ?? []} />
      ))}
      {changes && changes.length > 0 && lookedTo !== undefined && (
        <p className="t2">{t('overview.changesUpTo', { time: time(lookedTo) })}</p>
      )}
      {changes && (
        <ButtonLink to={paths.logging({ result: 'success', others: 'true' })}>{t('overview.allChanges')}</ButtonLink>
      )}
    </section>
  );
}

function Day({ day, events }: { day: string; events: readonly AuditEventRow[] }) {
  const date = useDateFormat();
  return (
    <>
      <h3>
        <DateText value={day} text={date(day)} />
      </h3>
      <ol>
        {events.map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ol>
    </>
  );
}

function Change({ event }: { event: AuditEventRow }) {
  const title = useEventTitle();
  const { resource_name: what, account_name: account } = event;
  return (
    <li>
      <time dateTime={`${event.at.replace(' ', 'T')}Z`}>{localTime(event.at)}</time>
      <div>
        <PageLink to={paths.auditEvent(event.id)}>{title(event)}</PageLink>
        <div className="t2">
          <ResourceName event={event} />
          {what && account && what !== account && ', '}
          {what !== account && account}
        </div>
        <div className={css.by}>{event.actor_name}</div>
      </div>
    </li>
  );
}
