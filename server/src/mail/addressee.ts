import { daysBetween, DEFAULT_DATE_FORMAT, displayDate } from '@signet/contract/dates';
import { DEFAULT_LOCALE, isLocale, languageTag, type Locale } from '@signet/contract/locales';
import type { ReasonParams } from '@signet/contract/problem';
import { whyNotEmail } from '@signet/contract/rules';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { queueMail } from './queue.ts';

/** Somebody who is told of an end, in their own language, with days as they write them. */
export type Addressee = { id: string; email: string; locale: string; date_format: string | null; name: string };

/** What ends on `day`, and the page of the console where something can be done about it. */
type End = { kind: string; page: string; today: string; day: string; params: (locale: Locale) => ReasonParams };

/** Tells one of several people of an end; one whose address can't be written to keeps nothing from the others. */
export async function mailAddressee(
  tx: Db,
  runtime: Runtime,
  { id, email, locale: stored, date_format, name }: Addressee,
  { kind, page, today, day, params }: End,
): Promise<void> {
  if (whyNotEmail(email)) return;
  const locale = isLocale(stored) ? stored : DEFAULT_LOCALE;
  await queueMail(tx, runtime, {
    to: email,
    locale,
    kind,
    userId: id,
    link: `${runtime.publicUrl}/account/${page}`,
    params: {
      name,
      days: daysBetween(today, day),
      date: displayDate(day, date_format ?? DEFAULT_DATE_FORMAT, languageTag(locale)),
      ...params(locale),
    },
  });
}
