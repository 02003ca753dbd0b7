/** How a day is written in a mail: as its reader has chosen for everything (S-414), in their language. */
import { DEFAULT_DATE_FORMAT, displayDate } from '@signet/contract/dates';
import { languageTag, type Locale } from '@signet/contract/locales';
import type { Db } from '../db/open.ts';

/**
 * Answers what writes a day, YYYY-MM-DD, for this reader. Who is no user, and who has chosen nothing, reads the usual
 * format.
 */
export async function daysFor(
  db: Db,
  { userId, locale }: { userId: string | null; locale: Locale },
): Promise<(day: string) => string> {
  const person =
    userId === null
      ? undefined
      : await db.selectFrom('app_user').select('date_format').where('id', '=', userId).executeTakeFirst();
  const format = person?.date_format ?? DEFAULT_DATE_FORMAT;
  return (day) => displayDate(day, format, languageTag(locale));
}
