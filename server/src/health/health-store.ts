import type { Standstill } from '@signet/contract/areas/health';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { ARRIVAL_JOB } from '../account-migration/arrival-store.ts';
import { DEPARTURE_JOB } from '../account-migration/departure-store.ts';
import { CHECK_JOB } from '../authority/check-store.ts';
import { wrongOfAuthorities } from '../authority/health-store.ts';
import { COUNT_JOB } from '../license-ledger/uncounted-store.ts';
import { isGivenUp } from '../mail/given-up.ts';

/** How much of each kind there is, counted up to COUNT_BOUND, and since when; null where nothing stands still. */
export type PlatformHealth = Record<Standstill, { count: number; since: Date } | null>;

/** The sequencer comes by every second, and after failures every minute. */
const SEQUENCED_WITHIN = '2 minutes';
/** A receiver that takes events gets them within seconds; of one that does not, eight tries have failed by then. */
const FORWARDED_WITHIN = '15 minutes';
/** The queue is looked at every two seconds; a job that is tried again waits for its own time. */
const BEGUN_WITHIN = '5 minutes';
/** No job takes so long, but for these, which take as long as there is much to do. */
const DONE_WITHIN = '15 minutes';
const LONG_JOBS = [ARRIVAL_JOB, DEPARTURE_JOB, CHECK_JOB, COUNT_JOB];
/** Six tries have failed by then. */
const SENT_WITHIN = '10 minutes';
/** A job that was given up is told for so long: by then somebody has seen it, or it is past caring for. */
const REMEMBERED = '7 days';
const COUNT_BOUND = 1_000;

type Row = { kind: Standstill; count: number; since: Date };

/**
 * What stands still on the platform, of whichever process. It is read from what waits and not from what a process says
 * of itself: one that is gone, or was never started, says nothing. Only of the client tools a process knows no more
 * than what lies in its own folders.
 */
export async function readHealth(
  { db, clientTools }: { db: Db } & Pick<Runtime, 'clientTools'>,
  now: Date,
): Promise<PlatformHealth> {
  const { rows } = await sql<Row>`
    with found (kind, at) as (
      (select 'audit-log', at from audit_event
        where tree_index is null and refused_at is null and at < ${now}::timestamptz - ${SEQUENCED_WITHIN}::interval
        order by at limit ${COUNT_BOUND})
      union all
      (select 'audit-refused', refused_at from audit_event
        where tree_index is null and refused_at is not null
        limit ${COUNT_BOUND})
      union all
      (select 'audit-forwarding', greatest(e.at, coalesce(d.sent_at, d.owed_since), d.owed_since)
        from audit_receiver r join audit_delivery d on d.receiver_id = r.id
        join audit_event e on e.tree_index = d.next_index
        where r.enabled and greatest(e.at, coalesce(d.sent_at, d.owed_since), d.owed_since)
          < ${now}::timestamptz - ${FORWARDED_WITHIN}::interval
        limit ${COUNT_BOUND})
      union all
      (select 'jobs-waiting', coalesce(locked_at, run_at) from graphile_worker.jobs
        where attempts < max_attempts and (
          locked_at is null and run_at < now() - ${BEGUN_WITHIN}::interval
          -- By a process that ended without a word.
          or locked_at < now() - ${DONE_WITHIN}::interval and task_identifier not in (${sql.join(LONG_JOBS)}))
        limit ${COUNT_BOUND})
      union all
      (select 'jobs-failed', updated_at from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and updated_at > now() - ${REMEMBERED}::interval
          -- A job that was asked for anew while a process had it in hand has lost its key to the new one, and counts as
          -- tried for the last time: it failed nowhere, also where that process ended before it.
          and (key is not null or last_error is not null)
        limit ${COUNT_BOUND})
      union all
      (select 'mail-waiting', coalesce(queued_at, created_at) from mail
        where status = 'queued' and created_at < ${now}::timestamptz - ${SENT_WITHIN}::interval
          and coalesce(queued_at, created_at) < ${now}::timestamptz - ${SENT_WITHIN}::interval
        order by created_at limit ${COUNT_BOUND})
      union all
      (select 'mail-failed', given_up_at from mail
        where ${isGivenUp(now)}
        limit ${COUNT_BOUND})
      union all
      (select 'certificate-records', found_at from certificate_finding order by found_at limit ${COUNT_BOUND})
    )
    select kind, count(*)::int as count, min(at) as since from found group by kind`.execute(db);
  const wrong = await wrongOfAuthorities(db, now);
  const of = (kind: Standstill) => {
    const row = rows.find((one) => one.kind === kind);
    return row ? { count: row.count, since: row.since } : null;
  };
  return {
    'audit-log': of('audit-log'),
    'audit-refused': of('audit-refused'),
    'audit-forwarding': of('audit-forwarding'),
    'jobs-waiting': of('jobs-waiting'),
    'jobs-failed': of('jobs-failed'),
    'mail-waiting': of('mail-waiting'),
    'mail-failed': of('mail-failed'),
    'authority-list': wrong.get('list') ?? null,
    'authority-responder': wrong.get('responder') ?? null,
    'authority-end': wrong.get('end') ?? null,
    'authority-intentions': wrong.get('intentions') ?? null,
    'authority-key': wrong.get('key') ?? null,
    'certificate-records': of('certificate-records'),
    'client-tools': clientTools.faults(),
  };
}
