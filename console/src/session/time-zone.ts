import { dayIn, DEFAULT_TIME_ZONE } from '@signet/contract/dates';

/**
 * The time zone of this computer by its IANA name, as the platform is told where days begin and end. UTC where the
 * browser knows none, or names one that is none (Etc/Unknown).
 */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    dayIn(timeZone);
    return timeZone || DEFAULT_TIME_ZONE;
  } catch {
    return DEFAULT_TIME_ZONE;
  }
}
