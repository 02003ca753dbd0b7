/** The events of a license by day, newest first, ten more with each click. */
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { useFirstNewRow } from '../../shell/list/row-focus.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LicenseEvent } from './LicenseEvent.tsx';
import { useBalanceDay } from './use-balance-day.ts';
import { byDay, HISTORY, NEWEST_FIRST, STEP, type HistoryKind, type HistoryOf } from './license-history.ts';
import css from './license-history.module.css';

type Props = {
  params: HistoryOf;
  filter: { kind?: HistoryKind };
  /** How many show at most. */
  limit: number;
  onOlder: () => void;
  /** The events whose details show, by their ids. */
  opened: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

export function LicenseEvents({ params, filter, limit, onOlder, opened, onToggle }: Props) {
  const t = useText();
  const date = useDateFormat();
  const query = { ...filter, time_zone: ownTimeZone(), limit, offset: 0, sort: [NEWEST_FIRST] as const };
  const [balanceDay] = useBalanceDay();
  const list = useApiList(HISTORY, { params, query });
  const { data, error } = list;
  const box = useRef<HTMLDivElement>(null);
  const onPressed = useFirstNewRow(box, 'section > ol > li', data?.items.length ?? 0, list.isPlaceholderData);
  if (error && !data) return <Unread error={error} retry={list.refetch} title="licenses.history.failed" />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className={`t2 ${css.none}`}>{t('licenses.history.none')}</p>;
  const older = data.total - data.items.length;
  return (
    <div ref={box}>
      {byDay(data.items).map((day, index, days) => (
        <section key={day.date}>
          {balanceDay !== null && isFirstUpTo(balanceDay, days, index) && <BalanceLine day={balanceDay} />}
          <h3 className={css.day}>
            <DateText value={day.date} text={date(day.date)} />
          </h3>
          <ol>
            {day.events.map((event) => (
              <LicenseEvent
                key={event.id}
                event={event}
                params={params}
                open={opened.has(event.id)}
                onToggle={() => onToggle(event.id)}
              />
            ))}
          </ol>
        </section>
      ))}
      {balanceDay !== null && older === 0 && (data.items.at(-1)?.date ?? '') > balanceDay && (
        <BalanceLine day={balanceDay} />
      )}
      {older > 0 && (
        <Button
          fullWidth
          loading={list.isPlaceholderData}
          onClick={(event) => {
            onPressed(event);
            onOlder();
          }}
        >
          {t('licenses.history.older', { count: Math.min(older, STEP) })}
        </Button>
      )}
    </div>
  );
}

/** Whether this day is the newest of those that the balance of `day` (YYYY-MM-DD) has in it. */
const isFirstUpTo = (day: string, days: readonly { date: string }[], index: number): boolean =>
  (days[index]?.date ?? '') <= day && (index === 0 || (days[index - 1]?.date ?? '') > day);

/** What stands above it came after the day whose balance the page shows beside today's. */
function BalanceLine({ day }: { day: string }) {
  const t = useText();
  const date = useDateFormat();
  return <p className={css.balance}>{t('licenses.history.balanceShown', { date: date(day) })}</p>;
}
