/** What has happened on the demo platform in the last weeks, so that its log reads like one of a platform at work. */
import { SCOPES } from '@signet/contract/viewer';
import { v7 } from 'uuid';
import { auditRow, type AuditEvent } from '../src/audit/record.ts';
import type { FurnishStep } from './demo.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS = 28;
const SATURDAY = 6;

/** Who comes in on which days: every so many days, by this browser. */
const PEOPLE = [
  { userName: 'ada', every: 1, ip: '198.51.100.14', agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0' },
  { userName: 'ben', every: 2, ip: '198.51.100.77', agent: 'Mozilla/5.0 (Macintosh) Safari/605.1.15' },
  { userName: 'cleo', every: 1, ip: '203.0.113.9', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/148.0' },
  { userName: 'maren', every: 5, ip: '203.0.113.21', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Edg/148.0' },
] as const;

/** Telephone numbers that organizations had before, as somebody has corrected them since. */
const FORMER_PHONE = '+49431000';
const CORRECTED = 12;

type Happening = Pick<AuditEvent, 'action' | 'resource_type' | 'resource_id' | 'resource_name' | 'account_id'> &
  Partial<Pick<AuditEvent, 'actor_via' | 'result' | 'message' | 'before' | 'after'>> & {
    daysAgo: number;
    /** Of the day, in UTC. */
    minute: number;
    /** The user name of who did it; null for nobody who is known. */
    by: string | null;
  };

/** Writes sign-ins, a few that failed, and changes, as they would have been recorded at the time. */
export const furnishEvents: FurnishStep = async ({ db, now, runtime, personIds }) => {
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'name', 'access_scope', 'primary_account_id'])
    .where('id', 'in', [...personIds.values()])
    .execute();
  const organizations = await db
    .selectFrom('organization')
    .select(['id', 'name', 'phone', 'account_id'])
    .orderBy('name')
    .limit(CORRECTED)
    .execute();
  const person = (userName: string) => people.find((one) => one.user_name === userName);
  /** What an event says of somebody who signs in or out. */
  const own = (userName: string) => ({
    resource_id: person(userName)?.id ?? null,
    resource_name: userName,
    account_id: person(userName)?.primary_account_id ?? null,
  });

  const isWorkday = (daysAgo: number): boolean =>
    new Date(now.getTime() - daysAgo * DAY_MS).getUTCDay() % SATURDAY !== 0;
  const days = Array.from({ length: DAYS }, (_, n) => DAYS - n).filter(isWorkday);
  const signIns = days.flatMap((daysAgo) =>
    PEOPLE.filter(({ every }) => daysAgo % every === 0).flatMap(({ userName }, n): Happening[] => {
      const whose = { daysAgo, by: userName, ...own(userName) };
      return [
        { ...whose, action: 'LOGIN', resource_type: 'BASIC_AUTH', minute: 400 + 7 * n + daysAgo, actor_via: 'none' },
        { ...whose, action: 'LOGOUT', resource_type: 'USER', minute: 940 + 5 * n - daysAgo },
      ];
    }),
  );
  const mistyped = days
    .filter((daysAgo) => daysAgo % 6 === 1)
    .map((daysAgo): Happening => ({
      ...own('cleo'),
      action: 'LOGIN_ERROR',
      resource_type: 'BASIC_AUTH',
      daysAgo,
      minute: 395,
      by: null,
      actor_via: 'none',
      result: 'failure',
      message: 'INVALID_CREDENTIALS',
    }));
  const corrected = organizations.map(({ id, name, phone, account_id }, n): Happening => ({
    action: 'UPDATE',
    resource_type: 'ORGANIZATION',
    resource_id: id,
    resource_name: name,
    account_id,
    daysAgo: days[(n * 5) % days.length] ?? 1,
    minute: 560 + 11 * n,
    by: 'ada',
    before: { phone: `${FORMER_PHONE}${n}` },
    after: { phone },
  }));

  const rows = [...signIns, ...mistyped, ...corrected]
    .map((one) => ({ ...one, at: momentOf(now, one) }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ by, daysAgo: _daysAgo, minute: _minute, ...happening }) => {
      const actor = by === null ? undefined : person(by);
      const place = PEOPLE.find(({ userName }) => userName === (by ?? happening.resource_name));
      return auditRow(
        {
          id: v7({ msecs: happening.at.getTime() }),
          actor_via: 'session',
          result: 'success',
          message: null,
          before: null,
          after: null,
          ...happening,
          actor_id: actor?.id ?? null,
          actor_name: actor?.name ?? null,
          actor_scope: SCOPES.find((one) => one === actor?.access_scope) ?? null,
          ip: place?.ip ?? null,
          user_agent: place?.agent ?? null,
          correlation_id: null,
        },
        runtime,
      );
    });
  await db.insertInto('audit_event').values(rows).execute();
  return {};
};

/** A moment of a day gone by, in UTC, at a whole minute. */
const momentOf = (now: Date, { daysAgo, minute }: Pick<Happening, 'daysAgo' | 'minute'>): Date => {
  const day = Math.floor((now.getTime() - daysAgo * DAY_MS) / DAY_MS) * DAY_MS;
  return new Date(day + minute * MINUTE_MS);
};
