/** What a webhook is sent of what ends: JSON as Standard Webhooks advises, in its person's language. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { endingEffect } from '@signet/contract/areas/ends-soon-record';
import { daysBetween } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { effectText, kindText } from './words.ts';

type Message = { locale: Locale; today: string; at: Date; publicUrl: string };

/** A day's message. `more`: whether there were more than are named. */
export function endingMessage(
  rows: readonly Ending[],
  { locale, today, at, publicUrl, more }: Message & { more: boolean },
): string {
  const endings = rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    kind_text: kindText(locale, row),
    name: row.name,
    account_id: row.account_id,
    account_name: row.account_name,
    ends_on: row.ends_on,
    days: daysBetween(today, row.ends_on),
    effect: effectText(locale, endingEffect(row, today)),
    owner_name: row.owner_name,
  }));
  return messageOf('ends_soon', at, { platform: publicUrl, page: pageOf(publicUrl), endings, more });
}

/** One that names nothing, to see whether it arrives. */
export const testMessage = ({ at, publicUrl }: Pick<Message, 'at' | 'publicUrl'>): string =>
  messageOf('ends_soon.test', at, { platform: publicUrl, page: pageOf(publicUrl), endings: [], more: false });

const pageOf = (publicUrl: string): string => `${publicUrl}/account/reporting/ends-soon`;

const messageOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
