import type { areas } from '@signet/contract';
import type { Ending } from '@signet/contract/areas/ends-soon';
import { endingEffect } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { csv, type CsvColumn } from '../../csv.ts';
import { makeFeed, readCalendar, readFeed, revokeFeed } from '../../endings/feed-store.ts';
import { endingSource, endingWeeks, everyEnding, listEndings } from '../../endings/list-store.ts';
import { snoozeEnding, wakeEnding } from '../../endings/snooze-store.ts';
import { makeWebhook, readDestination, readWebhook, removeWebhook } from '../../endings/webhook-store.ts';
import { sendTest } from '../../endings/webhook.ts';
import { effectText, kindText } from '../../endings/words.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale, today: string): CsvColumn<Ending>[] => [
  { head: text(locale, 'endsSoon.what'), value: (row) => row.name },
  { head: text(locale, 'endsSoon.kind'), value: (row) => kindText(locale, row) },
  { head: text(locale, 'endsSoon.account'), value: (row) => row.account_name },
  { head: text(locale, 'endsSoon.ends'), value: (row) => row.ends_on },
  { head: text(locale, 'endsSoon.effect'), value: (row) => effectText(locale, endingEffect(row, today)) },
  { head: text(locale, 'endsSoon.owner'), value: (row) => row.owner_name },
  { head: text(locale, 'endsSoon.lastUsed'), value: (row) => row.last_used_at },
  { head: text(locale, 'endsSoon.snoozedUntil'), value: (row) => row.snooze?.until ?? null },
  { head: text(locale, 'endsSoon.reason'), value: (row) => row.snooze?.reason ?? null },
];

export const endsSoonRoutes: HandlersOf<typeof areas.endsSoon> = {
  async list({ viewer, db, query, now, runtime }) {
    return listEndings(viewer, db, query, await endingSource(db, runtime.config, now));
  },

  async export({ viewer, db, query, now, runtime }) {
    const today = payloadDate(now);
    const source = await endingSource(db, runtime.config, now);
    return {
      fileName: `ends-soon-${today}.csv`,
      pieces: csv(columns(query.locale, today), everyEnding(viewer, db, query, source)),
    };
  },

  async weeks({ viewer, db, now, runtime }) {
    return endingWeeks(viewer, db, await endingSource(db, runtime.config, now));
  },

  async snooze({ viewer, db, params, body, now, audit, runtime }) {
    const source = await endingSource(db, runtime.config, now);
    const { after, event } = await snoozeEnding(viewer, db, params.key, body, source);
    audit(event);
    return after;
  },

  async wake({ viewer, db, params, now, audit, runtime }) {
    const source = await endingSource(db, runtime.config, now);
    audit(await wakeEnding(viewer, db, params.key, source));
  },

  readFeed: async ({ viewer, db }) => ({ feed: await readFeed(viewer, db) }),

  async makeFeed({ viewer, db, now, runtime, audit }) {
    const { url, event } = await makeFeed(viewer, db, now, runtime);
    audit(event);
    return { url };
  },

  async revokeFeed({ viewer, db, audit }) {
    audit(await revokeFeed(viewer, db));
  },

  readWebhook: async ({ viewer, db }) => ({ webhook: await readWebhook(viewer, db) }),

  async makeWebhook({ viewer, db, body, now, runtime, audit }) {
    const { secret, event } = await makeWebhook(viewer, db, body.address, { now, runtime });
    audit(event);
    return { secret };
  },

  async removeWebhook({ viewer, db, audit }) {
    audit(await removeWebhook(viewer, db));
  },

  async testWebhook({ viewer, db, now, runtime }) {
    const failure = await sendTest(runtime, await readDestination(viewer, db, runtime), now);
    return async () => ({ failure });
  },

  async calendar({ runtime, db, params, now }) {
    const calendar = await readCalendar(runtime, db, params.secret, now);
    const fresh = { since: now, until: now, seconds: 0, own: true as const };
    return { type: 'text/calendar; charset=utf-8', octets: Buffer.from(calendar), fresh };
  },
};
