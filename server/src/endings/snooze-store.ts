/** Rows that people put off, with a reason, until a day. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { ENDING_KINDS, whyNotSnooze } from '@signet/contract/areas/ends-soon-record';
import { parseStoredDateTime, payloadDate } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import { fieldProblem, notFound, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { refuse, type ChangeEvent } from '../db/record.ts';
import type { Db } from '../db/open.ts';
import type { EndingSource } from './branch-store.ts';
import { readEndings } from './union-store.ts';

export type SnoozeChange = { after: Ending; event: ChangeEvent | 'nothing' };

/** One row, to come or ended lately. Throws 404. */
async function readEnding(viewer: Viewer, db: Db, key: string, source: EndingSource): Promise<Ending> {
  const kind = ENDING_KINDS.find((one) => key.startsWith(`${one}:`));
  if (!kind) throw notFound();
  for (const ended of [false, true]) {
    const query = { kind, ended, sort: [], only: key.slice(kind.length + 1) };
    const [one] = await readEndings(viewer, db, { query, source, where: sql<boolean>`b.id = ${key}`, most: 1 });
    if (one) return one;
  }
  throw notFound();
}

/** Whose people it is put off for; null for the platform's. */
function sideAccount(viewer: Viewer, { account_id }: Ending): string | null {
  if (viewer.scope === 'system') return null;
  return viewer.scope === 'partner' ? viewer.primaryAccountId : (account_id ?? viewer.primaryAccountId);
}

/** Of the side that puts it off alone: no side reads what another thinks of it. */
const eventOf = (viewer: Viewer, before: Ending, after: Ending): ChangeEvent => ({
  resource_id: after.key,
  resource_name: after.name,
  account_id: sideAccount(viewer, after),
  before: { ends_on: before.ends_on, snooze: before.snooze },
  after: { ends_on: after.ends_on, snooze: after.snooze },
});

const UNDER: Partial<Record<Reason['status'], string>> = { SNOOZE_IN_PAST: 'until', SNOOZE_BEYOND_END: 'until' };

/** Puts it off, or says anew until when and why. Throws 404, and why not. */
export async function snoozeEnding(
  viewer: Viewer,
  tx: Db,
  key: string,
  { until, reason }: { until: string; reason: string },
  source: EndingSource,
): Promise<SnoozeChange> {
  const { now } = source;
  const before = await readEnding(viewer, tx, key, source);
  const why = whyNotSnooze(until, { today: payloadDate(now), endsOn: before.ends_on });
  const field = why && UNDER[why.status];
  if (why && field) throw fieldProblem(field, why);
  refuse(why);
  if (before.snooze?.until === until && before.snooze.reason === reason) return { after: before, event: 'nothing' };
  const account = sideAccount(viewer, before);
  const subject = key.slice(before.kind.length + 1);
  const ends = parseStoredDateTime(before.ends_at);
  await sql`
    insert into ending_snooze (kind, subject, account_id, ends_at, until, reason, made_at, made_by)
    values (${before.kind}, ${subject}, ${account}, ${ends}, ${until}::date, ${reason}, ${now}, ${viewer.userId})
    on conflict (kind, subject, coalesce(account_id, '00000000-0000-0000-0000-000000000000'))
    do update set ends_at = excluded.ends_at, until = excluded.until, reason = excluded.reason,
      made_at = excluded.made_at, made_by = excluded.made_by`.execute(tx);
  const after = await readEnding(viewer, tx, key, source);
  return { after, event: eventOf(viewer, before, after) };
}

/** Tells of it again. Throws 404. */
export async function wakeEnding(
  viewer: Viewer,
  tx: Db,
  key: string,
  source: EndingSource,
): Promise<ChangeEvent | 'nothing'> {
  const before = await readEnding(viewer, tx, key, source);
  if (before.snooze === null) return 'nothing';
  await sql`
    delete from ending_snooze where kind = ${before.kind} and subject = ${key.slice(before.kind.length + 1)}
      and coalesce(account_id, ${ZERO_UUID}::uuid) = ${sideAccount(viewer, before) ?? ZERO_UUID}::uuid`.execute(tx);
  return eventOf(viewer, before, { ...before, snooze: null });
}
