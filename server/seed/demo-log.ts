/** Writes the log of the demo: what has happened, as it would have been recorded at the time. */
import { SCOPES } from '@signet/contract/viewer';
import { v7 } from 'uuid';
import { auditRow, type AuditEvent } from '../src/audit/record.ts';
import type { Demo } from './demo.ts';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Rows of one statement: each has two dozen values, and a statement takes 65,535. */
const ROWS = 1_000;

/** An event without what is the same for all of its actor's. */
export type Happening = Pick<
  AuditEvent,
  'action' | 'resource_type' | 'resource_id' | 'resource_name' | 'account_id' | 'at'
> &
  Partial<
    Pick<
      AuditEvent,
      'actor_via' | 'credential_id' | 'credential_name' | 'result' | 'message' | 'before' | 'after' | 'ip'
    >
  > & {
    /** The user name of who did it; null for nobody who is known. */
    by: string | null;
  };

/** By which browser each comes in. */
export const PLACES: Readonly<Record<string, { ip: string; user_agent: string }>> = {
  ada: { ip: '198.51.100.14', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0' },
  ben: { ip: '198.51.100.77', user_agent: 'Mozilla/5.0 (Macintosh) Safari/605.1.15' },
  cleo: { ip: '203.0.113.9', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/148.0' },
  maren: { ip: '203.0.113.21', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Edg/148.0' },
  petra: { ip: '198.51.100.131', user_agent: 'Mozilla/5.0 (Macintosh) Chrome/148.0' },
  ueli: { ip: '203.0.113.88', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/146.0' },
};

/** A moment of a day gone by, in UTC, at a whole minute of it. */
export const momentOf = (now: Date, daysAgo: number, minute: number): Date => {
  const day = Math.floor((now.getTime() - daysAgo * DAY_MS) / DAY_MS) * DAY_MS;
  return new Date(day + minute * MINUTE_MS);
};

/** The people of the demo as the log names them, by user name. */
export async function peopleOf({ db, personIds }: Pick<Demo, 'db' | 'personIds'>) {
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'name', 'access_scope', 'primary_account_id', 'created_at'])
    .where('id', 'in', [...personIds.values()])
    .execute();
  return new Map(people.map((person) => [person.user_name, person]));
}

/** Inserts happenings in the order of time, each with the platform's own mark. */
export async function writeLog(demo: Demo, happenings: readonly Happening[]): Promise<void> {
  const people = await peopleOf(demo);
  const rows = happenings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ by, ...happening }) => {
      const actor = by === null ? undefined : people.get(by);
      const place = PLACES[by ?? happening.resource_name ?? ''];
      return auditRow(
        {
          id: v7({ msecs: happening.at.getTime() }),
          actor_via: 'session',
          result: 'success',
          message: null,
          before: null,
          after: null,
          ip: place?.ip ?? null,
          user_agent: place?.user_agent ?? null,
          ...happening,
          actor_id: actor?.id ?? null,
          actor_name: actor?.name ?? null,
          actor_scope: SCOPES.find((one) => one === actor?.access_scope) ?? null,
          correlation_id: null,
        },
        demo.runtime,
      );
    });
  for (let n = 0; n < rows.length; n += ROWS)
    await demo.db
      .insertInto('audit_event')
      .values(rows.slice(n, n + ROWS))
      .execute();
}
