/** What ends as a calendar (RFC 5545): a day for each, with what will break. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { daysAfter, endingEffect } from '@signet/contract/areas/ends-soon-record';
import type { Locale } from '@signet/contract/locales';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { text } from '../texts.ts';
import { effectText, kindText } from './words.ts';

const PRODUCT = { company: 'Signet', product: 'Signet', language: 'EN' };

/**
 * The calendar in a language. An event is known by what ends, so that it moves when its end does; the same rows on the
 * same day are the same text. `publicUrl`: where the platform is.
 */
export function calendarOf(
  rows: readonly Ending[],
  { locale, today, publicUrl }: { locale: Locale; today: string; publicUrl: string },
): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({
    name: text(locale, 'endsSoon.calendarName'),
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  });
  for (const row of rows)
    calendar.createEvent({
      id: `${row.key}@${host}`,
      stamp: dayOf(today),
      start: dayOf(row.ends_on),
      end: dayOf(daysAfter(row.ends_on, 1)),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: text(locale, 'endsSoon.calendarEvent', { kind: kindText(locale, row), name: row.name }),
      description: [effectText(locale, endingEffect(row, today)), row.account_name, row.owner_name]
        .filter((line) => line !== null && line !== '')
        .join('\n'),
      url: `${publicUrl}/account/reporting/ends-soon`,
    });
  return calendar.toString();
}

/** The library writes days as they are in UTC. */
const dayOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
