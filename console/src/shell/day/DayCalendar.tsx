/**
 * The calendar of a field for a day, in the person's language. Loaded when it is first wanted. The focus begins on the
 * chosen day, or on today.
 */
import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import { firstDayOfWeek } from '@signet/contract/locales';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocale, useText } from '../../i18n/text.ts';
import { useDateSettings } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { dayByKey } from './days.ts';
import css from './day.module.css';

export type CalendarProps = {
  /** The chosen day, YYYY-MM-DD. */
  day: string | null;
  /** The first day that may be chosen. */
  first: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
};

export default function DayCalendar({ day, first, onChoose, onClose }: CalendarProps) {
  const t = useText();
  const { tag } = useDateSettings();
  const firstOfWeek = firstDayOfWeek(useLocale());
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const begin = [day ?? today, first ?? ''].toSorted().at(-1) ?? today;
  /** The day on which the keyboard stands; its month shows. */
  const [at, setAt] = useState(begin);
  const [moved, setMoved] = useState(true);
  const [month, setMonth] = useState(begin);

  useLayoutEffect(() => {
    if (moved) box.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus({ preventScroll: true });
    setMoved(false);
  }, [at, moved]);
  // Before a dialog or a popover around it hears of the key.
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', pressed, { capture: true });
    return () => window.removeEventListener('keydown', pressed, { capture: true });
  });

  const format = (options: Intl.DateTimeFormatOptions) => (one: string) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${one.slice(0, 10)}T00:00:00Z`));
  const monthText = format({ month: 'long', year: 'numeric' });
  const pressed = (event: KeyboardEvent) => {
    const current = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const next = current === undefined ? null : dayByKey(event.key, event.shiftKey, current, firstOfWeek);
    if (next === null || (first !== undefined && next < first)) return;
    event.preventDefault();
    event.stopPropagation();
    setAt(next);
    setMonth(next);
    setMoved(true);
  };
  return (
    <div ref={box} className={css.calendar} onKeyDownCapture={pressed}>
      <p role="status" className="vh">
        {monthText(month)}
      </p>
      <DatePicker
        size="sm"
        maxLevel="year"
        value={day}
        date={month}
        onDateChange={setMonth}
        onChange={(chosen) => {
          if (chosen !== null) onChoose(chosen);
          onClose();
        }}
        {...(first === undefined ? {} : { minDate: first })}
        firstDayOfWeek={firstOfWeek}
        weekendDays={[]}
        highlightToday
        monthLabelFormat={monthText}
        yearLabelFormat={format({ year: 'numeric' })}
        monthsListFormat={format({ month: 'short' })}
        weekdayFormat={format({ weekday: tag === 'ja-JP' ? 'narrow' : 'short' })}
        getDayAriaLabel={format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
        getDayProps={(one) => ({
          'data-day': one,
          // Where the popover's trap puts the focus.
          'data-autofocus': one === at || undefined,
          'aria-pressed': one === day,
          'aria-current': one === today ? ('date' as const) : undefined,
        })}
        ariaLabels={{
          previousMonth: t('form.previousMonth'),
          nextMonth: t('form.nextMonth'),
          previousYear: t('form.previousYear'),
          nextYear: t('form.nextYear'),
        }}
        __stopPropagation
      />
    </div>
  );
}
