/** The address from which somebody's calendar reads what ends: made, revoked, and answered with the person's rights. */
import type { CalendarFeed } from '@signet/contract/areas/ends-soon';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import { notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import type { Runtime } from '../runtime.ts';
import { calendarOf } from './calendar.ts';
import { endingSource } from './list-store.ts';
import { findSubscriber } from './subscriber-store.ts';
import { readEndings } from './union-store.ts';

/** So many of the soonest are in a calendar. */
const MOST = 1_000;
/** A calendar asks every few minutes; that it did is written down at most once in so many seconds. */
const READ_SECONDS = 60;

/** The viewer's own address, without its secret, which nobody knows any more; null where there is none. */
export async function readFeed(viewer: Viewer, db: Db): Promise<CalendarFeed | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .select(['made_at', 'last_read_at'])
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  return (
    (row && {
      made_at: storedDateTime(row.made_at),
      last_read_at: row.last_read_at && storedDateTime(row.last_read_at),
    }) ??
    null
  );
}

const eventOf = (viewer: Viewer): ChangeEvent => ({
  resource_id: viewer.userId,
  resource_name: viewer.userName,
  account_id: viewer.primaryAccountId,
});

/** Makes a new address, answered this once; the one before opens nothing any more. */
export async function makeFeed(
  viewer: Viewer,
  tx: Db,
  now: Date,
  { publicUrl }: Pick<Runtime, 'publicUrl'>,
): Promise<{ url: string; event: ChangeEvent }> {
  const secret = newSecret();
  const made = { secret_hash: hashSecret(secret), made_at: now, last_read_at: null };
  await tx
    .insertInto('calendar_feed')
    .values({ user_id: viewer.userId, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute();
  return { url: `${publicUrl}/account/ui-api/v1/ends-soon/calendar/${secret}.ics`, event: eventOf(viewer) };
}

/** From now on the address opens nothing. */
export async function revokeFeed(viewer: Viewer, tx: Db): Promise<ChangeEvent | 'nothing'> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feed')
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? eventOf(viewer) : 'nothing';
}

/**
 * The calendar of an address, in its person's language: what the person may see now, but for what was put off. Throws
 * 404 where there is no such address, or its person may not see what ends any more.
 */
export async function readCalendar(runtime: Runtime, db: Db, secret: string, now: Date): Promise<string> {
  const feed = await db
    .selectFrom('calendar_feed as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select(['f.user_id', 'u.locale'])
    .where('f.secret_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (!feed) throw notFound();
  const source = await endingSource(db, runtime.config, now);
  const viewer = await findSubscriber(db, feed.user_id, source);
  if (!viewer) throw notFound();
  const query = { within: '365', snoozed: false, sort: [] } as const;
  const rows = await readEndings(viewer, db, { query, source, most: MOST });
  await db
    .updateTable('calendar_feed')
    .set({ last_read_at: now })
    .where('user_id', '=', feed.user_id)
    .where((where) =>
      where.or([
        where('last_read_at', 'is', null),
        where('last_read_at', '<', new Date(now.getTime() - READ_SECONDS * 1000)),
      ]),
    )
    .execute();
  const locale = isLocale(feed.locale) ? feed.locale : DEFAULT_LOCALE;
  return calendarOf(rows, { locale, today: payloadDate(now), publicUrl: runtime.publicUrl });
}
