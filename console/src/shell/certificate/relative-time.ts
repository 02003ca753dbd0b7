/** How far away a time is, in words. */
export type Time = 'before' | 'now' | 'after';

const DAY = 86_400_000;

/** "in 3 months", "2 days ago", in the language of the tag: by the largest unit of which there are two or more. */
export function timeFrom(now: Date, then: Date, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });
  const days = (then.getTime() - now.getTime()) / DAY;
  const far = Math.abs(days);
  if (far < 2) return format.format(Math.trunc(days * 24), 'hour');
  if (far < 61) return format.format(Math.trunc(days), 'day');
  if (far < 730) return format.format(Math.trunc(days / 30.44), 'month');
  return format.format(Math.trunc(days / 365.25), 'year');
}
