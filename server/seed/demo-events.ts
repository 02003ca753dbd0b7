/** What people of the demo did day by day in a year: they came in, mistyped, and corrected records. */
import { newId } from '../src/ids.ts';
import { DAY_MS, momentOf, peopleOf, PLACES, writeLog, type Happening } from './demo-log.ts';
import { furnishedHappenings } from './demo-origins.ts';
import { entrances, signInHappenings, type Entrance } from './demo-sign-in.ts';
import type { Demo } from './demo.ts';

const DAYS = 364;
const SATURDAY = 6;

/** Who comes in on which days: every so many days. */
const PEOPLE = [
  { userName: 'ada', every: 1 },
  { userName: 'ben', every: 2 },
  { userName: 'cleo', every: 1 },
  { userName: 'maren', every: 5 },
  { userName: 'petra', every: 3 },
  { userName: 'ueli', every: 4 },
] as const;
/** Weeks ago in which somebody was on holiday. */
const HOLIDAYS: Readonly<Record<string, readonly number[]>> = {
  ada: [12, 13, 38],
  ben: [17, 18, 19],
  cleo: [9, 10, 31],
  maren: [14, 15, 44],
  petra: [6, 7],
  ueli: [25, 26],
};

/** A day at work: when somebody came in and left. */
type Visit = { userName: string; came: Date; left: Date; entrance: Entrance };

/** Of so many organizations somebody has corrected the telephone number. */
const CORRECTED = 40;
const LATELY = 6;
/** So much before she came in Cleo got her password wrong. */
const MISTYPED_BEFORE = 2 * 60_000;
/** So many days ago somebody unknown guessed at passwords, so often within some minutes. */
const GUESSED = [
  { daysAgo: 203, times: 9 },
  { daysAgo: 61, times: 14 },
] as const;

/**
 * Writes the log of the demo: the days of its people, and of each record that is there how it came about. After all
 * else is made.
 */
export async function furnishEvents(demo: Demo): Promise<void> {
  const { now } = demo;
  const people = await peopleOf(demo);
  /** What an event says of somebody who signs in or out. */
  const own = (userName: string) => ({
    resource_id: people.get(userName)?.id ?? null,
    resource_name: userName,
    account_id: people.get(userName)?.primary_account_id ?? null,
  });
  const isWorkday = (daysAgo: number): boolean =>
    new Date(now.getTime() - daysAgo * DAY_MS).getUTCDay() % SATURDAY !== 0;
  const days = Array.from({ length: DAYS }, (_, n) => DAYS - n).filter(isWorkday);

  const entranceOf = await entrances(demo);
  const visits = days.flatMap((daysAgo) =>
    PEOPLE.filter(
      ({ userName, every }) => daysAgo % every === 0 && !HOLIDAYS[userName]?.includes(Math.floor(daysAgo / 7)),
    ).map(({ userName }, n): Visit => {
      const came = momentOf(now, daysAgo, 400 + 7 * n + (daysAgo % 90));
      const left = momentOf(now, daysAgo, 940 + 5 * n - (daysAgo % 120));
      return { userName, came, left, entrance: entranceOf(userName, daysAgo, came) };
    }),
  );
  const signIns = visits.flatMap(({ userName, came, left, entrance: { way, certificate } }): Happening[] => {
    const whose = { by: userName, ...own(userName), resource_type: way };
    const via = certificate
      ? ({ actor_via: 'certificate', credential_id: certificate.id, credential_name: certificate.name } as const)
      : ({ actor_via: 'none' } as const);
    return [
      { ...whose, action: 'LOGIN', at: came, ...via },
      { ...whose, action: 'LOGOUT', at: left },
    ];
  });
  const refused = (userName: string, at: Date, ip?: string): Happening => ({
    ...own(userName),
    action: 'LOGIN_ERROR',
    resource_type: 'BASIC_AUTH',
    at,
    by: null,
    actor_via: 'none',
    result: 'failure',
    message: 'INVALID_CREDENTIALS',
    ...(ip === undefined ? {} : { ip }),
  });
  const mistyped = visits
    .filter(({ userName, entrance }) => userName === 'cleo' && entrance.way === 'BASIC_AUTH')
    .filter((_, n) => n % 2 === 0)
    .map(({ came }) => refused('cleo', new Date(came.getTime() - MISTYPED_BEFORE)));
  const guessed = GUESSED.flatMap(({ daysAgo, times }) =>
    Array.from({ length: times }, (_, n) => refused('ada', momentOf(now, daysAgo, 130 + n), '192.0.2.200')),
  );
  await writeLog(demo, [
    ...signIns,
    ...mistyped,
    ...guessed,
    ...(await corrected(demo, days)),
    ...(await signInHappenings(demo)),
    ...(await furnishedHappenings(demo)),
  ]);
  await lastSessions(demo, visits);
}

/** The session of each one's last day, ended by signing out: their pages say when they last came in. */
async function lastSessions({ db, personIds }: Demo, visits: readonly Visit[]): Promise<void> {
  const rows = PEOPLE.flatMap(({ userName }) => {
    const last = visits.findLast((visit) => visit.userName === userName);
    const [id, place] = [personIds.get(userName), PLACES[userName]];
    if (!last || id === undefined || !place) return [];
    const { came, left, entrance } = last;
    return {
      id: newId(),
      user_id: id,
      created_at: came,
      last_used_at: left,
      expires_at: new Date(left.getTime() + DAY_MS / 2),
      ...place,
      sign_in_method: entrance.way,
      certificate_id: entrance.certificate?.id ?? null,
      ended_at: left,
      ended_reason: 'logout' as const,
    };
  });
  await db.insertInto('session').values(rows).execute();
}

/** The number that stood there before: its last two digits are the other way round, or the last is one too high. */
const mistypedPhone = (phone: string): string => {
  const [tens = '', ones = ''] = phone.slice(-2);
  return phone.slice(0, -2) + (tens === ones ? `${tens}${(Number(ones) + 1) % 10}` : `${ones}${tens}`);
};

/**
 * Telephone numbers that were corrected, by who looks after the account: the newest on the last days at work, so that
 * the start page has something.
 */
async function corrected({ db, now }: Demo, days: readonly number[]): Promise<Happening[]> {
  const organizations = await db
    .selectFrom('organization as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .leftJoin('account as p', 'p.id', 'a.partner_account_id')
    .select([
      'o.id',
      'o.name',
      'o.phone',
      'o.account_id',
      'a.friendly_identifier as of',
      'p.friendly_identifier as partner',
    ])
    .where('o.phone', '<>', '')
    .orderBy(({ eb }) => eb('a.friendly_identifier', '=', 'nordmark-lb'), 'desc')
    .orderBy('o.name')
    .limit(CORRECTED)
    .execute();
  return organizations.map(({ id, name, phone, account_id, of, partner }, n) => ({
    action: 'UPDATE',
    resource_type: 'ORGANIZATION',
    resource_id: id,
    resource_name: name,
    account_id,
    at: momentOf(
      now,
      days.at(n < LATELY ? -1 - Math.floor(n / 2) : -((n * 23) % days.length)) ?? 1,
      560 + ((11 * n) % 240),
    ),
    by: of === 'nordmark-lb' ? 'cleo' : partner === 'umbra-trust' ? 'ben' : 'ada',
    before: { phone: mistypedPhone(phone) },
    after: { phone },
  }));
}
