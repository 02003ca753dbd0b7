/** Who changed what of an account, newest first, from the audit log. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CallResponse } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { differences } from '../../shell/events/differences.ts';
import { eventTitle } from '../../shell/events/event-title.ts';
import { useEventTexts } from '../../shell/events/event-texts.ts';
import { useFirstNewRow } from '../../shell/list/row-focus.ts';
import { ResourceName } from '../../shell/events/ResourceName.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import css from './accounts.module.css';

const HISTORY = 'GET /account/ui-api/v1/account/{id}/history';
type Event = CallResponse<typeof HISTORY>['items'][number];
/** How many show at first, and how many more with each click. */
const STEP = 10;

export default function AccountHistory({ accountId }: { accountId: string }) {
  const t = useText();
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(HISTORY, { params: { id: accountId }, query: { limit } });
  const { data, error, isPlaceholderData: busy } = query;
  const box = useRef<HTMLOListElement>(null);
  const onPressed = useFirstNewRow(box, ':scope > li', data?.items.length ?? 0, busy);
  if (error && !data) return <Unread error={error} retry={query.refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('accounts.noHistory')}</p>;
  return (
    <>
      <ol ref={box} className={`card ${css.history}`}>
        {data.items.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {data.total > data.items.length && (
        <Button
          mt="sm"
          loading={busy}
          onClick={(event) => {
            onPressed(event);
            setLimit(limit + STEP);
          }}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

function EventLine({ event }: { event: Event }) {
  const t = useText();
  const time = useDateTimeFormat();
  const eventTexts = useEventTexts();
  const of = event.resource_type;
  return (
    <li>
      <p>
        <b>{eventTitle(t, event)}</b> <ResourceName event={event} />
      </p>
      <p className="sm t3">
        <DateText value={event.at} text={time(event.at)} />, {event.actor_name ?? t('accounts.nobody')}
      </p>
      {event.action === 'UPDATE' && (
        <dl>
          {differences(event.before, event.after).map(({ field, before, after }) => (
            <div key={field}>
              <dt className={eventTexts.label(of, field) === null ? 'mono' : undefined}>
                {eventTexts.label(of, field) ?? field}
              </dt>
              <dd>
                {t('accounts.wasBecame', {
                  before: eventTexts.value(of, field, before),
                  after: eventTexts.value(of, field, after),
                })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
