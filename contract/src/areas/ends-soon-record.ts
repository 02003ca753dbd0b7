/** What ends by itself, how the list of it is filtered and sorted, and what is said of a row. No schemas here. */
import { daysBetween } from '../dates.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';

/**
 * The service of an account; the platform's license; a trial; a certificate of a SAML provider; ours towards it; the
 * time until which its metadata is good; a certificate that somebody signs in with; one of a seat; an API token; the
 * former secret of an OAuth client; a certificate authority; its list of revoked certificates, or its responder, where
 * they were not renewed in time.
 */
export const ENDING_KINDS = [
  'account',
  'license',
  'trial',
  'sign_on_certificate',
  'sign_on_key',
  'sign_on_metadata',
  'client_certificate',
  'certificate',
  'token',
  'client_secret',
  'authority',
  'revocation_list',
  'responder',
] as const;
export type EndingKind = (typeof ENDING_KINDS)[number];

/** Days that the list reaches ahead, where it is not said otherwise; its weeks are as many. */
export const ENDING_WITHIN = ['7', '30', '60', '84', '365'] as const;
export const ENDING_WEEKS = 12;
/** What has ended is listed so long, in days, unless it was renewed. */
export const ENDED_DAYS = 30;
/** A number of a week is not counted further. */
export const ENDING_WEEK_MOST = 1_000;

export const ENDING_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  kind: { type: 'choice', of: ENDING_KINDS },
  within: { type: 'choice', of: ENDING_WITHIN, description: 'Rows that end within so many days.' },
  account_id: { type: 'id', description: 'Rows of this account.' },
  owner: {
    type: 'choice',
    of: ['mine', 'nobody'],
    description: 'Rows whose owner the viewer is, or rows that have none.',
  },
  snoozed: { type: 'boolean', description: 'Rows that somebody has put off, or those that nobody has.' },
  ended: {
    type: 'boolean',
    description: `Rows that have ended within ${ENDED_DAYS} days and were not renewed, or those to come.`,
  },
  ends_from: { type: 'day', description: 'Rows that end on this day or later, in UTC.' },
  ends_to: { type: 'day', notBefore: 'ends_from', description: 'Rows that end on this day or before, in UTC.' },
});
export const ENDING_SORT = ['ends_at', 'name'] as const;

/** How near an end is: within the days of the two banners of accounts, or later. */
export type Nearness = 'soon' | 'near' | 'later';
export function nearness(days: number): Nearness {
  const [soon, near] = LIMITS.expiryBannerDays;
  return days <= soon ? 'soon' : days <= near ? 'near' : 'later';
}

/** The Monday of the week of a day, `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** A day so many days later, `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Days before an end on which webhooks are told of it. */
export const ENDING_MARKS = [60, 30, 7, 1] as const;

/** A token that nobody has used for so many days is not missed. */
const UNUSED_DAYS = 90;

type Ending = {
  kind: EndingKind;
  people: number | null;
  certificates: number | null;
  last_used_at: string | null;
};

type YesNo = 'yes' | 'no';
const isMany = (count: number | null): YesNo => (count !== null && count >= LIMITS.countBound ? 'yes' : 'no');

/** What stops, by the name of its text, and what is to be said beside it. */
export type EndingEffect = {
  effect: EndingKind | 'unused' | 'never_used' | 'certificates_end' | 'certificates_refused';
  hint: 'account' | 'client_certificate' | null;
  /** Of the texts; `many_…`: the number is as far as was counted, and stands for that and more. */
  numbers: { people: number; certificates: number; days: number } & Record<'many_people' | 'many_certificates', YesNo>;
};

/** What will break when a row ends. `today`: `YYYY-MM-DD` in UTC. */
export function endingEffect({ kind, people, certificates, last_used_at }: Ending, today: string): EndingEffect {
  const days = last_used_at === null ? 0 : daysBetween(last_used_at.slice(0, 10), today);
  const numbers = {
    people: people ?? 0,
    certificates: certificates ?? 0,
    days,
    many_people: isMany(people),
    many_certificates: isMany(certificates),
  };
  if (kind === 'token' && last_used_at === null) return { effect: 'never_used', hint: null, numbers };
  if (kind === 'token' && days > UNUSED_DAYS) return { effect: 'unused', hint: null, numbers };
  if (kind === 'client_certificate') {
    // A service user calls with it; nobody can sign in with it where their account does not let them.
    return { effect: people === null ? 'token' : kind, hint: people === 0 ? null : kind, numbers };
  }
  if (certificates === null && (kind === 'authority' || kind === 'revocation_list' || kind === 'responder'))
    return { effect: kind === 'authority' ? 'certificates_end' : 'certificates_refused', hint: null, numbers };
  return { effect: kind, hint: kind === 'account' && numbers.certificates > 0 ? kind : null, numbers };
}

/** Until when a row may be put off: from tomorrow to the day of its end. */
export function whyNotSnooze(until: string, { today, endsOn }: { today: string; endsOn: string }): Reason | null {
  if (endsOn < today) return { status: 'ENDED_ALREADY' };
  if (until <= today) return { status: 'SNOOZE_IN_PAST' };
  return until > endsOn ? { status: 'SNOOZE_BEYOND_END', params: { day: endsOn } } : null;
}
